// The year is taken to begin in March here. Then the leap day is the last of its year, and three
// lines, each with a rounded slope, give the days of centuries, of years and of months:
//
//     146097/4 days a century, 1461/4 days a year, 153/5 days a month.
//
// The calendar repeats after 400 years, 146,097 days; all that follows is within one such cycle.

extension CivilDate {
  /// The days of 400 years, after which the calendar repeats.
  @inlinable
  package static var daysPerCycle: Int64 { 146_097 }

  /// The days from 0000-03-01 to 1970-01-01.
  @inlinable
  package static var daysBeforeEpoch: Int64 { 719_468 }

  /// Creates a date from the days since 1970-01-01, negative before it.
  ///
  /// - Precondition: The day is one of an ``Instant``.
  /// - Complexity: O(1)
  @inlinable
  package init(daysSinceEpoch: Int64) {
    let (cycle, dayOfCycle) = (daysSinceEpoch &+ Self.daysBeforeEpoch)
      .flooredQuotientAndRemainder(dividingBy: Self.daysPerCycle)

    // 32 bits hold every number of one cycle, and divide faster than 64.
    let quarterDay = 4 &* UInt32(truncatingIfNeeded: dayOfCycle) &+ 3
    let century = quarterDay / 146_097
    let quarterDayOfCentury = (quarterDay % 146_097) | 3
    let yearOfCentury = quarterDayOfCentury / 1461
    let dayOfYear = (quarterDayOfCentury % 1461) / 4

    // 2141/65536 of a month a day is as close to 5/153 as every day of a year needs.
    let month = 2141 &* dayOfYear &+ 197_913
    let isAfterNewYear = dayOfYear >= 306
    self.init(
      uncheckedYear: 400 &* cycle &+ Int64(100 &* century &+ yearOfCentury)
        &+ (isAfterNewYear ? 1 : 0),
      month: Int64(month >> 16) &- (isAfterNewYear ? 12 : 0),
      day: Int64((month & 0xFFFF) / 2141 &+ 1))
  }

  /// The days since 1970-01-01, negative before it.
  ///
  /// - Complexity: O(1)
  @inlinable
  package var daysSinceEpoch: Int64 {
    let isBeforeMarch = month < 3
    let (cycle, yearOfCycle) = (isBeforeMarch ? year &- 1 : year)
      .flooredQuotientAndRemainder(dividingBy: 400)
    let century = yearOfCycle / 100
    let monthOfYear = isBeforeMarch ? month &+ 9 : month &- 3
    return cycle &* Self.daysPerCycle
      &+ ((1461 &* yearOfCycle) >> 2) &- century &+ (century >> 2)
      &+ ((153 &* monthOfYear &+ 2) / 5)
      &+ day &- 1 &- Self.daysBeforeEpoch
  }

  /// The months since January of year 0, so that neighbouring months are neighbouring numbers.
  @inlinable
  package var monthIndex: Int64 {
    12 &* year &+ month &- 1
  }

  /// Creates the date of a month whose day is the given one, or the month's last where it is short.
  @inlinable
  package init(monthIndex: Int64, clampingDay day: Int64) {
    let (year, monthsBefore) = monthIndex.flooredQuotientAndRemainder(dividingBy: 12)
    let month = monthsBefore &+ 1
    self.init(
      uncheckedYear: year, month: month,
      day: min(day, Self.daysInMonth(year: year, month: month)))
  }
}
