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
  package var hasSharedAccess: Truth = .fails
  /// The fewest and the most paid months that are possible (F7, F13c, F14).
  package var paidMonths: ClosedRange<Int64> = 0...0
  /// The service that the paid months count (F7).
  package var paidService: PaidServiceRange = PaidServiceRange()
  /// Why the subscription expired; nil if it is not known.
  package var expirationIntent: Int?
  /// The customer's storefront; nil if it is not known (F10, F12).
  package var storefront: Storefront?
  /// The newest instant before which purchases are missing; nil if there is none (F14).
  package var boundary: Instant?
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
  /// Whether renewal information is older than the last purchase, so that it describes another (F14d).
  var hasOldRenewalInfo: Bool = false
  /// Whether the store has signed a renewal that begins soon (F14g).
  package var isRenewalAnnounced: Bool = false
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
    var redemptions = Redemptions()
    var promotionalOffers = Redemptions()
    var firstPurchase: Instant?
    /// Whether there were purchases before that one (F14a).
    var lacksFirstPurchase = false
  }

  package enum Ending: Sendable, Hashable {
    case known
    /// It is unknown whether the store is still retrying the payment (F13a).
    case mayBeRetrying
    /// It is unknown whether the subscription was renewed (F13b, F13f, F14e), or another one bought
    /// (F13g).
    case mayBeRenewed
    /// The first purchases are missing, so that it is unknown what was bought before (F14a).
    case mayHaveBegun

    /// Whether there can be a purchase that the input does not have, of any product.
    package var hidesPurchases: Bool { self == .mayBeRenewed || self == .mayHaveBegun }
  }

  /// Creates the facts before the first purchase.
  init(storefront: Storefront? = nil, gaps: HistoryGaps = []) {
    self.storefront = storefront
    self.gaps = gaps
  }
}

extension Facts {
  /// Returns the value of a fact; unknown for the clock, which is not a fact of a timeline.
  package func value(of fact: FactVariable) -> FactValue {
    var facts = self
    return facts.read(fact)
  }

  /// Returns the value of a fact, as above.
  ///
  /// It changes nothing. It is mutating because otherwise all facts would be read for each (2 % of the
  /// instructions of a score).
  @inline(__always)
  mutating func read(_ fact: FactVariable) -> FactValue {
    switch fact {
    case .now: .unknown
    case .productId:
      ending.hidesPurchases ? .unknown : FactValue(productId.map { Int64($0.index) })
    case .lapsedAt: lapseValue
    case .state: ending == .known ? .number(state.number) : .unknown
    case .willAutoRenew:
      ending == .known || isRenewalAnnounced ? .number(willAutoRenew ? 1 : 0) : .unknown
    case .hasSharedAccess: FactValue(hasSharedAccess)
    case .paidMonths: FactValue(paidMonths)
    case .expirationIntent: FactValue(expirationIntent.map(Int64.init))
    case .storefront: storefront.map { .number(Int64($0.packed)) } ?? .unknown
    case .redemptionEndedAt: redemptionEndedAt
    case .redemptionCount: redemptionCount
    case .willRenew: FactValue(renewal)
    case .hasReceivedIntroductoryOffer:
      hasIntroduction
        ? .number(1) : lacksPurchases || lacks(.redemptions) ? .unknown : .number(0)
    case .hasEverSubscribed:
      ending == .mayHaveBegun ? .unknown : .number(productId == nil ? 0 : 1)
    case .refunds: FactValue(counts.refunds...(mayHaveMorePurchases ? .max : counts.refunds))
    case .lastRefundAt:
      mayHaveMorePurchases ? .unknown : FactValue(counts.lastRefundAt?.milliseconds)
    case .redemptions: counts.redemptions.count(latestUnseen: latestUnseenOffer)
    case .lastRedemptionAt: counts.redemptions.last(latestUnseen: latestUnseenOffer)
    case .secondLastRedemptionAt: counts.redemptions.secondLast(latestUnseen: latestUnseenOffer)
    case .lastPromotionalOfferAt: counts.promotionalOffers.last(latestUnseen: latestUnseenOffer)
    case .firstPurchaseDate: firstPurchaseValue
    // Only a snapshot reads these.
    case .paidMonthsEver, .price, .offerPrice: .unknown
    }
  }

  /// Whether a subscription, owned or shared, will renew (M1).
  var renewal: Truth { ownRenewal || sharedRenewal }

  /// Whether the customer's own subscription will renew (M1).
  private var ownRenewal: Truth {
    if isRenewalAnnounced { return .holds }
    guard ending == .known else { return .unknown }
    return state.canRenew && willAutoRenew ? .holds : .fails
  }

  /// The end of service, or the earliest instant that it can be (F2, F14f).
  private var lapseValue: FactValue {
    switch ending {
    case .mayHaveBegun: .unknown
    case .mayBeRenewed:
      lapsedAt.map {
        .range($0.milliseconds...max($0, .maximum).milliseconds, mayBeAbsent: false)
      } ?? .unknown
    case .known, .mayBeRetrying: FactValue(lapsedAt?.milliseconds)
    }
  }

  /// The first purchase, which is earlier if the beginning is missing (F14a).
  private var firstPurchaseValue: FactValue {
    if ending == .mayHaveBegun { return .unknown }
    guard lacks(.paidMonths) || counts.lacksFirstPurchase else {
      return FactValue(counts.firstPurchase?.milliseconds)
    }
    guard let first = counts.firstPurchase, first > .minimum else { return .unknown }
    return FactValue(Instant.minimum.milliseconds...first.milliseconds)
  }

  /// Whether the renewal information is older than the last purchase, or than the next renewal (F13,
  /// F14d).
  var isStale: Bool { ending == .mayBeRenewed || hasOldRenewalInfo }

  /// Whether there can be any number of paid months that the transactions do not show (F13c).
  @inline(__always)
  package var mayHavePaidMore: Bool {
    ending.hidesPurchases || lacks(.paidMonths)
  }

  /// Whether only the paid months tell if there can be more of them: purchases are missing that may be too
  /// early to count (F14).
  var needsMonths: Bool { boundary != nil && !mayHavePaidMore }

  /// Whether there can be earlier purchases that the input does not have (F13c, F13g, F14a, F14b).
  var lacksPurchases: Bool {
    boundary != nil || ending == .mayHaveBegun || lacks(.paidMonths)
  }

  /// Whether there can be purchases that the input does not have.
  private var mayHaveMorePurchases: Bool { boundary != nil || mayHavePaidMore }

  /// The latest instant at which an offer can have been redeemed that the input does not show; nil if
  /// it shows all (F12 to F14).
  private var latestUnseenOffer: Instant? {
    if ending.hidesPurchases { return .maximum }
    guard lacks(.redemptions) || lacks(.paidMonths), let lastPurchase else { return boundary }
    return max(boundary ?? lastPurchase, lastPurchase)
  }

  /// Returns whether the source of the history lacks something (F12).
  ///
  /// Before the first purchase it lacks nothing, because nothing was paid or redeemed (F11).
  @inline(__always)
  func lacks(_ gap: HistoryGaps) -> Bool {
    // Other purchases are unknown, so their payments and redemptions are too (F13g).
    !gaps.isDisjoint(with: gap.union(.otherPurchases)) && (productId != nil || ending != .known)
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
  /// The fact has a number of this range, or may be absent, too (F14).
  case range(ClosedRange<Int64>, mayBeAbsent: Bool)

  /// Creates the value of a fact that is there; a range of one number is known.
  @inline(__always)
  package init(_ range: ClosedRange<Int64>) {
    self =
      range.lowerBound == range.upperBound
      ? .number(range.lowerBound) : .range(range, mayBeAbsent: false)
  }

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

  /// Whether somebody else's purchase gives access; nil if it is not known, because the shared
  /// subscription was to be renewed (F6).
  public let hasSharedAccess: Bool?

  /// The earliest instant at which service can have ended; nil if the lapse is known, or if nothing
  /// is known of it (F14f).
  public let lapsedAtEarliest: Instant?

  /// The fewest paid months that are possible (F7).
  public let paidMonths: Int

  /// The most paid months that are possible; nil if no upper end is known (F14).
  public let mostPaidMonths: Int?

  /// The storefront; nil if it is not known (F10).
  public let storefront: Storefront?

  /// The expiration intent; nil if it is not known.
  public let expirationIntent: Int?
}

extension SubscriptionFacts {
  /// Whether there can be more paid months than ``paidMonths``.
  public var mayHavePaidMore: Bool { mostPaidMonths != paidMonths }

  init(_ facts: Facts, _ symbols: SymbolTable) {
    let isKnown = facts.ending == .known
    let mayHaveOthers = facts.ending.hidesPurchases
    let months = facts.paidMonths
    self.init(
      productId: mayHaveOthers ? nil : facts.productId.map(symbols.text(of:)),
      lapsedAt: mayHaveOthers ? nil : facts.lapsedAt,
      state: isKnown ? facts.state : nil,
      willAutoRenew: isKnown || facts.isRenewalAnnounced ? facts.willAutoRenew : nil,
      hasSharedAccess: facts.hasSharedAccess.bool,
      lapsedAtEarliest: mayHaveOthers ? facts.lapsedAt : nil,
      paidMonths: Int(months.lowerBound),
      mostPaidMonths: months.upperBound == .max ? nil : Int(months.upperBound),
      storefront: facts.storefront,
      expirationIntent: facts.expirationIntent
    )
  }
}
