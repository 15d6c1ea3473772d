import CalendarTime

extension WitnessHistory {
  /// A redemption and the instant from which the wait is counted (F9).
  private struct Redemption {
    let offerId: String
    let instant: Instant
  }

  /// Returns the periods of service that end in a way, in order; nil where there are none.
  ///
  /// Several redemptions may have to come to one instant. With empty periods they are bought and lost
  /// at that instant, which is odd, but counts.
  func periods(until ending: Ending, usesEmptyPeriods: Bool) -> [WitnessPeriod]? {
    let redemptions = assignment.redemptions
      .map { Redemption(offerId: $0.key, instant: $0.value) }
      .sorted { ($0.instant, $0.offerId) < ($1.instant, $1.offerId) }
    let run = run(until: ending.end)
    guard run.start < run.end else { return nil }
    switch policies.waitStart {
    case .offerPeriodEnd: return periods(run, endingWith: redemptions, usesEmptyPeriods)
    case .redemption: return periods(run, startingWith: redemptions, usesEmptyPeriods)
    case .subscriptionEnd:
      // Whenever it was redeemed, the wait is counted from the end of the subscription.
      let offers = redemptions.map { offer in
        Redemption(offerId: offer.offerId, instant: run.start)
      }
      return periods(run, startingWith: offers, true)
    }
  }

  /// The stretch of service that makes the paid months, up to its end (F7).
  private func run(until end: Instant) -> WitnessPeriod {
    let counted = min(end, assignment.now)
    guard assignment.paidMonths > 0 else {
      // A week of trial comes to no month, whatever is counted.
      return WitnessPeriod(
        start: counted.adding(milliseconds: -7 * Instant.millisecondsPerDay),
        end: end,
        isFree: true
      )
    }
    let start =
      switch policies.monthLength {
      case .calendar: counted.adding(months: -assignment.paidMonths)
      case .thirtyDays:
        counted.adding(milliseconds: -30 * assignment.paidMonths * Instant.millisecondsPerDay)
      }
    return WitnessPeriod(start: start, end: end)
  }

  private func periods(
    _ run: WitnessPeriod,
    endingWith redemptions: [Redemption],
    _ usesEmptyPeriods: Bool
  ) -> [WitnessPeriod] {
    var periods: [WitnessPeriod] = []
    for redemption in redemptions where redemption.instant <= run.start {
      periods.append(trial(until: redemption, after: periods.last, usesEmptyPeriods))
    }
    var start = run.start
    for redemption in redemptions where redemption.instant > run.start {
      if redemption.instant > start {
        periods.append(part(of: run, start, redemption.instant, redemption.offerId))
        start = redemption.instant
      } else {
        periods.append(
          WitnessPeriod(start: start, end: start, isFree: true, offerId: redemption.offerId)
        )
      }
    }
    if start < run.end { periods.append(part(of: run, start, run.end, nil)) }
    return periods
  }

  private func periods(
    _ run: WitnessPeriod,
    startingWith redemptions: [Redemption],
    _ usesEmptyPeriods: Bool
  ) -> [WitnessPeriod] {
    var periods: [WitnessPeriod] = []
    for (index, redemption) in redemptions.enumerated() where redemption.instant < run.start {
      let next = index + 1 < redemptions.count ? redemptions[index + 1].instant : run.start
      let usual = redemption.instant.adding(milliseconds: 3 * Instant.millisecondsPerDay)
      let end = usesEmptyPeriods ? redemption.instant : min(usual, next, run.start)
      periods.append(
        WitnessPeriod(
          start: redemption.instant,
          end: end,
          isFree: true,
          offerId: redemption.offerId
        )
      )
    }
    var start = run.start
    var offerId: String?
    for redemption in redemptions where redemption.instant >= run.start {
      if redemption.instant > start {
        periods.append(part(of: run, start, redemption.instant, offerId))
      } else if let earlier = offerId {
        periods.append(WitnessPeriod(start: start, end: start, isFree: true, offerId: earlier))
      }
      start = redemption.instant
      offerId = redemption.offerId
    }
    periods.append(part(of: run, start, run.end, offerId))
    return periods
  }

  /// Returns a short free offer that ends with a redemption, after another one.
  private func trial(
    until redemption: Redemption,
    after last: WitnessPeriod?,
    _ usesEmptyPeriods: Bool
  ) -> WitnessPeriod {
    let usual = redemption.instant.adding(milliseconds: -3 * Instant.millisecondsPerDay)
    let start = usesEmptyPeriods ? redemption.instant : max(usual, last?.end ?? usual)
    return WitnessPeriod(
      start: start,
      end: redemption.instant,
      isFree: true,
      offerId: redemption.offerId
    )
  }

  private func part(
    of run: WitnessPeriod,
    _ start: Instant,
    _ end: Instant,
    _ offerId: String?
  ) -> WitnessPeriod {
    WitnessPeriod(start: start, end: end, isFree: run.isFree, offerId: offerId)
  }
}
