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
  var details = TransactionDetails()

  /// Takes a value that stands in a mapping.
  @inline(never)
  mutating func set(_ field: MappedField, to value: ColumnPlan.Value) {
    switch value {
    case .none:
      remove(field)
      if field == .revocationDate { details.clearsRevocation = true }
    case .word(let code): details.words[of: field] = code
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
    case .revocationType, .inAppOwnershipType, .transactionReason, .offerType, .offerDiscountType,
      .billingPlanType, .autoRenewStatus, .expirationIntent, .isInBillingRetryPeriod:
      details.words[of: field] = nil
    }
  }
}

extension TransactionWords {
  /// The number of a field's word; nil if the row does not say, and for a field of another kind.
  @inline(__always)
  subscript(of field: MappedField) -> Int8? {
    get { if case .word(let field) = field.kind { self[field] } else { nil } }
    set { if case .word(let field) = field.kind { self[field] = newValue } }
  }
}
