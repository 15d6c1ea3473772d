public import WinBack

/// Values that the input can lack and a reader of histories needs.
public struct HistoryOptions: Sendable {
  /// The customer attributes that the rule set declares; their values get the declared types.
  public var attributes: [RuleSet.Attribute]

  /// The key that identifies one customer's purchases in the App Store Server API; nil for the
  /// first of appAccountToken, appTransactionId and originalTransactionId that a subscription has.
  public var customerKey: CustomerKey?

  /// The environment to read, such as Production; nil if the input has only one.
  public var environment: String?

  /// The meaning of the columns of a table; nil for the mapping of its format.
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

  /// Returns the given format, or the detected one; with a mapping it is a table.
  func format(
    of bytes: RawSpan,
    orGiven format: HistoryFormat?
  ) throws(FormatError) -> HistoryFormat {
    if let format { return format }
    return mapping == nil ? try HistoryFormat(detectingMany: bytes, orGiven: nil) : .table
  }
}

/// The key that identifies the purchases of one customer in an input of the App Store Server API.
public enum CustomerKey: String, Sendable, Hashable, CaseIterable {
  /// The developer's own identifier of a user; a purchase has it if the app gave one.
  case appAccountToken

  /// The App Store's identifier of one Apple Account in one app; older purchases do not have it.
  case appTransactionId

  /// The first purchase of a subscription; all its renewals name it.
  case originalTransactionId
}
