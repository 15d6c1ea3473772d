/// One condition of eligibility: an offer is eligible if every rule of its rule set holds (R1).
public struct Rule: Sendable, Hashable {
  /// Why a rule does not hold.
  public struct Reason: Sendable, Hashable {
    /// The identifier, which results contain.
    public var id: String

    /// The CEL condition of this reason; nil if it always applies.
    public var when: String?

    /// The reason as a sentence, with CEL in braces.
    public var because: String

    /// Creates a reason.
    public init(id: String, when: String? = nil, because: String) {
      self.id = id
      self.when = when
      self.because = because
    }
  }

  /// The identifier, which results contain.
  public var id: String

  /// What the rule requires, as a sentence.
  public var title: String

  /// The CEL condition, of type bool.
  public var require: String

  /// Why the rule holds, as a sentence with CEL in braces.
  public var because: String

  /// Why it does not hold: the first reason whose condition is true applies.
  public var reasons: [Reason]

  /// What Apple says about it.
  public var apple: String?

  /// The source: Apple's page, or another one.
  public var source: String?

  /// How certain it is that the App Store applies this rule.
  public var certainty: Certainty

  /// Creates a rule.
  public init(
    id: String,
    title: String,
    require: String,
    because: String,
    reasons: [Reason] = [],
    apple: String? = nil,
    source: String? = nil,
    certainty: Certainty = .open
  ) {
    self.id = id
    self.title = title
    self.require = require
    self.because = because
    self.reasons = reasons
    self.apple = apple
    self.source = source
    self.certainty = certainty
  }
}
