package import CalendarTime

/// What is true of a timeline at one instant: section 3 of the semantics.
package struct Facts: Sendable, Hashable {
  /// The product of the owned period that ends last; nil before the first one (F1).
  package var productId: Symbol?
  /// The end of service; nil before the first owned period (F2).
  package var lapsedAt: Instant?
  /// The state of the subscription (F4).
  package var state: SubscriptionState = .neverOwned
  /// Whether the subscription renews (F5).
  package var willAutoRenew: Bool = false
  /// Whether somebody else's purchase gives access (F6).
  package var hasSharedAccess: Bool = false
  /// The paid months (F7).
  package var paidMonths: Int64 = 0
  /// What the paid months are made of (F7).
  package var paidService: PaidService = PaidService()
  /// Why the subscription expired; nil if it is not known.
  package var expirationIntent: Int?
  /// The customer's storefront; nil if it is not known (F10, F12).
  package var storefront: Storefront?
  /// Since when the offer in question counts as redeemed; absent if it never was (F9).
  ///
  /// It is read with ``Timeline/redemption(of:startingAt:_:_:)``, offer by offer.
  var redemptionEndedAt: FactValue = .absent

  /// How many times the offer in question was redeemed.
  var redemptionCount: FactValue = .number(0)
  /// When the customer last bought anything; nil before the first purchase.
  var lastPurchase: Instant?
  /// What the source of the history does not contain (F12).
  package var gaps: HistoryGaps = []
  /// Whether renewal information describes the last purchase (F3).
  package var hasRenewalInfo: Bool = false
  /// How much is known of what came after the last period (F13).
  package var ending: Ending = .known

  /// Whether a status that somebody shares with the customer will renew (M1).
  ///
  /// This and the next are read with ``Timeline/addStatuses(to:asOf:)``, where they are asked for.
  var sharedRenewal: Truth = .fails
  /// Whether the customer received an introductory offer in the group, refunded ones included (M2).
  package var hasIntroduction: Bool = false

  /// What is counted over all transactions of the group, with ``Timeline/count(_:asOf:)``.
  var counts: Counts = Counts()

  /// What is counted over all transactions of a group that a customer owns.
  struct Counts: Sendable, Hashable {
    /// How many purchases were refunded (P5).
    var refunds: Int64 = 0
    var lastRefundAt: Instant?
    /// How many times win-back offers were redeemed.
    var redemptions: Int64 = 0
    /// The first purchase.
    var firstPurchase: Instant?
  }

  /// How much a history says about what came after its last period.
  package enum Ending: Sendable, Hashable {
    case known
    /// Not whether the store is still retrying the payment (F13a).
    case mayBeRetrying
    /// Not whether the subscription was renewed (F13b, F13f), or another one bought (F13g).
    case mayBeRenewed
  }
}

extension Facts {
  /// Returns what is known of a fact; nothing of the clock, which is no fact of a timeline.
  @inline(__always)
  func value(of fact: FactVariable) -> FactValue {
    switch fact {
    case .now: .unknown
    case .productId:
      ending == .mayBeRenewed ? .unknown : FactValue(productId.map { Int64($0.index) })
    case .lapsedAt: ending == .mayBeRenewed ? .unknown : FactValue(lapsedAt?.milliseconds)
    case .state: ending == .known ? .number(state.number) : .unknown
    case .willAutoRenew: ending == .known ? .number(willAutoRenew ? 1 : 0) : .unknown
    case .hasSharedAccess: .number(hasSharedAccess ? 1 : 0)
    case .paidMonths: mayHavePaidMore ? .atLeast(paidMonths) : .number(paidMonths)
    case .expirationIntent: FactValue(expirationIntent.map(Int64.init))
    case .storefront: storefront.map { .number(Int64($0.packed)) } ?? .unknown
    case .redemptionEndedAt: redemptionEndedAt
    case .redemptionCount: redemptionCount
    case .willRenew: FactValue(renewal)
    case .hasReceivedIntroductoryOffer:
      hasIntroduction
        ? .number(1) : lacks(.paidMonths) || lacks(.redemptions) ? .unknown : .number(0)
    case .hasEverSubscribed: .number(productId == nil ? 0 : 1)
    case .refunds: mayHavePaidMore ? .atLeast(counts.refunds) : .number(counts.refunds)
    case .lastRefundAt:
      mayHavePaidMore ? .unknown : FactValue(counts.lastRefundAt?.milliseconds)
    case .redemptions:
      mayHavePaidMore || lacks(.redemptions)
        ? .atLeast(counts.redemptions) : .number(counts.redemptions)
    case .firstPurchaseDate:
      lacks(.paidMonths) ? .unknown : FactValue(counts.firstPurchase?.milliseconds)
    }
  }

  /// Whether a subscription, owned or shared, will renew (M1).
  var renewal: Truth { ownRenewal || sharedRenewal }

  /// Whether the customer's own subscription will renew (M1).
  private var ownRenewal: Truth {
    guard ending == .known else { return .unknown }
    return switch state {
    case .subscribed, .inGracePeriod, .inBillingRetryPeriod: willAutoRenew ? .holds : .fails
    case .neverOwned, .revoked, .expired: .fails
    }
  }

  /// Whether the paid months are known from below only (F13c).
  @inline(__always)
  package var mayHavePaidMore: Bool {
    ending == .mayBeRenewed || lacks(.paidMonths)
  }

  /// Returns whether the source of the history cannot say something (F12).
  ///
  /// F11 comes before: nothing was paid or redeemed before the first purchase.
  @inline(__always)
  func lacks(_ gap: HistoryGaps) -> Bool {
    // Nothing is known of other purchases, so neither what was paid for them nor redeemed (F13g).
    !gaps.isDisjoint(with: gap.union(.otherPurchases)) && productId != nil
  }
}

extension SubscriptionState {
  var number: Int64 {
    switch self {
    case .neverOwned: 0
    case .subscribed: 1
    case .revoked: 2
    case .inGracePeriod: 3
    case .inBillingRetryPeriod: 4
    case .expired: 5
    }
  }
}

/// The state of a customer's subscription in one group (F4).
public enum SubscriptionState: String, Sendable, Hashable, CaseIterable {
  /// Nothing was ever owned.
  case neverOwned = "none"
  /// A paid or free period is running.
  case subscribed
  /// A refund ended the last period before it expired.
  case revoked
  /// Payment failed, and service continues for a while.
  case inGracePeriod
  /// Payment failed, and the store still tries to charge.
  case inBillingRetryPeriod
  /// The subscription has ended.
  case expired
}

/// What is known of a fact: the number that stands for its value, that it is absent, the least that the
/// number can be, or nothing.
///
/// Text has a number, too, so that every fact is one: a product that of its symbol, a storefront its
/// letters, a state its place among all.
package enum FactValue: Sendable, Hashable {
  case number(Int64)
  case absent
  case unknown
  /// The fact has a number that is not below this one (F13).
  case atLeast(Int64)

  /// Creates the value of a fact that is absent if it has no number.
  @inline(__always)
  init(_ number: Int64?) {
    self = number.map { .number($0) } ?? .absent
  }

  @inline(__always)
  init(_ truth: Truth) {
    self =
      switch truth {
      case .holds: .number(1)
      case .fails: .number(0)
      case .unknown: .unknown
      }
  }
}
