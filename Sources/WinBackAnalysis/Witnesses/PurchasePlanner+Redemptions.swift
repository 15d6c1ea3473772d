import CEL

extension PurchasePlanner {
  /// Returns the ways in which a customer can redeem the offers and reach the end of service.
  func services(of facts: Assignment, _ product: String, until ending: Ending) -> [[Purchase]] {
    let runs = runs(of: facts.paidMonths, product, until: ending)
    let redemptions = facts.redemptions.ordered { ($0.value, $0.key) < ($1.value, $1.key) }
      .compactMap { id, instant -> Redemption? in
        guard let offer = offers[id] else { return nil }
        return Redemption(
          whole: redemption(of: offer, instant),
          period: redemption(of: offer, instant, periods: 1),
          offer: offer
        )
      }
    guard redemptions.count == facts.redemptions.count else { return [] }
    guard !redemptions.isEmpty else { return runs }
    return paying(facts.paidMonths, after: redemptions, runs, product, until: ending)
      + paying(facts.paidMonths, before: redemptions, product, until: ending)
  }

  /// Returns the same, and ways in which service ends with other offers that the customer redeemed at
  /// given instants, because there may be no time for them before.
  func services(
    of facts: Assignment,
    _ product: String,
    redeemingOthersUntil ending: Ending
  ) -> [[Purchase]] {
    let services = services(of: facts, product, until: ending)
    var tail: [Purchase] = []
    let others = ending.boughtUntil == nil ? others(facts, product, before: ending.end) : []
    return others.reduce(services) { ways, other in
      var other = other
      other.end = tail.first?.start ?? ending.end
      tail.insert(other, at: 0)
      let before = Ending(end: other.start, counted: other.start)
      return ways + self.services(of: facts, product, until: before).map { $0 + tail }
    }
  }

  /// Adds the redemptions of other offers at given instants, unless they are there.
  func redeemOthers(_ facts: Assignment, in plan: inout PurchasePlan) {
    guard let product = facts.productId, let end = facts.lapsedAt else { return }
    for var other in others(facts, product, before: end) {
      guard let first = plan.purchases.first, other.start < first.start else { continue }
      other.end = min(other.end, first.start)
      plan.purchases.insert(other, at: 0)
    }
  }

  /// Returns the purchases with other offers whose instants are given, the latest first.
  private func others(_ facts: Assignment, _ product: String, before end: Instant) -> [Purchase] {
    var instants = facts.counts
    if instants[.lastRedemptionAt] == nil,
      case .timestamp(let earlier)? = instants[.secondLastRedemptionAt]
    {
      let rest = min(14 * Self.day, earlier.milliseconds(until: end))
      instants[.lastRedemptionAt] = .timestamp(earlier.adding(milliseconds: rest / 2))
    }
    let facts: [FactVariable] = [
      .lastRedemptionAt, .secondLastRedemptionAt, .lastPromotionalOfferAt,
    ]
    return facts.compactMap { fact in
      guard case .timestamp(let start)? = instants[fact], start < end else { return nil }
      var other = trial(of: product, from: start)
      let isPromotional = fact == .lastPromotionalOfferAt
      other.offerKind = isPromotional ? .promotional : .winBack
      other.offerId = isPromotional ? nil : "other.offer"
      return other
    }.ordered { $0.start > $1.start }
  }

  /// Adds earlier redemptions until each offer, and all offers together, have been redeemed often enough:
  /// those of the same offer, and then those of offers that the catalog does not have any more.
  func redeemEarlier(_ facts: Assignment, in plan: inout PurchasePlan) {
    for (id, count) in facts.redemptionCounts.ordered(by: { $0.key < $1.key }) {
      guard let offer = offers[id] else { continue }
      for _ in 1..<max(1, min(count, 20)) {
        guard let first = plan.purchases.first else { return }
        let end = first.start.adding(months: -offer.monthsOfWait)
        var earlier = redemption(of: offer, end)
        if !earlier.isFree { earlier = redemption(of: offer, end, periods: 1) }
        let ended = earlier.start.adding(months: -offer.monthsOfLapse)
        let paid = runs(
          of: offer.monthsAsked + 1,
          earlier.productId,
          until: Ending(end: ended, counted: ended)
        ).first
        plan.purchases.insert(contentsOf: (paid ?? []) + [earlier], at: 0)
      }
    }
    guard case .int(let total) = facts.counts[.redemptions] else { return }
    let known = Int64(plan.purchases.count { $0.offerKind == .winBack })
    for index in 0..<max(0, min(total, 20) - known) {
      guard let first = plan.purchases.first else { return }
      var earlier = trial(of: first.productId, from: first.start.adding(months: -4))
      earlier.offerKind = .winBack
      earlier.offerId = "earlier.offer.\(index + 1)"
      plan.purchases.insert(earlier, at: 0)
    }
  }

  private struct Redemption {
    /// The purchase of all periods of the offer, and of one.
    let whole: Purchase
    let period: Purchase
    let offer: PlacedOffer

    /// The paid months that the offer requires.
    var asked: Int64 { offer.monthsAsked }
  }

  /// Returns the ways to qualify for some offers, to redeem them, and to pay until the end of
  /// service.
  private func paying(
    _ months: Int64,
    after redemptions: [Redemption],
    _ runs: [[Purchase]],
    _ product: String,
    until ending: Ending
  ) -> [[Purchase]] {
    guard months > 0, let last = redemptions.last else { return [] }
    let before = redemptions.dropLast().map(unpaid)
    var ways = runs.filter { run in run.first.map { last.whole.end <= $0.start } == true }
      .map { before + [last.whole] + $0 }
    let paid =
      last.whole.isFree
      ? 0 : Int64((PeriodLength(last.offer.duration).months ?? 0) * last.offer.terms.servicePeriods)
    if paid > 0, last.whole.end.adding(months: months - paid) == ending.end {
      let rest = Purchase(productId: product, start: last.whole.end, end: ending.end)
      ways.append(before + [last.whole] + (rest.start < rest.end ? [rest] : []))
    }
    // One month more than the offers require.
    let asked = redemptions.reduce(0) { max($0, $1.asked) } + 1
    return ways.flatMap { way in qualifying(for: redemptions[0], asked, way) }
  }

  /// Returns the ways to pay for some months, then redeem offers, and then pay for nothing.
  private func paying(
    _ months: Int64,
    before redemptions: [Redemption],
    _ product: String,
    until ending: Ending
  ) -> [[Purchase]] {
    guard redemptions.allSatisfy({ $0.asked <= months }), ending.boughtUntil == nil,
      let last = redemptions.last.map(unpaid)
    else { return [] }
    var lasts = [last]
    if policies.waitStart == .redemption, last.start < ending.end, ending.end < last.end {
      // If a refund ends service, the bought time must be over; a trial can follow it.
      let trial = ending.end.adding(milliseconds: -7 * Self.day)
      lasts = [ending.end, trial].filter { last.start < $0 }.map { end in
        var refunded = last
        refunded.refund = .init(until: last.end, isProrated: false)
        refunded.end = end
        return refunded
      }
    }
    return lasts.flatMap { last -> [[Purchase]] in
      guard let tail = unpaidService(product, from: last.end, until: ending.end) else { return [] }
      let way = redemptions.dropLast().map(unpaid) + [last] + tail
      return qualifying(for: redemptions[0], months, way)
    }
  }

  /// Returns a redemption without paid months: a free one, or one that is refunded at its end.
  private func unpaid(_ redemption: Redemption) -> Purchase {
    guard !redemption.whole.isFree else { return redemption.whole }
    var unpaid = redemption.period
    if unpaid.refund == nil { unpaid.refund = .init(until: unpaid.end, isProrated: false) }
    return unpaid
  }

  /// Returns the redemption whose wait is counted from an instant (F9).
  private func redemption(
    of offer: PlacedOffer,
    _ instant: Instant,
    periods: Int? = nil
  ) -> Purchase {
    let period = PeriodLength(offer.duration)
    let count = periods ?? offer.terms.servicePeriods
    let startsAtInstant = policies.waitStart == .redemption
    let end = startsAtInstant ? period.moving(instant) : instant
    var redemption = Purchase(
      productId: offer.subscription.productId,
      start: startsAtInstant && count == 1 ? instant : period.moving(end, by: -count),
      end: end,
      isFree: offer.mode == .freeTrial,
      offerKind: offer.kind,
      offerId: offer.id,
      offerPeriods: count
    )
    // A day after the start, so that an offer with another start can also be redeemed.
    let start = offer.start(at: policies.timeZone)
    let days = [start.adding(milliseconds: Self.day), start]
    var refunded: Instant?
    if let day = days.first(where: { $0 < end }), redemption.start < day {
      refunded = day
    } else if period.moving(redemption.start, by: count) != end {
      // No month that starts in February ends on 30 March, but a later one can be refunded then.
      refunded = period.moving(end, by: -1).adding(milliseconds: Self.day)
    }
    if let refunded {
      redemption.start = refunded
      redemption.refund = .init(until: period.moving(refunded), isProrated: false)
      redemption.offerPeriods = 1
    }
    return redemption
  }

  /// Returns the ways to pay for some months and to lapse, so that the first offer can be redeemed.
  private func qualifying(
    for redemption: Redemption,
    _ months: Int64,
    _ redemptions: [Purchase]
  ) -> [[Purchase]] {
    let start = redemptions.first?.start ?? redemption.whole.start
    let end = start.adding(months: -redemption.offer.monthsOfLapse)
    return runs(of: months, redemption.whole.productId, until: Ending(end: end, counted: end))
      .map { $0 + redemptions }
  }

  /// Returns service that nobody pays for; nil if there is no time for it.
  private func unpaidService(
    _ product: String,
    from start: Instant,
    until end: Instant
  ) -> [Purchase]? {
    guard start < end else { return start == end ? [] : nil }
    var trial = trial(of: product, before: end)
    if trial.start < start {
      trial.start = start
      trial.refund = .init(until: start.adding(milliseconds: 7 * Self.day), isProrated: false)
    }
    return [trial]
  }
}

// How long a customer pays, lapses and waits so that the catalog allows a redemption. Of an offer without
// criteria only the developer's rules ask anything, and the engine tells whether they hold.

extension PlacedOffer {
  fileprivate var monthsAsked: Int64 {
    Int64(winBack?.customerEligibilityPaidSubscriptionDurationInMonths ?? 0)
  }

  /// The months from the end of service to the redemption: not at the limits of the offer's range, and too
  /// many for service to be one run (F8).
  fileprivate var monthsOfLapse: Int64 {
    guard let lapse = winBack?.customerEligibilityTimeSinceLastSubscribedInMonths else { return 2 }
    return Int64(min(lapse.maximum, max(lapse.minimum + 1, 3)))
  }

  /// The months from one redemption to the next.
  fileprivate var monthsOfWait: Int64 {
    guard let winBack else { return 13 }
    return Int64(max(winBack.customerEligibilityWaitBetweenOffersInMonths ?? 0, 2) + 1)
  }
}
