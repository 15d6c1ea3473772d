public import WinBack

/// What a reader of histories needs to know if the input does not contain it.
public struct HistoryOptions: Sendable {
  /// The customer attributes that the rule set declares, which get their declared types.
  public var attributes: [RuleSet.Attribute]

  /// The key that identifies the purchases of one customer, in the App Store Server API; nil for
  /// the first of appAccountToken, appTransactionId and originalTransactionId that a subscription
  /// has.
  public var customerKey: CustomerKey?

  /// The environment to read, such as Production; nil if the input has one only.
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

  /// Returns the given format, or the detected one; a mapping is for any table.
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
  /// The developer's own identifier of a user, which purchases carry where the app gave one.
  case appAccountToken

  /// The App Store's identifier of one Apple Account in one app; older purchases do not carry it.
  case appTransactionId

  /// The first purchase of a subscription, which all its renewals name.
  case originalTransactionId
}
