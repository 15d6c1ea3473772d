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

  /// The App Store's own list of the offers that the customer is eligible for, best first; nil if
  /// there is none.
  ///
  /// No rule reads it. An audit compares it with our list.
  public var eligibleWinBackOfferIds: [String]?

  /// The environment of the store, such as Production; in Xcode the order of the offers is
  /// arbitrary.
  public var environment: String?

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
    environment: String? = nil
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
  }
}
