import CalendarTime

extension PurchasePlanner {
  /// The ways in which a customer is eligible for come to the end of service.
  func services(
    of facts: Assignment,
    _ product: String,
    until ending: Ending
  ) -> [[Purchase]] {
    let runs = runs(of: facts.paidMonths, product, until: ending)
    let redemptions = facts.redemptions.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
    guard let first = redemptions.first, let run = runs.first?.first else { return runs }
    let qualified =
      redemptions.count == 1
      ? redeemed(first.key, first.value, facts.paidMonths, runs, product, until: ending) : []
    return qualified
      + [false, true].map { redeemed(redemptions, within: run, emptying: $0) }
  }

  // MARK: - By customers who qualify

  /// The ways to qualify for an offer, to redeem it, and to continue to the end of service.
  private func redeemed(
    _ offerId: String,
    _ instant: Instant,
    _ months: Int64,
    _ runs: [[Purchase]],
    _ product: String,
    until ending: Ending
  ) -> [[Purchase]] {
    guard let (offer, productId) = offers[offerId] else { return [] }
    let (count, whole) = (offer.servicePeriods, redemption(of: offer, productId, instant))
    var ways: [[Purchase]] = []
    func add(_ paid: Int64, _ redemption: Purchase, _ purchases: [Purchase]) {
      for before in qualifying(for: offer, productId, at: redemption.start, paying: paid) {
        ways.append(before + [redemption] + purchases)
      }
    }
    let asked = Int64(offer.customerEligibilityPaidSubscriptionDurationInMonths)
    if months > 0 {
      // Paid for after the offer, by a month more than it asks for before.
      for run in runs where run.first.map({ whole.end <= $0.start }) == true {
        add(asked + 1, whole, run)
      }
      let paid = Int64(whole.isFree ? 0 : (PeriodLength(offer.duration).months ?? 0) * count)
      if paid > 0, whole.end.adding(months: months - paid) == ending.end {
        let rest = Purchase(productId: product, start: whole.end, end: ending.end)
        add(asked + 1, whole, rest.start < rest.end ? [rest] : [])
      }
    }
    // Paid for before the offer, which nothing paid comes after.
    guard asked <= months, ending.boughtUntil == nil else { return ways }
    var unpaid = whole.isFree ? whole : redemption(of: offer, productId, instant, periods: 1)
    if policies.waitStart == .redemption, unpaid.start < ending.end, ending.end < unpaid.end {
      unpaid.refund = .whole(of: unpaid.end)
      unpaid.end = ending.end
    }
    if !unpaid.isFree, unpaid.refund == nil { unpaid.refund = .whole(of: unpaid.end) }
    if let tail = unpaidService(product, from: unpaid.end, until: ending.end) {
      add(months, unpaid, tail)
    }
    return ways
  }

  /// Returns the redemption from which a wait is counted as of an instant (F9).
  private func redemption(
    of offer: WinBackOffer,
    _ product: String,
    _ instant: Instant,
    periods: Int? = nil
  ) -> Purchase {
    let period = PeriodLength(offer.duration)
    let count = periods ?? offer.servicePeriods
    let end = policies.waitStart == .redemption ? period.moving(instant) : instant
    var redemption = Purchase(
      productId: product,
      start: period.moving(end, by: -count),
      end: end,
      isFree: offer.offerMode == .freeTrial,
      offerId: offer.offerId,
      offerPeriods: count
    )
    // A day after the start, so that an offer that starts on another day can be redeemed as well.
    let start = offer.startDate.start(at: policies.timeZone)
    let days = [start.adding(milliseconds: Self.day), start]
    if let day = days.first(where: { $0 < end }), redemption.start < day {
      redemption.start = day
      redemption.refund = .whole(of: period.moving(day))
      redemption.offerPeriods = 1
    }
    return redemption
  }

  /// The ways to pay for some months and to lapse, so that an offer can be redeemed at an instant.
  private func qualifying(
    for offer: WinBackOffer,
    _ product: String,
    at instant: Instant,
    paying months: Int64
  ) -> [[Purchase]] {
    let lapse = offer.customerEligibilityTimeSinceLastSubscribedInMonths
    // Away from the ends of what the offer asks for, and too far for service to join (F8).
    let gap = min(lapse.maximum, max(lapse.minimum + 1, 3))
    let end = instant.adding(months: -Int64(gap))
    return runs(of: months, product, until: Ending(end: end, counted: end))
  }

  /// Service that nobody pays for; nil if there is no time for it.
  private func unpaidService(
    _ product: String,
    from start: Instant,
    until end: Instant
  ) -> [Purchase]? {
    guard start < end else { return start == end ? [] : nil }
    let trial = end.adding(milliseconds: -7 * Self.day)
    guard trial < start else {
      return [Purchase(productId: product, start: trial, end: end, isFree: true)]
    }
    let until = start.adding(milliseconds: 7 * Self.day)
    return [
      Purchase(productId: product, start: start, end: end, isFree: true, refund: .whole(of: until))
    ]
  }

  // MARK: - By anybody

  /// Returns a run of service with redemptions at given instants, in it or as short trials before it.
  ///
  /// Several may have to come to one instant. With empty periods they are bought and lost at that
  /// instant, which is odd, but counts.
  private func redeemed(
    _ redemptions: [(key: String, value: Instant)],
    within run: Purchase,
    emptying isEmptied: Bool
  ) -> [Purchase] {
    let isStart = policies.waitStart != .offerPeriodEnd
    var before: [Purchase] = []
    var within: [Purchase] = []
    /// What of the run comes after the last redemption.
    var rest = run
    for (index, redemption) in redemptions.enumerated() {
      // The wait can be counted from the end of the subscription, whatever the redemption's date (F9).
      let instant = policies.waitStart == .subscriptionEnd ? run.start : redemption.value
      if instant < run.start || instant == run.start && !isStart {
        let next = index + 1 < redemptions.count ? redemptions[index + 1].value : run.start
        let length = isEmptied ? 0 : 3 * Self.day
        before.append(
          Purchase(
            productId: run.productId,
            start: isStart
              ? instant : max(instant.adding(milliseconds: -length), before.last?.end ?? .minimum),
            end: isStart ? min(instant.adding(milliseconds: length), next, run.start) : instant,
            isFree: true,
            offerId: redemption.key
          )
        )
      } else {
        var part = rest
        part.end = instant
        part.refund = nil
        rest.start = instant
        if isStart { rest.offerId = redemption.key } else { part.offerId = redemption.key }
        if part.start < part.end || part.offerId != nil { within.append(part) }
      }
    }
    guard rest.start == rest.end, rest.offerId == nil, !within.isEmpty else {
      return before + within + [rest]
    }
    within[within.endIndex - 1].refund = run.refund
    return before + within
  }
}
