/// A day of the proleptic Gregorian calendar.
public struct CivilDate: Sendable, Hashable {
  /// The astronomical year: 1 is 1 CE, 0 is the year before it.
  public let year: Int64

  /// The month, 1 to 12.
  public let month: Int64

  /// The day of the month, 1 to 31.
  public let day: Int64

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
