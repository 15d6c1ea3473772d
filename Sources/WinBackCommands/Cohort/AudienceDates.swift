import CalendarTime
import WinBack

/// The instants at which audiences are counted, in order.
struct AudienceDates: Sendable {
  /// The instants.
  let instants: ContiguousArray<Instant>

  /// What the dates are called.
  let names: [String]

  let step: AudienceStep

  /// Creates dates, of which there is at least one and at most a limit; nil for any other number.
  ///
  /// Steps are counted in the calendar of the time zone (T4), as the days of a catalog are.
  init?(
    from start: TimelineDate,
    until end: TimelineDate,
    by step: AudienceStep,
    at offset: UTCOffset,
    limit: Int
  ) {
    let last = end.resolved(at: offset)
    var instants: ContiguousArray<Instant> = []
    var names: [String] = []
    while true {
      let date = step.date(instants.count, after: start.instant)
      let instant = TimelineDate(instant: date, isDateOnly: start.isDateOnly).resolved(at: offset)
      guard instant <= last else { break }
      guard instants.count < limit, instant.isValid else { return nil }
      instants.append(instant)
      names.append(start.isDateOnly ? date.date.description : date.description)
    }
    guard !instants.isEmpty else { return nil }
    self.instants = instants
    self.names = names
    self.step = step
  }

  /// The time from the first date to the last one.
  var range: ClosedRange<Instant> { instants[0]...instants[instants.count - 1] }

  /// Returns the place of the first date that is not before an instant.
  ///
  /// - Complexity: O(log *n*)
  func place(from instant: Instant) -> Int {
    var low = 0
    var high = instants.count
    while low < high {
      let middle = (low + high) / 2
      if instants[middle] < instant { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// The interval between the dates at which audiences are counted.
enum AudienceStep: String, Sendable, Hashable, CaseIterable {
  case day
  case week
  case month

  /// Returns the date some steps after the first one.
  func date(_ steps: Int, after start: Instant) -> Instant {
    switch self {
    case .day: start.adding(milliseconds: Int64(steps) * Instant.millisecondsPerDay)
    case .week: start.adding(milliseconds: Int64(steps) * 7 * Instant.millisecondsPerDay)
    case .month: start.adding(months: Int64(steps))
    }
  }
}
