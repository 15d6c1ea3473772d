/// What a row of a table says besides its transaction record, until rows about one transaction are
/// merged.
package struct TransactionDetails: Sendable {
  /// The offset of the row.
  package var rowStart = 0
  /// The price in thousandths; nil if it is not known.
  package var price: Int64?
  /// The end of the grace period after the transaction.
  package var graceEnd: TimelineDate?
  /// The purchase date of the first transaction of the chain.
  package var originalPurchaseDate: TimelineDate?
  /// Whether the row says that the transaction is not revoked after all.
  package var clearsRevocation = false
  /// The number of the payment among those of the chain, from 1; nil if it is not known.
  package var paymentNumber: Int32?
  package var words = TransactionWords()

  package init() {}

  /// Takes over what a newer row says of the same transaction.
  mutating func update(with newer: TransactionDetails) {
    rowStart = newer.rowStart
    price = newer.price ?? price
    graceEnd = newer.graceEnd ?? graceEnd
    originalPurchaseDate = newer.originalPurchaseDate ?? originalPurchaseDate
    paymentNumber = newer.paymentNumber ?? paymentNumber
    words.update(with: newer.words)
  }

  /// Whether the row says anything of the next renewal.
  var tellRenewal: Bool {
    (words[.autoRenewStatus] ?? words[.expirationIntent] ?? words[.isInBillingRetryPeriod]) != nil
      || graceEnd != nil
  }

  /// Whether two rows say the same of the next renewal.
  func tellSameRenewal(as other: TransactionDetails) -> Bool {
    graceEnd == other.graceEnd
      && [.autoRenewStatus, .expirationIntent, .isInBillingRetryPeriod].allSatisfy {
        words[$0] == other.words[$0]
      }
  }

  /// Whether the number of the payment shows that the chain had purchases before (F14a).
  package var isContinued: Bool { paymentNumber ?? 1 > 1 }

  /// What eligibility needs to know of the words (P2, P4, P5, F8, F9, F14, M2).
  package var traits: TransactionTraits {
    var traits: TransactionTraits = words[.inAppOwnershipType] == 0 ? [] : .owned
    if words[.transactionReason] != nil { traits.insert(.reasoned) }
    if words[.transactionReason] == 1 { traits.insert(.renewal) }
    if price != nil { traits.insert(.priced) }
    if words[.offerDiscountType] == 1 || price == 0 { traits.insert(.free) }
    if words[.revocationType] == 1 { traits.insert(.prorated) }
    traits.offerType = UInt8(truncatingIfNeeded: words[.offerType] ?? 0)
    if words[.billingPlanType] == 1 { traits.insert(.monthlyPlan) }
    if isContinued { traits.insert(.continued) }
    return traits
  }
}

/// The values of a row that are words of a list, each as its number in the list.
package struct TransactionWords: Sendable {
  package enum Field: Int, Sendable {
    case revocationType, inAppOwnershipType, transactionReason, offerType, offerDiscountType
    case billingPlanType, autoRenewStatus, expirationIntent, isInBillingRetryPeriod
    case environment

    /// The words that a row can have, each with the number that stands for it.
    package var words: [(word: String, code: Int8)] {
      switch self {
      case .revocationType: [("REFUND_FULL", 0), ("REFUND_PRORATED", 1), ("FAMILY_REVOKE", 2)]
      case .inAppOwnershipType: [("PURCHASED", 1), ("FAMILY_SHARED", 0)]
      case .transactionReason: [("PURCHASE", 0), ("RENEWAL", 1)]
      case .offerType: [("1", 1), ("2", 2), ("3", 3), ("4", 4), ("5", 5), ("unknown", 0)]
      case .offerDiscountType:
        [("FREE_TRIAL", 1), ("PAY_AS_YOU_GO", 2), ("PAY_UP_FRONT", 3), ("ONE_TIME", 4)]
      case .billingPlanType: [("MONTHLY", 1), ("BILLED_UPFRONT", 0)]
      case .autoRenewStatus, .isInBillingRetryPeriod:
        [("0", 0), ("1", 1), ("false", 0), ("true", 1), ("f", 0), ("t", 1), ("no", 0), ("yes", 1)]
      case .expirationIntent: [("1", 1), ("2", 2), ("3", 3), ("4", 4), ("5", 5)]
      case .environment: StoreEnvironments.names.map { ($0, StoreEnvironments.code(of: $0)) }
      }
    }
  }

  /// The numbers; -1 where the row does not say.
  private var codes = SIMD16<Int8>(repeating: -1)

  /// The number of a field's word; nil if the row does not say.
  @inline(__always)
  package subscript(field: Field) -> Int8? {
    get {
      let code = codes[field.rawValue]
      return code < 0 ? nil : code
    }
    set { codes[field.rawValue] = newValue ?? -1 }
  }

  mutating func set(_ field: Field, to text: String?) {
    self[field] = field.words.first { $0.word == text }?.code
  }

  mutating func update(with newer: TransactionWords) {
    codes.replace(with: newer.codes, where: newer.codes .>= SIMD16(repeating: 0))
  }
}
