// The years here begin in March, so that the leap day is the last day of a year. Then centuries,
// years and months each begin on a line with a rounded slope: 146097/4 days a century, 1461/4 days
// a year, 153/5 days a month. The calendar repeats after 400 years, 146,097 days.

extension CivilDate {
  /// The days from 0000-03-01 to 1970-01-01.
  @inlinable
  package static var daysBeforeEpoch: Int64 { 719_468 }

  /// Creates a date from the days since 1970-01-01, negative before it.
  ///
  /// It is right for the days of all instants.
  @inlinable
  package init(daysSinceEpoch: Int64) {
    let (cycle, dayOfCycle) = (daysSinceEpoch &+ Self.daysBeforeEpoch)
      .flooredQuotientAndRemainder(dividingBy: 146_097)

    // 32 bits hold every number of one cycle, and divide faster than 64.
    let quarterDay = 4 &* UInt32(truncatingIfNeeded: dayOfCycle) &+ 3
    let century = quarterDay / 146_097
    let quarterDayOfCentury = quarterDay % 146_097 | 3
    let yearOfCentury = quarterDayOfCentury / 1461
    let dayOfYear = quarterDayOfCentury % 1461 / 4

    // 2141/65536 months a day is near enough to 5/153 for every day of a year; March is month 3.
    let month = 2141 &* dayOfYear &+ 197_913
    let isAfterNewYear = dayOfYear >= 306
    self.init(
      uncheckedYear: 400 &* cycle &+ Int64(100 &* century &+ yearOfCentury)
        &+ (isAfterNewYear ? 1 : 0),
      month: Int64(month >> 16) &- (isAfterNewYear ? 12 : 0),
      day: Int64((month & 0xFFFF) / 2141 &+ 1)
    )
  }

  /// The days since 1970-01-01, negative before it.
  @inlinable
  package var daysSinceEpoch: Int64 {
    let isBeforeMarch = month < 3
    let year = isBeforeMarch ? year &- 1 : year
    let monthsSinceMarch = isBeforeMarch ? month &+ 9 : month &- 3
    let century = year.flooredQuotientAndRemainder(dividingBy: 100).quotient

    // 979/32 days a month is near enough to 153/5 for every month of a year.
    return ((1461 &* year) >> 2) &- century &+ (century >> 2)
      &+ ((979 &* monthsSinceMarch &+ 18) >> 5) &+ day &- 1 &- Self.daysBeforeEpoch
  }

  /// The months since January of year 0, so that neighbouring months are neighbouring numbers.
  @inlinable
  package var monthIndex: Int64 {
    12 &* year &+ month &- 1
  }

  @inlinable
  package init(monthIndex: Int64, clampingDay day: Int64) {
    let (year, monthsSinceJanuary) = monthIndex.flooredQuotientAndRemainder(dividingBy: 12)
    let month = monthsSinceJanuary &+ 1
    self.init(
      uncheckedYear: year,
      month: month,
      day: min(day, Self.daysInMonth(year: year, month: month))
    )
  }
}

extension Int64 {
  /// The divisor must be positive; then the remainder is never negative.
  @inlinable
  package func flooredQuotientAndRemainder(
    dividingBy divisor: Int64
  ) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient &- 1, remainder &+ divisor) : (quotient, remainder)
  }
}
