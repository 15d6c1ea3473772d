import WinBack

/// What is expected of a purchase with an offer (M4).
struct ExpectedRedemption: Sendable {
  /// The result of a purchase, in StoreKit's word where it fails.
  enum Outcome: String, Sendable, CaseIterable {
    case redeemable
    case ineligibleForOffer
    case undetermined

    init(_ verdict: Verdict) {
      self =
        switch verdict {
        case .eligible: .redeemable
        case .ineligible: .ineligibleForOffer
        case .undetermined: .undetermined
        }
    }
  }

  let offerId: String
  /// The instant of the purchase.
  let at: TimelineDate
  let outcome: Outcome
}
