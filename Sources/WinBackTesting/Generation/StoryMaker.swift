import CalendarTime
import WinBack

/// Writes stories of customers who should have given facts.
///
/// A story is a proposal: whoever asks for it lets the engine confirm what it shows. The plainest
/// comes first.
struct StoryMaker {
  private let assignment: Assignment
  private let catalog: StoryCatalog
  private let policies: FactPolicies
  private static let day = Instant.millisecondsPerDay

  init(_ assignment: Assignment, _ catalog: StoryCatalog, _ policies: FactPolicies) {
    self.assignment = assignment
    self.catalog = catalog
    self.policies = policies
  }

  /// The stories to try.
  var stories: [CustomerStory] {
    guard assignment.state != .none else { return [story([])] }
    guard let id = assignment.productId, let product = catalog.product(id),
      let lapse = assignment.lapsedAt
    else { return [] }
    return endings(lapse).flatMap { ending in
      services(of: product, until: ending).map {
        story($0 + (isRefund($0.last) ? [] : ending.events))
      }
    }
  }

  private func story(_ events: [StoryEvent]) -> CustomerStory {
    CustomerStory(
      storefront: assignment.storefront,
      subscriptionGroupIdentifier: events.isEmpty && !assignment.hasSharedAccess
        && catalog.onlyGroup == nil ? assignment.group : nil,
      attributes: assignment.attributes,
      events: events + (assignment.hasSharedAccess ? sharedAccess : [])
    )
  }

  private var sharedAccess: [StoryEvent] {
    let product = assignment.productId ?? catalog.firstProduct(in: assignment.group)
    let start = Instant(assignment.now.date).adding(milliseconds: -Self.day)
    return product.map { [.familyShare(of: $0, on: date(start))] } ?? []
  }

  // MARK: - How service ends

  /// The end of service, and what happens there.
  private struct Ending {
    let end: Instant
    var events: [StoryEvent] = []
    /// Until when the last period was bought at least, where a refund cuts it short.
    var boughtUntil: Instant?
  }

  private func endings(_ lapse: Instant) -> [Ending] {
    let stop: [StoryEvent] = assignment.willAutoRenew ? [] : [.cancel()]
    switch assignment.state {
    case .none: return []
    case .subscribed: return [Ending(end: lapse, events: stop)]
    case .expired:
      // Whoever did not cancel could not be charged: of the other causes no story can be told.
      guard let intent = assignment.expirationIntent, intent != 1 else {
        return [Ending(end: lapse, events: stop)]
      }
      let delay: Int64 = policies.lapseStart == .retryEnd ? 60 : 0
      return [
        Ending(end: lapse.adding(milliseconds: -delay * Self.day), events: [.billingRetry])
      ]
    case .inBillingRetryPeriod: return [Ending(end: lapse, events: [.billingRetry])]
    case .inGracePeriod:
      guard policies.lapseStart == .graceEnd else {
        return [Ending(end: lapse, events: [.grace(days: 16)])]
      }
      let rest = assignment.now.milliseconds(until: lapse)
      return [16, 28, 60, 6, 3].filter { Int64($0) * Self.day >= rest }.map { days in
        Ending(
          end: lapse.adding(milliseconds: -Int64(days) * Self.day),
          events: [.grace(days: days)]
        )
      }
    case .revoked:
      let refund = StoryEvent.refund(on: date(lapse), isProrated: true)
      return [
        Ending(
          end: lapse,
          events: [refund],
          boughtUntil: assignment.now.adding(milliseconds: Self.day)
        )
      ]
    }
  }

  // MARK: - Service

  /// The ways in which the customer may have come to the end of service.
  private func services(
    of product: StoryCatalog.Product,
    until ending: Ending
  ) -> [[StoryEvent]] {
    let redemptions = assignment.redemptions.compactMap { id, end in
      catalog.offer(id, in: assignment.group).map {
        Redemption(offer: $0.offer, instant: end, isStart: policies.waitStart == .redemption)
      }
    }.sorted { ($0.end, $0.offer.offerId) < ($1.end, $1.offer.offerId) }
    guard let last = redemptions.last else { return runs(of: product, until: ending) }
    let earlier = redemptions.dropLast()
    return redeemed(last, product, until: ending).compactMap { events in
      guard let first = start(of: events) else { return nil }
      var before: [StoryEvent] = []
      for redemption in earlier {
        before += [.redeem(offer: redemption.offer.offerId, on: date(redemption.start)), .cancel()]
      }
      let needsTrial = !earlier.isEmpty || isRedemption(events.first)
      guard needsTrial else { return events }
      let begin = (earlier.first?.start ?? first).adding(months: -3)
      let trial: [StoryEvent] = [
        .subscribe(to: product.id, on: date(begin), freeTrial: .oneWeek), .cancel(),
      ]
      return trial + before + events
    }
  }

  /// A redemption, with the instant from which the wait is counted.
  private struct Redemption {
    let offer: WinBackOffer
    let instant: Instant
    /// Whether that is its start; else it is the end of its period.
    let isStart: Bool

    /// The length of the whole offer.
    var length: (months: Int64, days: Int64) {
      let count = offer.offerMode == .payAsYouGo ? Int64(offer.periodCount) : 1
      return switch PeriodLength(offer.duration) {
      case .months(let months): (Int64(months) * count, 0)
      case .days(let days): (0, Int64(days) * count)
      }
    }

    var start: Instant { isStart ? instant : moved(-1) }

    var end: Instant { isStart ? moved(1) : instant }

    /// Returns the instant moved by the length of the offer, back or forward.
    private func moved(_ direction: Int64) -> Instant {
      instant.adding(milliseconds: direction * length.days * Instant.millisecondsPerDay)
        .adding(months: direction * length.months)
    }

    /// The months of the offer that are paid for.
    var paidMonths: Int64 { offer.offerMode == .freeTrial ? 0 : length.months }
  }

  /// The ways to a redemption and on from it to the end of service.
  private func redeemed(
    _ redemption: Redemption,
    _ product: StoryCatalog.Product,
    until ending: Ending
  ) -> [[StoryEvent]] {
    let redeem = StoryEvent.redeem(offer: redemption.offer.offerId, on: date(redemption.start))
    let after = redemption.end.months(until: ending.end)
    var ways: [[StoryEvent]] = []
    // Redeemed and gone on, or gone.
    if redemption.end.adding(months: after) == ending.end, let renewals = product.count(of: after) {
      let goesOn: [StoryEvent] = renewals > 0 ? [.renew(renewals)] : []
      let before = assignment.paidMonths - after - redemption.paidMonths
      if before <= 0 { ways.append([redeem] + goesOn) }
      if before > 0 || (after == 0 && redemption.paidMonths == 0 && assignment.paidMonths > 0) {
        let run = Ending(end: redemption.start)
        for way in paid(before, product, until: run) {
          ways.append(way + [.cancel(), redeem] + goesOn)
        }
      }
    }
    // Redeemed, and come back at once for a trial that was taken back.
    if redemption.end < ending.end, ending.events == [.cancel()],
      redemption.end.milliseconds(until: ending.end) < 7 * Self.day
    {
      let before = max(1, assignment.paidMonths - redemption.paidMonths)
      ways += paid(before, product, until: Ending(end: redemption.start)).map {
        $0 + [
          .cancel(), redeem, .cancel(),
          .subscribe(to: product.id, on: date(redemption.end), freeTrial: .oneWeek),
          .refund(on: date(ending.end)),
        ]
      }
    }
    // Redeemed, left, and come back for a trial.
    let trial = ending.end.adding(milliseconds: -7 * Self.day)
    if redemption.end <= trial, ending.boughtUntil == nil {
      let before = max(1, assignment.paidMonths - redemption.paidMonths)
      ways += paid(before, product, until: Ending(end: redemption.start)).map {
        $0 + [
          .cancel(), redeem, .cancel(),
          .subscribe(to: product.id, on: date(trial), freeTrial: .oneWeek),
        ]
      }
    }
    // Redeemed long ago, and come back.
    for run in runs(of: product, until: ending) {
      guard let start = start(of: run), redemption.end <= start else { continue }
      ways.append([redeem, .cancel()] + run)
    }
    return ways
  }

  /// The ways to pay for as long as the facts say, up to the end of service.
  private func runs(
    of product: StoryCatalog.Product,
    until ending: Ending
  ) -> [[StoryEvent]] {
    guard assignment.paidMonths > 0 else {
      let start = ending.end.adding(milliseconds: -7 * Self.day)
      let trial = StoryEvent.subscribe(to: product.id, on: date(start), freeTrial: .oneWeek)
      guard ending.boughtUntil != nil else { return [[trial]] }
      return [[.subscribe(to: product.id, on: date(start), freeTrial: .oneYear)]]
    }
    return paid(assignment.paidMonths, product, until: ending)
  }

  private func paid(
    _ months: Int64,
    _ product: StoryCatalog.Product,
    until ending: Ending
  ) -> [[StoryEvent]] {
    if let boughtUntil = ending.boughtUntil {
      let start = ending.end.adding(months: -months)
      guard let count = product.count(from: start, covering: boughtUntil) else { return [] }
      return [[.subscribe(to: product.id, on: date(start), stays: .periods(count))]]
    }
    var ways: [[StoryEvent]] = []
    switch product.period {
    case .months(let period) where months % Int64(period) == 0:
      let start = ending.end.adding(months: -months)
      ways.append([.subscribe(to: product.id, on: date(start), stays: .months(Int(months)))])
    case .months: break
    case .days(let days):
      var count: Int64 = 1
      func start() -> Instant {
        ending.end.adding(milliseconds: -count * Int64(days) * Self.day)
      }
      while start().months(until: ending.end) < months, count < 10_000 { count += 1 }
      ways.append([.subscribe(to: product.id, on: date(start()), stays: .periods(Int(count)))])
    }
    // Paid for another product, and a trial of this one, which adds nothing.
    if let other = catalog.products(in: assignment.group).first(where: {
      $0.id != product.id && $0.count(of: months) != nil
    }) {
      let changed = ending.end.adding(milliseconds: -7 * Self.day)
      let start = changed.adding(months: -months)
      ways.append([
        .subscribe(to: other.id, on: date(start), stays: .months(Int(months))), .cancel(),
        .subscribe(to: product.id, on: date(changed), freeTrial: .oneWeek),
      ])
    }
    // Bought for longer, and paid back for the rest.
    let start = ending.end.adding(months: -months)
    if let count = product.count(from: start, covering: ending.end), assignment.redemptions.isEmpty
    {
      ways.append([
        .subscribe(to: product.id, on: date(start), stays: .periods(count)),
        .refund(on: date(ending.end), isProrated: true),
      ])
    }
    return ways
  }

  // MARK: - Dates

  /// Returns a date as a person would write it: a day, where it is the start of one.
  private func date(_ instant: Instant) -> StoryDate {
    policies.timeZone == .utc && instant.timeOfDay == 0
      ? StoryDate(TimelineDate(instant.date)) : StoryDate(instant)
  }

  private func start(of events: [StoryEvent]) -> Instant? {
    switch events.first {
    case .subscribe(_, let date, _, _), .redeem(_, let date, _):
      (try? date.date()).map { $0.resolved(at: policies.timeZone) }
    default: nil
    }
  }

  private func isRefund(_ event: StoryEvent?) -> Bool {
    if case .refund = event { true } else { false }
  }

  private func isRedemption(_ event: StoryEvent?) -> Bool {
    if case .redeem = event { true } else { false }
  }
}

extension StoryCatalog.Product {
  /// Returns how many periods come to some months; nil where none do.
  fileprivate func count(of months: Int64) -> Int? {
    guard months > 0 else { return 0 }
    guard case .months(let period) = period, months % Int64(period) == 0 else { return nil }
    return Int(months) / period
  }

  /// Returns how many periods from an instant on hold another one; nil where they are too many.
  fileprivate func count(from start: Instant, covering end: Instant) -> Int? {
    var cycle = BillingCycle(startingOn: TimelineDate(start))
    for count in 1...10_000 {
      cycle.add(period)
      if cycle.end.instant > end { return count }
    }
    return nil
  }
}
