public import WinBack

/// What a reader of histories has to be told, because the input does not tell it.
public struct HistoryOptions: Sendable {
  /// The customer attributes that the rule set declares, which get their declared types.
  public var attributes: [RuleSet.Attribute]

  /// What tells the purchases of one customer, in the App Store Server API; nil for the first of
  /// appAccountToken, appTransactionId and originalTransactionId that a subscription carries.
  public var customerKey: CustomerKey?

  /// The environment to read, such as Production; nil where the input has one only.
  public var environment: String?

  /// What the columns of a table mean; nil for the mapping that its format has.
  public var mapping: Mapping?

  /// Creates options.
  public init(
    attributes: [RuleSet.Attribute] = [],
    customerKey: CustomerKey? = nil,
    environment: String? = nil,
    mapping: Mapping? = nil
  ) {
    self.attributes = attributes
    self.customerKey = customerKey
    self.environment = environment
    self.mapping = mapping
  }
}
