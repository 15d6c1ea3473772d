/// A day of the proleptic Gregorian calendar.
public struct CivilDate: Sendable, Hashable {
  /// The astronomical year: 1 is 1 CE, 0 is the year before it.
  public let year: Int64

  /// The month, 1 to 12.
  public let month: Int64

  /// The day of the month, 1 to 31.
  public let day: Int64

  /// The names of the months in English, from January on.
  package static let monthNames: [String] = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// Creates a date, or nothing if there is no such day in the years 1 to 9999 (T5).
  ///
  /// - Parameters:
  ///   - year: The year.
  ///   - month: The month, 1 for January.
  ///   - day: The day of the month.
  public init?(year: Int64, month: Int64, day: Int64) {
    guard (1...9999).contains(year), (1...12).contains(month),
      day >= 1, day <= 28 || day <= Self.daysInMonth(year: year, month: month)
    else { return nil }
    self.init(uncheckedYear: year, month: month, day: day)
  }

  /// Creates a date from parts that are known to be in range.
  @inlinable
  package init(uncheckedYear year: Int64, month: Int64, day: Int64) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// Returns the number of days of a month.
  ///
  /// - Parameters:
  ///   - year: The astronomical year.
  ///   - month: The month, 1 to 12.
  /// - Returns: 28 to 31.
  @inlinable
  public static func daysInMonth(year: Int64, month: Int64) -> Int64 {
    guard month == 2 else {
      // The long months are the odd ones up to July and the even ones from August on.
      return 30 | ((month ^ (month >> 3)) & 1)
    }
    // A multiple of 4 and 25 is one of 100; of the multiples of 100, those of 16 are those of 400.
    let isLeap = year & (year % 25 == 0 ? 15 : 3) == 0
    return isLeap ? 29 : 28
  }
}

extension CivilDate: Comparable {
  /// Returns whether one date comes before another.
  public static func < (lhs: CivilDate, rhs: CivilDate) -> Bool {
    (lhs.year, lhs.month, lhs.day) < (rhs.year, rhs.month, rhs.day)
  }
}

extension CivilDate: CustomStringConvertible {
  /// The date as ISO 8601 text, such as 2024-06-01.
  ///
  /// A year outside 0 to 9999 has a sign, and as many digits as it needs.
  public var description: String {
    let digits = String(year.magnitude)
    let sign = year < 0 ? "-" : year > 9999 ? "+" : ""
    let padding = String(repeating: "0", count: max(0, 4 - digits.count))
    return "\(sign)\(padding)\(digits)-\(month < 10 ? "0" : "")\(month)"
      + "-\(day < 10 ? "0" : "")\(day)"
  }
}

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
    let daysOfYears: Int64 = (1461 &* year) &>> 2 &- century &+ century &>> 2
    let daysOfMonths: Int64 = (979 &* monthsSinceMarch &+ 18) &>> 5
    return daysOfYears &+ daysOfMonths &+ day &- 1 &- Self.daysBeforeEpoch
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
