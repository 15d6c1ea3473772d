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
    case .word(let code): details.words[field] = code
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
      details.words[field] = nil
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
  var words = RowWords()
  /// Whether the row says that the transaction is not taken back after all.
  var clearsRevocation = false

  /// Takes over what a newer row says of the same transaction.
  mutating func update(with newer: RowDetails) {
    rowStart = newer.rowStart
    price = newer.price ?? price
    graceEnd = newer.graceEnd ?? graceEnd
    words.update(with: newer.words)
  }

  /// Whether the row says anything of the next renewal.
  var tellRenewal: Bool {
    (words[.autoRenewStatus] ?? words[.expirationIntent] ?? words[.isInBillingRetryPeriod]) != nil
      || graceEnd != nil
  }

  /// What eligibility needs to know of the words (P2, P4, P5, F8, F9, M2).
  var traits: TransactionTraits {
    var traits: TransactionTraits = words[.inAppOwnershipType] == 0 ? [] : .owned
    if words[.transactionReason] == 1 { traits.insert(.renewal) }
    if price != nil { traits.insert(.priced) }
    if words[.offerDiscountType] == 1 || price == 0 { traits.insert(.free) }
    if words[.revocationType] == 1 { traits.insert(.prorated) }
    if words[.offerType] == 1 { traits.insert(.introductory) }
    if words[.offerType] == 4 { traits.insert(.winBack) }
    if words[.billingPlanType] == 1 { traits.insert(.monthlyPlan) }
    return traits
  }
}

/// The words of a row that come from lists, each as its number in ``MappedField/kind``.
struct RowWords: Sendable {
  /// The numbers; -1 where the row does not say.
  private var codes = SIMD16<Int8>(repeating: -1)

  /// The number of a field's word; nil if the row does not say.
  @inline(__always)
  subscript(field: MappedField) -> Int8? {
    get {
      let code = codes[Self.index(of: field)]
      return code < 0 ? nil : code
    }
    set { codes[Self.index(of: field)] = newValue ?? -1 }
  }

  /// Takes over the words that a newer row says.
  mutating func update(with newer: RowWords) {
    codes.replace(with: newer.codes, where: newer.codes .>= SIMD16(repeating: 0))
  }

  @inline(__always)
  private static func index(of field: MappedField) -> Int {
    switch field {
    case .revocationType: 0
    case .inAppOwnershipType: 1
    case .transactionReason: 2
    case .offerType: 3
    case .offerDiscountType: 4
    case .billingPlanType: 5
    case .autoRenewStatus: 6
    case .expirationIntent: 7
    case .isInBillingRetryPeriod: 8
    // Those that are no words have an index that nobody reads.
    default: 15
    }
  }
}
