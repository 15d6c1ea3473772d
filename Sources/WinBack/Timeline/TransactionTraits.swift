/// What eligibility needs to know of a transaction's enumerated values, one bit each.
///
/// The members are computed and inlinable: as constants they would be initialised lazily, and each
/// look at one would be a call.
@usableFromInline
package struct TransactionTraits: OptionSet, Sendable, Hashable {
  @usableFromInline package let rawValue: UInt16

  @inlinable
  package init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// The customer bought it (P2); otherwise it gives shared access only.
  @inlinable package static var owned: Self { Self(rawValue: 1 << 0) }
  /// The store renewed it, `transactionReason` RENEWAL (F8).
  @inlinable package static var renewal: Self { Self(rawValue: 1 << 1) }
  /// It cost nothing: `offerDiscountType` FREE_TRIAL, or a price of 0 (P4).
  @inlinable package static var free: Self { Self(rawValue: 1 << 2) }
  /// `revocationType` REFUND_PRORATED: the service up to the revocation stays paid (P5).
  @inlinable package static var prorated: Self { Self(rawValue: 1 << 3) }
  /// It redeemed a win-back offer, `offerType` 4 (F9).
  @inlinable package static var winBack: Self { Self(rawValue: 1 << 4) }
  /// `billingPlanType` MONTHLY, whose billing retry lasts longer (F4).
  @inlinable package static var monthlyPlan: Self { Self(rawValue: 1 << 5) }
  /// It says what it cost, which no rule reads, and in which versions of a transaction may differ.
  @inlinable package static var priced: Self { Self(rawValue: 1 << 6) }
  /// It redeemed an introductory offer, `offerType` 1 (M2).
  @inlinable package static var introductory: Self { Self(rawValue: 1 << 7) }
}
