extension Timeline {
  /// Adds what is known of the redemptions of an offer to facts; their number only if
  /// `counts`.
  @inline(__always)
  func addRedemptions(
    of offer: RedeemedOffer,
    startingAt start: Instant,
    to facts: inout Facts,
    asOf now: Instant,
    _ waitStart: FactPolicies.WaitStart,
    counts: Bool
  ) {
    facts.redemptionEndedAt = redemption(of: offer, startingAt: start, asOf: now, facts, waitStart)
    guard counts else { return }
    facts.redemptionCount = redemptionCount(of: offer, startingAt: start, asOf: now, facts)
  }

  /// Returns the instant since which an offer counts as redeemed (F9).
  ///
  /// - Returns: The instant from which the wait is counted; absent if the offer was never redeemed.
  ///   It is unknown if the source does not say which offers were redeemed, except for an offer
  ///   that starts after the last purchase (F13d) of a history that has that purchase (F13g). If a
  ///   redemption can be missing, it is a range that ends where purchases are missing (F14).
  /// - Complexity: O(log *n*) for *n* redemptions.
  private func redemption(
    of offer: RedeemedOffer,
    startingAt start: Instant,
    asOf now: Instant,
    _ facts: Facts,
    _ waitStart: FactPolicies.WaitStart
  ) -> FactValue {
    if facts.ending == .mayHaveBegun { return .unknown }
    guard !redemptions.isEmpty || !gaps.isEmpty || facts.boundary != nil else { return .absent }
    let visible = visibleCount(asOf: now)
    if facts.lacks(.redemptions) || hasUnnamed(of: offer, before: visible) {
      return startsLater(start, facts) ? .absent : .unknown
    }
    // Each purchase ends all earlier periods, so the last one starts and ends last.
    let latest = latestRedemption(of: offer, before: visible)
    var missing: Instant?
    if let boundary = facts.boundary, start < boundary,
      latest.map({ owned[$0].start < boundary }) ?? true
    {
      missing = boundary
    }
    guard let latest else {
      return missing.map { missingRedemption(until: $0, facts, waitStart) } ?? .absent
    }
    let known: Instant
    switch waitStart {
    case .offerPeriodEnd: known = owned[latest].end(asOf: now)
    case .subscriptionEnd: return facts.value(of: .lapsedAt)
    case .redemption: known = owned[latest].start
    }
    // A renewal that the input lacks can continue the offer.
    let last = facts.ending == .mayBeRenewed && latest == visible - 1 ? .maximum : missing ?? known
    return FactValue(known.milliseconds...max(known, last).milliseconds)
  }

  /// Returns what is known of a redemption that is missing, if there was one: it ended where purchases
  /// are missing at the latest (F14).
  private func missingRedemption(
    until boundary: Instant,
    _ facts: Facts,
    _ waitStart: FactPolicies.WaitStart
  ) -> FactValue {
    guard waitStart == .subscriptionEnd else {
      return .range(Instant.minimum.milliseconds...boundary.milliseconds, mayBeAbsent: true)
    }
    return switch facts.value(of: .lapsedAt) {
    case .number(let lapse): .range(lapse...lapse, mayBeAbsent: true)
    case .range(let lapse, _): .range(lapse, mayBeAbsent: true)
    case .absent, .unknown: .unknown
    }
  }

  /// Returns the number of redemptions of an offer, or a minimum if others can be unknown.
  private func redemptionCount(
    of offer: RedeemedOffer,
    startingAt start: Instant,
    asOf now: Instant,
    _ facts: Facts
  ) -> FactValue {
    let mayHaveMore = facts.mayHavePaidMore
    let isMissing = facts.boundary.map { start < $0 } ?? false
    guard !redemptions.isEmpty || !gaps.isEmpty || mayHaveMore || isMissing else {
      return .number(0)
    }
    let visible = visibleCount(asOf: now)
    var (number, most): (Int64, Int64) = (0, 0)
    for redemption in redemptions where redemption.offer == offer && redemption.index < visible {
      let redeems = redeems(at: redemption.index)
      number += redeems == .holds ? 1 : 0
      most += redeems == .fails ? 0 : 1
    }
    let hidesSome = facts.lacks(.redemptions) || hasUnnamed(of: offer, before: visible)
    guard mayHaveMore || isMissing || hidesSome else { return FactValue(number...most) }
    let isKnown = !mayHaveMore && number == 0 && startsLater(start, facts)
    return isKnown ? .number(0) : FactValue(number...Int64.max)
  }

  /// Returns whether the last purchase is known and is earlier than the start of an offer (F13d,
  /// F13g).
  private func startsLater(_ start: Instant, _ facts: Facts) -> Bool {
    guard !gaps.contains(.otherPurchases), let last = facts.lastPurchase else { return false }
    return last < start
  }

  /// Returns whether a transaction redeems its offer: an offer that is paid as you go has a
  /// transaction for each period, and is redeemed once; unknown if its reason is missing (F14c).
  func redeems(at index: Int) -> Truth {
    guard index > 0 else { return .holds }
    let (earlier, own) = (owned[index - 1], owned[index])
    guard earlier.redeemed == own.redeemed else { return .holds }
    if own.traits.contains(.reasoned) { return own.traits.contains(.renewal) ? .fails : .holds }
    return earlier.expires.milliseconds(until: own.start) <= Self.longestGap ? .unknown : .holds
  }

  /// Whether an offer was redeemed, or perhaps was where purchases are missing.
  package var mayHaveRedemptions: Bool { !redemptions.isEmpty || !boundaries.isEmpty }

  /// Returns whether one of the first `count` transactions redeemed an offer of the same type without
  /// an identifier, which can be this one.
  private func hasUnnamed(of offer: RedeemedOffer, before count: Int) -> Bool {
    let unnamed = RedeemedOffer(type: offer.type, symbol: .absent)
    return redemptions.contains { $0.offer == unnamed && $0.index < count }
  }

  /// Returns the index of the last of the first `count` transactions that redeemed an offer.
  private func latestRedemption(of offer: RedeemedOffer, before count: Int) -> Int? {
    let end = redemptions.indices.end { redemptions[$0] < Redemption(offer: offer, index: count) }
    guard end > 0, redemptions[end - 1].offer == offer else { return nil }
    return redemptions[end - 1].index
  }
}
