public import CEL

/// What is known of one customer: purchases, renewal information and attributes.
///
/// A history can have several subscription groups; each has its own timeline.
public struct CustomerHistory: Sendable, Hashable {
  /// The identifier, which results also have.
  public var customerId: String

  /// The current storefront of the customer; nil to use that of the last purchase (F10).
  public var storefront: Storefront?

  /// The group of transactions that do not name one.
  public var subscriptionGroupIdentifier: String?

  /// The transactions, in any order (R6).
  public var transactions: [Transaction]

  /// The renewal information, one for each chain or group, in any order.
  public var renewalInfo: [RenewalInfo]

  /// Whether single renewal information must say what it describes, as in a list (F3).
  package var renewalInfoIsList: Bool = false

  /// Your own attributes, which a rule set can declare and read as `customer.attributes`.
  public var attributes: [String: Value]

  /// The purchase intents, links and messages that led the customer to offers, in any order (M4).
  public var intents: [PurchaseIntent]

  /// What the source of the history does not contain (F12).
  public var gaps: HistoryGaps

  /// Creates a history.
  public init(
    customerId: String,
    storefront: Storefront? = nil,
    subscriptionGroupIdentifier: String? = nil,
    transactions: [Transaction],
    renewalInfo: [RenewalInfo] = [],
    attributes: [String: Value] = [:],
    intents: [PurchaseIntent] = [],
    gaps: HistoryGaps = []
  ) {
    self.customerId = customerId
    self.storefront = storefront
    self.subscriptionGroupIdentifier = subscriptionGroupIdentifier
    self.transactions = transactions
    self.renewalInfo = renewalInfo
    self.attributes = attributes
    self.intents = intents
    self.gaps = gaps
  }
}

/// What the source of a history does not contain, which is unknown and not absent (F12).
public struct HistoryGaps: OptionSet, Sendable, Hashable {
  /// The bits of the set.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The source does not say which offers were redeemed.
  public static let redemptions: HistoryGaps = HistoryGaps(rawValue: 1)

  /// The source does not begin with the first purchase, so paid months can be missing.
  public static let paidMonths: HistoryGaps = HistoryGaps(rawValue: 2)

  /// The source has single transactions; there can be others before, between and after them (F13g).
  public static let otherPurchases: HistoryGaps = HistoryGaps(rawValue: 4)
}
