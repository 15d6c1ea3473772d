import WinBack

extension Reference.Facts {
  typealias Period = Reference.Period
  typealias Milliseconds = Reference.Milliseconds

  /// The paid periods that are counted, and whether there can be earlier ones that the input lacks.
  private struct Streak {
    var periods: [Period]
    var isOpen: Bool
  }

  /// F7, F13c, F14: the months of the most recent run of paid service, up to `now`.
  var paidMonths: Reference.Extent<Int> {
    if isBeforeTheInput { return Reference.Extent(from: 0) }
    let fewest = streak(joiningWithoutReason: false)
    let most = streak(joiningWithoutReason: timeline.leavesGapsOpen)
    // A hole after the latest paid period can have a later run, of any length.
    let isLowest = !mayHaveALaterRun
    return Reference.Extent(
      from: isLowest ? months(of: fewest) : 0,
      through: most.isOpen || mayHavePaidMore || !isLowest ? nil : months(of: most)
    )
  }

  private var boundaries: [Milliseconds] { timeline.boundaries(asOf: now) }

  /// The periods that have length before `now`.
  private var served: [Period] { periods.filter { $0.hasLength && $0.start < now } }

  private var mayHaveALaterRun: Bool {
    guard policies.paidStreak == .mostRecent,
      let latest = served.last(where: { $0.isPaid(policies) })
    else { return false }
    return boundaries.contains { latest.start < $0 }
  }

  private func streak(joiningWithoutReason: Bool) -> Streak {
    let served = served
    guard let latest = served.lastIndex(where: { $0.isPaid(policies) }) else {
      return Streak(periods: [], isOpen: !boundaries.isEmpty)
    }
    switch policies.paidStreak {
    case .accumulated:
      return Streak(
        periods: served.filter { $0.isPaid(policies) },
        isOpen: !boundaries.isEmpty
      )
    case .mostRecent:
      return mostRecentRun(of: served, from: latest, joiningWithoutReason)
    }
  }

  /// F7, step 1: the paid periods of the latest run, the earliest first.
  private func mostRecentRun(
    of served: [Period],
    from latest: Int,
    _ joiningWithoutReason: Bool
  ) -> Streak {
    var position = latest
    var run = [served[position]]
    while position > 0 && joins(served[position - 1], served[position], joiningWithoutReason) {
      position -= 1
      if served[position].breaksStreak(policies) { return Streak(periods: run, isOpen: false) }
      if served[position].isPaid(policies) { run.insert(served[position], at: 0) }
    }
    // F14: the walk stops at a boundary where purchases are missing just before its last period.
    let start = served[position].start
    let previous = position > 0 ? served[position - 1].start : .min
    let isOpen = boundaries.contains { previous < $0 && $0 <= start }
    return Streak(periods: run, isOpen: isOpen)
  }

  /// F8: whether a period is followed by another without an interruption that matters.
  private func joins(
    _ earlier: Period,
    _ later: Period,
    _ joiningWithoutReason: Bool
  ) -> Bool {
    let gap = later.start - earlier.end
    switch policies.gapTolerance {
    case .none:
      return gap <= 0
    case .billingRecovery:
      let reason = later.purchase.transaction.transactionReason
      let isRecovery = reason == "RENEWAL" || (reason == nil && joiningWithoutReason)
      return gap <= 0 || (isRecovery && gap <= 60 * Reference.day)
    case .sixtyDays:
      return gap <= 60 * Reference.day
    }
  }

  /// F7, step 2: the stretches of time that the periods cover, up to `now`.
  private func segments(of periods: [Period]) -> [(start: Milliseconds, end: Milliseconds)] {
    var segments: [(start: Milliseconds, end: Milliseconds)] = []
    for period in periods {
      let end = min(period.end, now)
      if let last = segments.last, period.start <= last.end {
        segments[segments.count - 1].end = max(last.end, end)
      } else {
        segments.append((period.start, end))
      }
    }
    return segments
  }

  /// F7, step 2: whole months, and one more for every 31 days that are left over in all.
  private func months(of streak: Streak) -> Int {
    let segments = segments(of: streak.periods)
    switch policies.monthLength {
    case .thirtyDays:
      return Int(segments.map { $0.end - $0.start }.reduce(0, +) / (30 * Reference.day))
    case .calendar:
      var whole = 0
      var remainders: Milliseconds = 0
      for segment in segments {
        let months = Reference.months(from: segment.start, to: segment.end)
        whole += months
        remainders += segment.end - Reference.add(months: months, to: segment.start)
      }
      return whole + Int(remainders / (31 * Reference.day))
    }
  }
}
