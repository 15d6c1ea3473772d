/// What one timeline lacks as of an instant, so that its facts are not all known (F13).
package struct TimelineEvidence: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// There is no renewal information for the last purchase (F3).
  package static let withoutRenewalInfo: Self = Self(rawValue: 1 << 0)
  /// Nobody knows whether the store is retrying the payment (F13a).
  package static let mayBeRetrying: Self = Self(rawValue: 1 << 1)
  /// It may have been renewed since the input was written (F13b, F13f).
  package static let mayBeRenewed: Self = Self(rawValue: 1 << 2)
  /// The paid months are known from below only (F13c).
  package static let paidMonthsFromBelow: Self = Self(rawValue: 1 << 3)
  /// Nobody knows which offers were redeemed (F12).
  package static let withoutRedemptions: Self = Self(rawValue: 1 << 4)
  /// Nobody knows the storefront (F12).
  package static let withoutStorefront: Self = Self(rawValue: 1 << 5)

  /// Collects the evidence in the facts of a timeline; none before the first purchase (F11).
  package init(_ facts: borrowing Facts) {
    self = []
    guard facts.productId != nil else { return }
    if !facts.hasRenewalInfo { insert(.withoutRenewalInfo) }
    switch facts.ending {
    case .known: break
    case .mayBeRetrying: insert(.mayBeRetrying)
    case .mayBeRenewed: insert(.mayBeRenewed)
    }
    if facts.mayHavePaidMore { insert(.paidMonthsFromBelow) }
    if facts.lacks(.redemptions) { insert(.withoutRedemptions) }
    if facts.storefront == nil { insert(.withoutStorefront) }
  }
}
