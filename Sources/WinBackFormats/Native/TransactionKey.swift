/// The keys of a decoded transaction payload of the App Store Server API that decisions depend on.
enum TransactionKey: String, CaseIterable {
  case transactionId
  case originalTransactionId
  case productId
  case subscriptionGroupIdentifier
  case purchaseDate
  case expiresDate
  case revocationDate
  case revocationType
  case signedDate
  case type
  case inAppOwnershipType
  case transactionReason
  case price
  case storefront
  case offerType
  case offerIdentifier
  case offerDiscountType
  case billingPlanType
  case commitmentInfo

  /// Whether the value is another one in nearly every transaction.
  var isNewEachTime: Bool {
    switch self {
    case .transactionId, .originalTransactionId, .purchaseDate, .expiresDate, .revocationDate,
      .signedDate, .commitmentInfo:
      true
    default: false
    }
  }

  /// Whether the value is a number.
  var isNumber: Bool {
    switch self {
    case .price, .offerType: true
    default: false
    }
  }

  /// Whether a passage starts before it: what Apple writes from here on is the same for all of a
  /// customer's transactions, what stands before it is the same for many customers.
  var startsPassage: Bool { self == .storefront }
}
