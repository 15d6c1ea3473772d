/// What eligibility needs to know of a transaction's enumerated values, one bit each.
package struct TransactionTraits: OptionSet, Sendable, Hashable {
  package let rawValue: UInt16

  @inlinable
  package init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// The customer bought it (P2); otherwise it gives shared access only.
  package static let owned = TransactionTraits(rawValue: 1 << 0)
  /// The store renewed it, `transactionReason` RENEWAL (F8).
  package static let renewal = TransactionTraits(rawValue: 1 << 1)
  /// It cost nothing: `offerDiscountType` FREE_TRIAL, or a price of 0 (P4).
  package static let free = TransactionTraits(rawValue: 1 << 2)
  /// `revocationType` REFUND_PRORATED: the service up to the revocation stays paid (P5).
  package static let prorated = TransactionTraits(rawValue: 1 << 3)
  /// It redeemed a win-back offer, `offerType` 4 (F9).
  package static let winBack = TransactionTraits(rawValue: 1 << 4)
  /// `billingPlanType` MONTHLY, whose billing retry lasts longer (F4).
  package static let monthlyPlan = TransactionTraits(rawValue: 1 << 5)
}
