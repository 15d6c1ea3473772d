import WinBack

extension Reference.Facts {
  typealias Period = Reference.Period
  typealias Milliseconds = Reference.Milliseconds

  /// F7: the months of the most recent run of paid service, up to `now`.
  var paidMonths: Int {
    let run: [Period] =
      switch policies.paidStreak {
      case .mostRecent: mostRecentRun
      case .accumulated: served.filter { $0.isPaid(policies) }
      }
    return months(in: segments(of: run))
  }

  /// The periods that have length before `now`.
  private var served: [Period] { periods.filter { $0.hasLength && $0.start < now } }

  /// F7, step 1: the paid periods of the latest run, the earliest first.
  private var mostRecentRun: [Period] {
    let served = served
    guard var position = served.lastIndex(where: { $0.isPaid(policies) }) else { return [] }
    var run = [served[position]]
    while position > 0 && joins(served[position - 1], served[position]) {
      position -= 1
      if served[position].breaksStreak(policies) { break }
      if served[position].isPaid(policies) { run.insert(served[position], at: 0) }
    }
    return run
  }

  /// F8: whether a period is followed by another without an interruption that matters.
  private func joins(_ earlier: Period, _ later: Period) -> Bool {
    let gap = later.start - earlier.end
    switch policies.gapTolerance {
    case .none:
      return gap <= 0
    case .billingRecovery:
      let isRenewal = later.purchase.transaction.transactionReason == "RENEWAL"
      return gap <= 0 || (isRenewal && gap <= 60 * Reference.day)
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
  private func months(in segments: [(start: Milliseconds, end: Milliseconds)]) -> Int {
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
