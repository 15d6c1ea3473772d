import CalendarTime
import WinBack

/// What one row says, before it is known what other rows say of the same transaction.
struct RowValues: Sendable {
  var transactionId = RowField.absent
  var transactionIdSuffix = RowField.absent
  var originalTransactionId = RowField.absent
  var productId = RowField.absent
  var group = RowField.absent
  var offerIdentifier = RowField.absent
  var purchaseDate: TimelineDate?
  var expiresDate: TimelineDate?
  var revocationDate: TimelineDate?
  var signedDate: TimelineDate?
  var storefront: Storefront?
  var details = RowDetails()

  /// Takes a value that stands in a mapping.
  @inline(never)
  mutating func set(_ field: MappedField, to value: ColumnPlan.Value) {
    switch value {
    case .none:
      remove(field)
      if field == .revocationDate { details.clearsRevocation = true }
    case .word(let code):
      switch field {
      case .revocationType: details.revocationType = code
      case .inAppOwnershipType: details.ownership = code
      case .transactionReason: details.reason = code
      case .offerType: details.offerType = code
      case .offerDiscountType: details.offerDiscountType = code
      case .billingPlanType: details.billingPlan = code
      case .autoRenewStatus: details.autoRenews = code
      case .expirationIntent: details.expirationIntent = code
      case .isInBillingRetryPeriod: details.isInBillingRetryPeriod = code
      default: break
      }
    }
  }

  /// Takes a value away.
  @inline(never)
  mutating func remove(_ field: MappedField) {
    switch field {
    case .customerId, .duration: break
    case .transactionId: transactionId = .absent
    case .transactionIdSuffix: transactionIdSuffix = .absent
    case .originalTransactionId: originalTransactionId = .absent
    case .productId: productId = .absent
    case .subscriptionGroupIdentifier: group = .absent
    case .offerIdentifier: offerIdentifier = .absent
    case .purchaseDate: purchaseDate = nil
    case .expiresDate: expiresDate = nil
    case .revocationDate:
      revocationDate = nil
      details.clearsRevocation = false
    case .signedDate: signedDate = nil
    case .storefront: storefront = nil
    case .price: details.price = nil
    case .gracePeriodExpiresDate: details.graceEnd = nil
    case .revocationType: details.revocationType = nil
    case .inAppOwnershipType: details.ownership = nil
    case .transactionReason: details.reason = nil
    case .offerType: details.offerType = nil
    case .offerDiscountType: details.offerDiscountType = nil
    case .billingPlanType: details.billingPlan = nil
    case .autoRenewStatus: details.autoRenews = nil
    case .expirationIntent: details.expirationIntent = nil
    case .isInBillingRetryPeriod: details.isInBillingRetryPeriod = nil
    }
  }
}

/// The part of a row that a transaction record cannot hold, or only in another form.
struct RowDetails: Sendable {
  /// Where the row starts.
  var rowStart = 0
  /// The price in thousandths; nil if it is not known.
  var price: Int64?
  /// The end of the grace period after the transaction.
  var graceEnd: TimelineDate?
  /// The kind of offer, 1 to 5; 0 if the row says that it does not know.
  var offerType: Int8?
  /// 1 is a free trial.
  var offerDiscountType: Int8?
  /// 1 is a prorated refund.
  var revocationType: Int8?
  /// 1 is a purchase, 0 shared access.
  var ownership: Int8?
  /// 1 is a renewal.
  var reason: Int8?
  /// 1 is a monthly plan.
  var billingPlan: Int8?
  var autoRenews: Int8?
  var expirationIntent: Int8?
  var isInBillingRetryPeriod: Int8?
  /// Whether the row says that the transaction is not taken back after all.
  var clearsRevocation = false

  /// Takes over what a newer row says of the same transaction.
  mutating func update(with newer: RowDetails) {
    rowStart = newer.rowStart
    price = newer.price ?? price
    graceEnd = newer.graceEnd ?? graceEnd
    offerType = newer.offerType ?? offerType
    offerDiscountType = newer.offerDiscountType ?? offerDiscountType
    revocationType = newer.revocationType ?? revocationType
    ownership = newer.ownership ?? ownership
    reason = newer.reason ?? reason
    billingPlan = newer.billingPlan ?? billingPlan
    autoRenews = newer.autoRenews ?? autoRenews
    expirationIntent = newer.expirationIntent ?? expirationIntent
    isInBillingRetryPeriod = newer.isInBillingRetryPeriod ?? isInBillingRetryPeriod
  }

  /// Whether the row says anything of the next renewal.
  var tellRenewal: Bool {
    (autoRenews ?? expirationIntent ?? isInBillingRetryPeriod) != nil || graceEnd != nil
  }

  /// What eligibility needs to know of the words (P2, P4, P5, F8, F9, M2).
  var traits: TransactionTraits {
    var traits: TransactionTraits = ownership == 0 ? [] : .owned
    if reason == 1 { traits.insert(.renewal) }
    if price != nil { traits.insert(.priced) }
    if offerDiscountType == 1 || price == 0 { traits.insert(.free) }
    if revocationType == 1 { traits.insert(.prorated) }
    if offerType == 1 { traits.insert(.introductory) }
    if offerType == 4 { traits.insert(.winBack) }
    if billingPlan == 1 { traits.insert(.monthlyPlan) }
    return traits
  }
}
