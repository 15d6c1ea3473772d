/// A question that Apple's text does not settle, with the answer of a rule set.
public struct Policy: Sendable, Hashable {
  /// Another answer to the question.
  public struct Alternative: Sendable, Hashable {
    /// The value that stands for the answer.
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

  /// What that value means, as a sentence.
  public var meaning: String

  /// The other answers; a verdict that one of them changes hinges on the policy.
  public var alternatives: [Alternative]

  /// What Apple says about it.
  public var apple: String?

  /// Where Apple, or another source, says it.
  public var source: String?

  /// How sure the value is.
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
  /// It follows from what Apple says, or from what Apple says about something similar.
  case implied
  /// Apple does not say.
  case open
}
