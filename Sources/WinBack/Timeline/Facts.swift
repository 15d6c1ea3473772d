package import CalendarTime

/// What is true of a timeline at one instant: section 3 of the semantics.
package struct Facts: Sendable, Hashable {
  /// The product of the owned period that ends last; nil before the first one (F1).
  package var productId: Symbol?
  /// The end of service; nil before the first owned period (F2).
  package var lapsedAt: Instant?
  /// The state of the subscription (F4).
  package var state: SubscriptionState = .none
  /// Whether the subscription renews (F5).
  package var willAutoRenew: Bool = false
  /// Whether somebody else's purchase gives access (F6).
  package var hasSharedAccess: Bool = false
  /// The paid months (F7).
  package var paidMonths: Int64 = 0
  /// What the paid months are made of (F7).
  package var paidService: PaidService = PaidService()
  /// Why the subscription expired; nil where it is not known.
  package var expirationIntent: Int?
  /// The customer's storefront; nil where it is not known (F10, F12).
  package var storefront: Storefront?
  /// Since when the offer that is asked about counts as redeemed; nil where it never was (F9).
  ///
  /// It is read with ``Timeline/redemption(of:asOf:lapsedAt:_:)``, offer by offer.
  package var redemptionEndedAt: Instant?
  /// What the source of the history cannot tell (F12).
  package var gaps: HistoryGaps = []
}

extension Facts {
  /// Returns what is known of a fact; nothing of the clock, which is no fact of a timeline.
  @inline(__always)
  func value(of fact: FactVariable) -> FactValue {
    switch fact {
    case .now: .unknown
    case .productId: FactValue(productId.map { Int64($0.index) })
    case .lapsedAt: FactValue(lapsedAt?.milliseconds)
    case .state: .number(state.number)
    case .willAutoRenew: .number(willAutoRenew ? 1 : 0)
    case .hasSharedAccess: .number(hasSharedAccess ? 1 : 0)
    case .paidMonths: lacks(.paidMonths) ? .unknown : .number(paidMonths)
    case .expirationIntent: FactValue(expirationIntent.map(Int64.init))
    case .storefront: storefront.map { .number(Int64($0.packed)) } ?? .unknown
    case .redemptionEndedAt:
      lacks(.redemptions) ? .unknown : FactValue(redemptionEndedAt?.milliseconds)
    }
  }

  /// Returns whether the source of the history cannot tell something (F12).
  ///
  /// F11 comes before: nothing was paid or redeemed before the first purchase.
  @inline(__always)
  func lacks(_ gap: HistoryGaps) -> Bool {
    gaps.contains(gap) && productId != nil
  }
}

extension SubscriptionState {
  /// The number that stands for the state.
  var number: Int64 {
    switch self {
    case .none: 0
    case .subscribed: 1
    case .revoked: 2
    case .inGracePeriod: 3
    case .inBillingRetryPeriod: 4
    case .expired: 5
    }
  }
}
