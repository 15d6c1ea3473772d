import CalendarTime

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
