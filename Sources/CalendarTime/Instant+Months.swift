extension Instant {
  /// Returns the same day and time some calendar months later, or the last day of a shorter month.
  ///
  /// January 31 and one month is February 28 or 29. The calendar is the proleptic Gregorian one, in
  /// UTC (T2). More months give a later result. A later start does not always: January 30 at 12:00
  /// and January 31 at 08:00 both become February 28, each at its own time.
  ///
  /// - Parameter months: The months to go forward; negative ones go back.
  /// - Returns: The instant, or the last or first instant if it is out of range.
  /// - Complexity: O(1)
  @inlinable
  public func adding(months: Int64) -> Instant {
    // More months than between any two instants: the sum is out of range, but does not overflow.
    let reach: Int64 = 8_000_000_000
    let start = date
    let index = start.monthIndex &+ max(-reach, min(months, reach))
    return Instant(
      daysSinceEpoch: CivilDate(monthIndex: index, clampingDay: start.day).daysSinceEpoch,
      timeOfDay: timeOfDay
    )
  }

  /// Returns the largest number of months that can be added without passing another instant (T3).
  ///
  /// - Parameter other: The instant not to pass.
  /// - Returns: The number of months; 0 if the other instant is earlier.
  /// - Complexity: O(1)
  @inlinable
  public func months(until other: Instant) -> Int64 {
    guard self < other else { return 0 }
    let start = date
    let end = other.date
    let months = end.monthIndex &- start.monthIndex
    guard start.day >= end.day else { return months }

    let day = min(start.day, CivilDate.daysInMonth(year: end.year, month: end.month))
    let passes = day > end.day || (day == end.day && timeOfDay > other.timeOfDay)
    return passes ? months &- 1 : months
  }
}
