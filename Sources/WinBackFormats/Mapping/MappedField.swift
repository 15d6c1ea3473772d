import WinBack

/// A field that a column of a table can contain; the names are those of native histories.
public enum MappedField: String, Sendable, Hashable, CaseIterable {
  /// The customer; the rows of one customer are one history.
  case customerId
  /// The identifier of the transaction; rows with the same identifier are its versions (P1).
  case transactionId
  /// A second part of the identifier, if several transactions share the first.
  case transactionIdSuffix
  /// The first transaction of the chain.
  case originalTransactionId
  /// The product that was bought.
  case productId
  /// The group of the product, if the catalog does not have it.
  case subscriptionGroupIdentifier
  /// The start of the period.
  case purchaseDate
  /// The end of the period.
  case expiresDate
  /// The length of the period, if no column has its end: `P1M`, `1 Month`, `ONE_MONTH`.
  case duration
  /// The date of the revocation.
  case revocationDate
  /// The type of the revocation: `REFUND_FULL`, `REFUND_PRORATED`, `FAMILY_REVOKE`.
  case revocationType
  /// The date on which the row was written: the newest version of a transaction counts.
  case signedDate
  /// The ownership: `PURCHASED` or `FAMILY_SHARED`.
  case inAppOwnershipType
  /// The reason: `PURCHASE` or `RENEWAL`.
  case transactionReason
  /// The price, in units of the currency.
  case price
  /// The storefront, as an alpha-3 or alpha-2 code.
  case storefront
  /// The type of the offer: 1 to 5, or `unknown`.
  case offerType
  /// The identifier of the redeemed offer.
  case offerIdentifier
  /// The payment mode of the offer: `FREE_TRIAL`, `PAY_AS_YOU_GO`, `PAY_UP_FRONT`, `ONE_TIME`.
  case offerDiscountType
  /// The billing plan: `MONTHLY` or `BILLED_UPFRONT`.
  case billingPlanType
  /// Whether the subscription renews after this transaction: 0 or 1.
  case autoRenewStatus
  /// Why it does not renew: 1 cancelled, 2 billing error, 3 price increase, 4 unavailable, 5 other.
  case expirationIntent
  /// Whether the store still tries to charge after this transaction.
  case isInBillingRetryPeriod
  /// The end of the grace period after this transaction.
  case gracePeriodExpiresDate
}

extension MappedField {
  enum Kind: Sendable {
    case text
    case date
    case duration
    case price
    case storefront
    /// One of the field's words.
    case word(TransactionWords.Field)
  }

  var kind: Kind {
    switch self {
    case .customerId, .transactionId, .transactionIdSuffix, .originalTransactionId, .productId,
      .subscriptionGroupIdentifier, .offerIdentifier:
      .text
    case .purchaseDate, .expiresDate, .revocationDate, .signedDate, .gracePeriodExpiresDate: .date
    case .duration: .duration
    case .price: .price
    case .storefront: .storefront
    case .revocationType: .word(.revocationType)
    case .inAppOwnershipType: .word(.inAppOwnershipType)
    case .transactionReason: .word(.transactionReason)
    case .offerType: .word(.offerType)
    case .offerDiscountType: .word(.offerDiscountType)
    case .billingPlanType: .word(.billingPlanType)
    case .autoRenewStatus: .word(.autoRenewStatus)
    case .expirationIntent: .word(.expirationIntent)
    case .isInBillingRetryPeriod: .word(.isInBillingRetryPeriod)
    }
  }
}
