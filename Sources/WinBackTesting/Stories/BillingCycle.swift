import CalendarTime
import WinBack

/// The days on which a subscription is billed: they follow from the first one, without drifting.
///
/// A monthly subscription of January 31 renews on February 28 and on March 31.
struct BillingCycle: Sendable {
  /// The day from which months are counted.
  private var anchor: TimelineDate
  private var months = 0

  init(startingOn date: TimelineDate) {
    anchor = date
  }

  /// The end of what was billed so far.
  var end: TimelineDate {
    anchor.moved(to: anchor.instant.adding(months: Int64(months)))
  }

  /// Bills a period more.
  mutating func add(_ period: PeriodLength) {
    switch period {
    case .months(let count): months += count
    case .days(let count):
      let milliseconds = Int64(count) &* Instant.millisecondsPerDay
      anchor = anchor.moved(to: end.instant.adding(milliseconds: milliseconds))
      months = 0
    }
  }
}
