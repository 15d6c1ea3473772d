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
    gaps: HistoryGaps = []
  ) {
    self.customerId = customerId
    self.storefront = storefront
    self.subscriptionGroupIdentifier = subscriptionGroupIdentifier
    self.transactions = transactions
    self.renewalInfo = renewalInfo
    self.attributes = attributes
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

/// What the App Store says about the next renewal of a subscription (F3).
public struct RenewalInfo: Sendable, Hashable {
  /// The first transaction of the chain that it describes.
  public var originalTransactionId: String?

  /// The product that it describes.
  public var productId: String?

  /// Whether the subscription renews: 0 or 1.
  public var autoRenewStatus: Int?

  /// Why the subscription expired: 1 cancelled, 2 billing error, 3 price increase not consented,
  /// 4 product unavailable, 5 other.
  public var expirationIntent: Int?

  /// Whether the store still tries to charge an expired subscription.
  public var isInBillingRetryPeriod: Bool?

  /// The end of the grace period in which service continues while the store tries to charge.
  public var gracePeriodExpiresDate: TimelineDate?

  /// The instant at which the store signed this information.
  public var signedDate: TimelineDate?

  /// The App Store's own list of the offers that the customer is eligible for; nil if
  /// there is none.
  ///
  /// No rule reads it. An audit compares it with our list.
  public var eligibleWinBackOfferIds: [String]?

  /// The environment of the store, such as Production; in Xcode the order of the offers is
  /// arbitrary.
  public var environment: String?

  /// The date of the next renewal, by which it is known which purchase this describes (F14d).
  public var renewalDate: TimelineDate?

  /// Creates renewal information.
  public init(
    originalTransactionId: String? = nil,
    productId: String? = nil,
    autoRenewStatus: Int? = nil,
    expirationIntent: Int? = nil,
    isInBillingRetryPeriod: Bool? = nil,
    gracePeriodExpiresDate: TimelineDate? = nil,
    signedDate: TimelineDate? = nil,
    eligibleWinBackOfferIds: [String]? = nil,
    environment: String? = nil,
    renewalDate: TimelineDate? = nil
  ) {
    self.originalTransactionId = originalTransactionId
    self.productId = productId
    self.autoRenewStatus = autoRenewStatus
    self.expirationIntent = expirationIntent
    self.isInBillingRetryPeriod = isInBillingRetryPeriod
    self.gracePeriodExpiresDate = gracePeriodExpiresDate
    self.signedDate = signedDate
    self.eligibleWinBackOfferIds = eligibleWinBackOfferIds
    self.environment = environment
    self.renewalDate = renewalDate
  }
}
