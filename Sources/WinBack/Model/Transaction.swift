/// A purchase or renewal of an auto-renewable subscription, as the App Store Server API decodes it.
///
/// It has only the values that eligibility depends on. Enumerations that Apple can extend stay text
/// or numbers; an unknown value has no effect.
public struct Transaction: Sendable, Hashable {
  /// The identifier of the transaction; transactions with the same identifier are the same (P1).
  public var transactionId: String?

  /// The identifier of the first transaction of the chain, which renewals share.
  public var originalTransactionId: String?

  /// The product that was bought.
  public var productId: String

  /// The group of the product; nil to use that of the catalog.
  public var subscriptionGroupIdentifier: String?

  /// The start of the period that was bought.
  public var purchaseDate: TimelineDate

  /// The end of the period that was bought.
  public var expiresDate: TimelineDate

  /// The instant at which the store revoked the transaction.
  public var revocationDate: TimelineDate?

  /// How the store revoked the transaction: `REFUND_FULL`, `REFUND_PRORATED`, `FAMILY_REVOKE`.
  public var revocationType: String?

  /// The instant at which the store signed this version of the transaction.
  public var signedDate: TimelineDate?

  /// The kind of product; nil means an auto-renewable subscription.
  public var type: String?

  /// Who bought it: `PURCHASED`, or another value for shared access; nil means `PURCHASED` (P2).
  public var inAppOwnershipType: String?

  /// Why it exists: `PURCHASE` or `RENEWAL`.
  public var transactionReason: String?

  /// The price in thousandths of the currency's unit; nil means not known, not 0 (P4).
  public var price: Int64?

  /// The storefront of the purchase.
  public var storefront: Storefront?

  /// The kind of offer: 1 introductory, 2 promotional, 3 offer code, 4 win-back, 5 retention.
  public var offerType: Int?

  /// The identifier of the offer that was redeemed.
  public var offerIdentifier: String?

  /// How the offer is paid: `FREE_TRIAL`, `PAY_AS_YOU_GO`, `PAY_UP_FRONT`.
  public var offerDiscountType: String?

  /// The billing plan: `MONTHLY` or `BILLED_UPFRONT`.
  public var billingPlanType: String?

  /// The end of the commitment that the transaction is a payment of, which no rule reads.
  public var commitmentExpiresDate: TimelineDate?

  /// The purchase date of the first transaction of the chain; if it is before this transaction, the
  /// chain had purchases before it (F14a).
  public var originalPurchaseDate: TimelineDate?

  /// The number of the payment among those of the chain, from 1; nil if the source does not count
  /// them (F14a).
  public var paymentNumber: Int?

  /// The environment of the store, such as Production; no rule reads it, and readers never mix several.
  public var environment: String?

  /// Creates a transaction.
  public init(
    transactionId: String? = nil,
    originalTransactionId: String? = nil,
    productId: String,
    subscriptionGroupIdentifier: String? = nil,
    purchaseDate: TimelineDate,
    expiresDate: TimelineDate,
    revocationDate: TimelineDate? = nil,
    revocationType: String? = nil,
    signedDate: TimelineDate? = nil,
    type: String? = nil,
    inAppOwnershipType: String? = nil,
    transactionReason: String? = nil,
    price: Int64? = nil,
    storefront: Storefront? = nil,
    offerType: Int? = nil,
    offerIdentifier: String? = nil,
    offerDiscountType: String? = nil,
    billingPlanType: String? = nil,
    commitmentExpiresDate: TimelineDate? = nil,
    originalPurchaseDate: TimelineDate? = nil,
    paymentNumber: Int? = nil,
    environment: String? = nil
  ) {
    self.transactionId = transactionId
    self.originalTransactionId = originalTransactionId
    self.productId = productId
    self.subscriptionGroupIdentifier = subscriptionGroupIdentifier
    self.purchaseDate = purchaseDate
    self.expiresDate = expiresDate
    self.revocationDate = revocationDate
    self.revocationType = revocationType
    self.signedDate = signedDate
    self.type = type
    self.inAppOwnershipType = inAppOwnershipType
    self.transactionReason = transactionReason
    self.price = price
    self.storefront = storefront
    self.offerType = offerType
    self.offerIdentifier = offerIdentifier
    self.offerDiscountType = offerDiscountType
    self.billingPlanType = billingPlanType
    self.commitmentExpiresDate = commitmentExpiresDate
    self.originalPurchaseDate = originalPurchaseDate
    self.paymentNumber = paymentNumber
    self.environment = environment
  }
}

/// A date in a history, which remembers whether its time of day is known (T4).
///
/// A date without a time is midnight in the time zone of the policy `timeZone`. The time zone is
/// applied when the history is used, because policies can change after it was read.
public struct TimelineDate: Sendable, Hashable {
  /// What a text with a date is expected to be, for messages.
  package static let forms =
    "a date such as 2025-01-15 or a date-time such as 2025-01-15T09:30:00Z"

  /// The instant; midnight in UTC for a date without a time.
  public let instant: Instant

  /// A Boolean value indicating whether only the day is known.
  public let isDateOnly: Bool

  /// Creates a date from an instant.
  public init(_ instant: Instant) {
    self.instant = instant
    isDateOnly = false
  }

  /// Creates a date from a day without a time.
  public init(_ day: CivilDate) {
    instant = Instant(day)
    isDateOnly = true
  }

  /// Creates a date from ISO 8601 text, with or without a time (T1, T5).
  ///
  /// - Parameter text: A date, or a date with a time; a time without an offset is in UTC.
  /// - Throws: `ISO8601Error`, whose description says what was expected and what was found.
  public init(iso8601 text: String) throws(ISO8601Error) {
    let date = try ISO8601Date(parsing: text)
    self.init(instant: date.instant, isDateOnly: date.isDateOnly)
  }

  @inlinable
  package init(instant: Instant, isDateOnly: Bool) {
    self.instant = instant
    self.isDateOnly = isDateOnly
  }

  /// Returns whether it can be before another date: of a day and an instant, the time zone decides.
  @inlinable
  package func mayBeBefore(_ other: TimelineDate) -> Bool {
    isDateOnly != other.isDateOnly || instant < other.instant
  }

  @inlinable
  package func resolved(at offset: UTCOffset) -> Instant {
    isDateOnly ? instant.adding(milliseconds: -offset.milliseconds) : instant
  }
}
