import CalendarTime

/// The instants at which an audience is counted: in even steps from a first one to a last one.
struct AudienceDates: Sendable {
  /// How far one date is from the next.
  enum Step: String, Sendable, CaseIterable {
    case day
    case week
    case month
  }

  /// The most dates that a page shows.
  static let limit = 1_000

  /// The dates in order; there is at least one.
  let instants: [Instant]

  /// Creates the dates; nil where they are none, or more than ``limit``.
  init?(from first: Instant, through last: Instant, by step: Step) {
    guard first <= last else { return nil }
    var instants: [Instant] = []
    for count in 0...Int64(Self.limit) {
      let instant =
        switch step {
        case .day: first.adding(milliseconds: count * Instant.millisecondsPerDay)
        case .week: first.adding(milliseconds: count * 7 * Instant.millisecondsPerDay)
        // From the first one each time: a month that is short shortens no other one.
        case .month: first.adding(months: count)
        }
      guard instant <= last, instant.isValid else { break }
      instants.append(instant)
    }
    guard instants.count <= Self.limit else { return nil }
    self.instants = instants
  }
}
