public import CEL

/// The result of one rule for one offer.
public struct RuleOutcome: Sendable, Hashable {
  /// One comparison of a rule, with its values.
  public struct Condition: Sendable, Hashable {
    /// The comparison, as the rule set writes it.
    public let expression: String

    /// The operator, such as `>=`.
    public let comparison: String

    /// The value on the left, which is the customer's; nil if it is unknown.
    public let actual: Value?

    /// The value on the right, which the offer or the rule requires; nil if it is unknown.
    public let needed: Value?

    /// Whether the comparison holds.
    public let outcome: Truth
  }

  /// The identifier of the rule.
  public let id: String

  /// What the rule requires, as a sentence.
  public let title: String

  /// Whether the rule holds.
  public let outcome: Truth

  /// Why the rule fails, such as `still-subscribed`; nil if it does not fail.
  public let reason: String?

  /// Why, as a sentence with the values of the customer.
  public let because: String

  /// The comparisons of the rule, in its order, with needed and actual values.
  ///
  /// They omit comparisons that read something absent, such as a wait that is not set.
  public let conditions: [Condition]

  /// The facts that are not known, so that the rule cannot be decided.
  public let missing: [String]
}
