import CEL

extension AssignmentFinder {
  /// Returns the first result of a function over some instants of the clock.
  ///
  /// Between two instants that a box compares the clock with, the answer depends only on the
  /// calendar. It is the same on all days that every month has, and the first days include one.
  /// Then it tries, for eight years, the last days of months and the leap years, in which several
  /// days have the same day a month later.
  func atSomeInstant<Found>(of box: Box, _ find: (Instant) -> Found?) -> Found? {
    let clock = box[space.id(of: .now)].numbers
    func intervals(from instants: [Int64]) -> [ClosedRange<Int64>] {
      instants.flatMap { clock.intersection(IntervalSet($0...Int64.max)).intervals.prefix(1) }
    }
    let others =
      space.redeemedOffers(in: box).map { CustomerMoment.redemption($0) }
      + space.otherMoments(in: box)
    let byOwnAges = ([.lapse] + others).flatMap { movedEdges(of: $0, byAgesOf: $0, in: box) }
    // The lapse is not before any redemption, so its ages move their instants, too.
    let byLapse = Set(others.flatMap { movedEdges(of: $0, byAgesOf: .lapse, in: box) })
      .subtracting(byOwnAges).ordered()
    for intervals in [clock.intervals + intervals(from: byOwnAges), intervals(from: byLapse)] {
      for candidates in [firstCandidates, lastCandidates, lateCandidates] {
        for interval in intervals {
          for now in candidates(interval) where clock.contains(now.milliseconds) {
            if let found = find(now) { return found }
          }
        }
      }
    }
    return nil
  }

  private func firstCandidates(in interval: ClosedRange<Int64>) -> [Instant] {
    let first = start(of: interval)
    let midnight = Instant(first.adding(milliseconds: Instant.millisecondsPerDay - 1).date)
    let days = (0...5).map { midnight.adding(milliseconds: $0 * Instant.millisecondsPerDay) }
    return days + [first, first.adding(milliseconds: 1)]
  }

  private func lastCandidates(in interval: ClosedRange<Int64>) -> [Instant] {
    let last = Instant(milliseconds: interval.upperBound)
    return [last, last.adding(milliseconds: -1), Instant(last.date)]
  }

  private func lateCandidates(in interval: ClosedRange<Int64>) -> [Instant] {
    let first = start(of: interval)
    let month = first.date.monthIndex
    return (0...Self.months).flatMap { distance -> [Instant] in
      let next = Instant(CivilDate(monthIndex: month + distance, clampingDay: 1))
      let day = Instant.millisecondsPerDay
      return [next, next.adding(milliseconds: -day), next.adding(milliseconds: -day / 2)]
    }.filter { interval.contains($0.milliseconds) }
  }

  /// Returns the start of an interval, or a recent instant if it has none.
  private func start(of interval: ClosedRange<Int64>) -> Instant {
    guard interval.lowerBound <= Instant.minimum.milliseconds else {
      return Instant(milliseconds: interval.lowerBound)
    }
    let usual = Self.usualNow.milliseconds
    // Before an end, a year is enough for comparisons in months of a year.
    let late = interval.upperBound - 366 * Instant.millisecondsPerDay
    return Instant(milliseconds: max(interval.lowerBound, min(usual, late)))
  }

  /// Returns the instants, and those before them, at which a constrained instant reaches an age.
  private func movedEdges(
    of moment: CustomerMoment,
    byAgesOf other: CustomerMoment,
    in box: Box
  ) -> [Int64] {
    let aged = space.aged(other)
    let months = box[aged.age].numbers.edges.map {
      $0.flooredQuotientAndRemainder(dividingBy: 2).quotient
    }
    let elapsed = box[aged.elapsed].numbers.edges
    let edges = box[space.aged(moment).instant].numbers.edges.flatMap { edge -> [Int64] in
      let instant = Instant(milliseconds: edge)
      guard instant.isValid else { return [] }
      return [edge]
        + months.filter { abs($0) < 1_000_000 }.map { instant.adding(months: $0).milliseconds }
        + elapsed.map { instant.adding(milliseconds: $0).milliseconds }
    }
    return edges.flatMap { [$0.addingReportingOverflow(-1).partialValue, $0] }.filter {
      Instant(milliseconds: $0).isValid
    }
  }

  private static let months: Int64 = 8 * 12

  /// 2025-01-15, for customers who can be evaluated at any time.
  private static let usualNow = Instant(milliseconds: 1_736_899_200_000)
}
