package import CEL

/// The facts about one customer at one instant: a point in a ``CustomerSpace``.
package struct Assignment: Sendable, Hashable {
  package var group: String
  package var now: Instant
  /// The state of the subscription (F4).
  package var state: SubscriptionState = .expired
  /// The product; nil if nothing was owned (F1).
  package var productId: String?
  /// The end of service; nil if nothing was owned (F2).
  package var lapsedAt: Instant?
  /// Whether the subscription renews (F5).
  package var willAutoRenew: Bool = false
  /// Whether somebody else's purchase gives access (F6).
  package var hasSharedAccess: Bool = false
  /// The paid months (F7).
  package var paidMonths: Int64 = 0
  /// Why the subscription expired; nil if it is not known.
  package var expirationIntent: Int?
  /// Whether the customer received an introductory offer in the group (M2).
  package var hasReceivedIntroductoryOffer: Bool = false
  /// The storefront (F10).
  package var storefront: Storefront
  /// The instant from which the wait is counted, by offer of the group; a missing offer was never
  /// redeemed (F9).
  package var redemptions: [String: Instant] = [:]
  /// The number of redemptions of offers of the group, if it is not 1.
  package var redemptionCounts: [String: Int64] = [:]
  /// The known facts over all transactions; nil is absent.
  package var counts: [FactVariable: Value] = [:]
  package var attributes: [String: Value] = [:]

  package func binding(of id: VariableID, in space: CustomerSpace) -> Binding {
    switch space.dimension(of: id) {
    case .fact(let fact): binding(of: fact)
    case .age(let moment): age(of: instant(of: moment))
    case .elapsed(let moment): elapsed(since: instant(of: moment))
    case .redemption(let offer): timestamp(instant(of: .redemption(offer)))
    case .redemptionCount(let offer): .value(.int(redemptionCount(of: offer)))
    case .attribute(let name): attributes[name].map { .value($0) } ?? .absent
    case nil: .absent
    }
  }

  private func binding(of fact: FactVariable) -> Binding {
    switch fact {
    case .now: timestamp(now)
    case .productId: productId.map { .value(.string($0)) } ?? .absent
    case .lapsedAt: timestamp(lapsedAt)
    case .state: .value(.string(state.rawValue))
    case .willAutoRenew: .value(.bool(willAutoRenew))
    case .hasSharedAccess: .value(.bool(hasSharedAccess))
    case .paidMonths: .value(.int(paidMonths))
    case .expirationIntent: expirationIntent.map { .value(.int(Int64($0))) } ?? .absent
    case .storefront: .value(.string(storefront.code))
    case .redemptionEndedAt, .offerPrice: .absent
    case .redemptionCount: .value(.int(0))
    case .willRenew: willRenew
    case .hasReceivedIntroductoryOffer: .value(.bool(hasReceivedIntroductoryOffer))
    case .hasEverSubscribed: .value(.bool(state != .neverOwned))
    case .refunds: .value(counts[fact] ?? .int(0))
    case .redemptions: .value(counts[fact] ?? .int(Int64(redemptions.count)))
    case .paidMonthsEver: .value(counts[fact] ?? .int(paidMonths))
    case .lastRefundAt, .lastRedemptionAt, .secondLastRedemptionAt, .lastPromotionalOfferAt, .price:
      counts[fact].map { .value($0) } ?? .absent
    case .firstPurchaseDate: firstPurchase
    }
  }

  /// The first purchase; if it is unknown, the latest instant that the paid months allow.
  private var firstPurchase: Binding {
    if let value = counts[.firstPurchaseDate] { return .value(value) }
    return timestamp(lapsedAt.map { min($0, now).adding(months: -paidMonths) })
  }

  /// Whether the subscription will renew (M1); unknown for a shared one.
  private var willRenew: Binding {
    if willAutoRenew, state.renewsIfOn { return .value(.bool(true)) }
    return hasSharedAccess ? .unknown : .value(.bool(false))
  }

  /// Whether a purchase was signed that has not begun (F14g); nothing else renews without a period.
  var isRenewalAnnounced: Bool { willAutoRenew && state.isAnnouncedIfItRenews }

  private func instant(of moment: CustomerMoment) -> Instant? {
    let binding: Binding
    switch moment {
    case .lapse: return lapsedAt
    case .redemption(let offer): return offer.group == group ? redemptions[offer.offerId] : nil
    case .fact(let fact): binding = self.binding(of: fact)
    case .attribute(let name): binding = attributes[name].map { .value($0) } ?? .absent
    }
    guard case .value(.timestamp(let instant)) = binding else { return nil }
    return instant
  }

  private func redemptionCount(of offer: OfferKey) -> Int64 {
    instant(of: .redemption(offer)) == nil ? 0 : redemptionCounts[offer.offerId] ?? 1
  }

  private func timestamp(_ instant: Instant?) -> Binding {
    instant.map { .value(.timestamp($0)) } ?? .absent
  }

  private func age(of instant: Instant?) -> Binding {
    instant.map { .value(.int(Age.age(of: $0, at: now))) } ?? .absent
  }

  private func elapsed(since instant: Instant?) -> Binding {
    instant.map { .value(.duration(milliseconds: $0.milliseconds(until: now))) } ?? .absent
  }
}

extension SubscriptionState {
  /// Whether only a purchase that has not begun explains that the subscription renews (F14g).
  var isAnnouncedIfItRenews: Bool { self == .expired || self == .neverOwned }

  /// Whether the subscription renews if automatic renewal is on (M1).
  var renewsIfOn: Bool { canRenew || isAnnouncedIfItRenews }
}
