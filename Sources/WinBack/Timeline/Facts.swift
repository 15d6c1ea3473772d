public import CalendarTime

/// The facts of a timeline at one instant: section 3 of the semantics.
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
  /// The service that the paid months count (F7).
  package var paidService: PaidService = PaidService()
  /// Why the subscription expired; nil if it is not known.
  package var expirationIntent: Int?
  /// The customer's storefront; nil if it is not known (F10, F12).
  package var storefront: Storefront?
  /// The instant since which the offer in question counts as redeemed; absent if it never was (F9).
  ///
  /// ``Timeline/addRedemptions(of:startingAt:to:asOf:_:counts:)`` reads both for each offer.
  var redemptionEndedAt: FactValue = .absent
  var redemptionCount: FactValue = .number(0)
  /// When the customer last bought anything; nil before the first purchase.
  var lastPurchase: Instant?
  /// What the source of the history does not contain (F12).
  package var gaps: HistoryGaps = []
  /// Whether renewal information describes the last purchase (F3).
  package var hasRenewalInfo: Bool = false
  /// What is known of the time after the last period (F13).
  package var ending: Ending = .known

  /// Whether a status that somebody shares with the customer will renew (M1).
  ///
  /// ``Timeline/addStatuses(to:asOf:)`` reads this and the next one, if they are needed.
  var sharedRenewal: Truth = .fails
  /// Whether the customer received an introductory offer in the group, even a refunded one (M2).
  package var hasIntroduction: Bool = false

  /// The counts over all transactions of the group, from ``Timeline/count(_:asOf:)``.
  var counts: Counts = Counts()

  struct Counts: Sendable, Hashable {
    /// How many purchases were refunded (P5).
    var refunds: Int64 = 0
    var lastRefundAt: Instant?
    /// How many times win-back offers were redeemed.
    var redemptions: Int64 = 0
    var firstPurchase: Instant?
  }

  package enum Ending: Sendable, Hashable {
    case known
    /// It is unknown whether the store is still retrying the payment (F13a).
    case mayBeRetrying
    /// It is unknown whether the subscription was renewed (F13b, F13f), or another one bought
    /// (F13g).
    case mayBeRenewed
  }
}

extension Facts {
  /// Returns the value of a fact; unknown for the clock, which is not a fact of a timeline.
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
    case .lastRefundAt: mayHavePaidMore ? .unknown : FactValue(counts.lastRefundAt?.milliseconds)
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
    return state.canRenew && willAutoRenew ? .holds : .fails
  }

  /// Whether only a minimum of the paid months is known (F13c).
  @inline(__always)
  package var mayHavePaidMore: Bool {
    ending == .mayBeRenewed || lacks(.paidMonths)
  }

  /// Returns whether the source of the history lacks something (F12).
  ///
  /// Before the first purchase it lacks nothing, because nothing was paid or redeemed (F11).
  @inline(__always)
  func lacks(_ gap: HistoryGaps) -> Bool {
    // Other purchases are unknown, so their payments and redemptions are too (F13g).
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

  /// Whether a subscription in this state renews if it is not cancelled.
  package var canRenew: Bool {
    switch self {
    case .subscribed, .inGracePeriod, .inBillingRetryPeriod: true
    case .neverOwned, .revoked, .expired: false
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

/// What is known of a fact.
///
/// A number represents every value: a product is its symbol, a storefront its letters, a state its
/// index.
package enum FactValue: Sendable, Hashable {
  case number(Int64)
  case absent
  case unknown
  /// The fact has this number or a greater one (F13).
  case atLeast(Int64)

  @inline(__always)
  init(_ number: Int64?) {
    self = number.map { .number($0) } ?? .absent
  }

  @inline(__always)
  init(_ truth: Truth) {
    self = truth.bool.map { .number($0 ? 1 : 0) } ?? .unknown
  }
}

/// The facts of a timeline at an instant (section 3 of the semantics).
public struct SubscriptionFacts: Sendable, Hashable {
  /// The product of the owned period that ends last; nil before the first one, and if it is not
  /// known (F1, F13b).
  public let productId: String?

  /// The end of service; nil before the first owned period, and if it is not known (F2, F13b).
  public let lapsedAt: Instant?

  /// The state of the subscription; nil if it is not known (F4, F13).
  public let state: SubscriptionState?

  /// Whether the subscription renews; nil if it is not known (F5, F13).
  public let willAutoRenew: Bool?

  /// Whether somebody else's purchase gives access (F6).
  public let hasSharedAccess: Bool

  /// The paid months that the transactions show (F7).
  public let paidMonths: Int

  /// Whether there can be more paid months than the transactions show (F13c).
  public let mayHavePaidMore: Bool

  /// The storefront; nil if it is not known (F10).
  public let storefront: Storefront?

  /// The expiration intent; nil if it is not known.
  public let expirationIntent: Int?
}

extension SubscriptionFacts {
  init(_ facts: Facts, _ symbols: SymbolTable) {
    let isKnown = facts.ending == .known
    let isRenewed = facts.ending == .mayBeRenewed
    self.init(
      productId: isRenewed ? nil : facts.productId.map(symbols.text(of:)),
      lapsedAt: isRenewed ? nil : facts.lapsedAt,
      state: isKnown ? facts.state : nil,
      willAutoRenew: isKnown ? facts.willAutoRenew : nil,
      hasSharedAccess: facts.hasSharedAccess,
      paidMonths: Int(facts.paidMonths),
      mayHavePaidMore: facts.mayHavePaidMore,
      storefront: facts.storefront,
      expirationIntent: facts.expirationIntent
    )
  }
}
