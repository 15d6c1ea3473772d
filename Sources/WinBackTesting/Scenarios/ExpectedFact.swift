import CEL
import WinBack

/// A fact that a scenario may expect, by the name that results give it.
package enum ExpectedFact: String, Sendable, Hashable, CaseIterable {
  case productId
  case lapsedAt
  case state
  case willAutoRenew
  case hasSharedAccess
  case paidMonths
  case paidMonthsAtLeast
  case storefront
  case expirationIntent

  /// Returns the value of the fact; nil if it is absent or not known.
  func value(in facts: SubscriptionFacts) -> Value? {
    switch self {
    case .productId: facts.productId.map { .string($0) }
    case .lapsedAt: facts.lapsedAt.map { .timestamp($0) }
    case .state: facts.state.map { .string($0.rawValue) }
    case .willAutoRenew: facts.willAutoRenew.map { .bool($0) }
    case .hasSharedAccess: .bool(facts.hasSharedAccess)
    case .paidMonths: facts.mayHavePaidMore ? nil : .int(Int64(facts.paidMonths))
    case .paidMonthsAtLeast: facts.mayHavePaidMore ? .int(Int64(facts.paidMonths)) : nil
    case .storefront: facts.storefront.map { .string($0.code) }
    case .expirationIntent: facts.expirationIntent.map { .int(Int64($0)) }
    }
  }
}

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
