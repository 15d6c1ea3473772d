/// A question that Apple's text does not answer, with the answer of a rule set.
public struct Policy: Sendable, Hashable {
  /// Another answer to the question.
  public struct Alternative: Sendable, Hashable {
    /// The value that means this answer.
    public var value: String

    /// The answer as a sentence.
    public var title: String

    /// Creates an alternative.
    public init(value: String, title: String) {
      self.value = value
      self.title = title
    }
  }

  /// The name, which rules read as `policy.NAME`.
  public var name: String

  /// The question, in a few words.
  public var title: String

  /// The value in the rule set.
  public var value: String

  /// The meaning of that value, as a sentence.
  public var meaning: String

  /// The other answers; a verdict hinges on the policy if one of them changes it.
  public var alternatives: [Alternative]

  /// What Apple says about it.
  public var apple: String?

  /// The source: Apple's page, or another one.
  public var source: String?

  /// How certain the value is.
  public var certainty: Certainty

  /// Creates a policy.
  public init(
    name: String,
    title: String,
    value: String,
    meaning: String = "",
    alternatives: [Alternative] = [],
    apple: String? = nil,
    source: String? = nil,
    certainty: Certainty = .open
  ) {
    self.name = name
    self.title = title
    self.value = value
    self.meaning = meaning
    self.alternatives = alternatives
    self.apple = apple
    self.source = source
    self.certainty = certainty
  }
}

/// How certain it is that the App Store applies a rule or a policy.
public enum Certainty: String, Sendable, Hashable, CaseIterable {
  /// Apple says it.
  case stated
  /// It follows from what Apple says about this or about something similar.
  case implied
  /// Apple does not say.
  case open
}
