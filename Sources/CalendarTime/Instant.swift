/// A point in time, in whole milliseconds since 1970-01-01T00:00:00Z (T1).
///
/// Input is in the years 1 to 9999 (T5), ``minimum`` to ``maximum``. Arithmetic can leave that
/// range, so that a comparison with a date after year 9999 is still right. The first and the last
/// instant are about 292 million years from 1970.
public struct Instant: Sendable, Hashable {
  /// The milliseconds since 1970-01-01T00:00:00Z; negative before it.
  public let milliseconds: Int64

  /// Creates an instant.
  ///
  /// - Parameter milliseconds: The milliseconds since 1970-01-01T00:00:00Z.
  @inlinable
  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// The first instant of year 1.
  public static let minimum: Instant = Instant(milliseconds: -62_135_596_800_000)

  /// The last millisecond of year 9999.
  public static let maximum: Instant = Instant(milliseconds: 253_402_300_799_999)

  /// The length of a day, in milliseconds.
  @inlinable
  public static var millisecondsPerDay: Int64 { 86_400_000 }

  /// A Boolean value indicating whether the instant lies in the years 1 to 9999 (T5).
  public var isValid: Bool { Self.minimum <= self && self <= Self.maximum }

  /// Returns the instant some milliseconds later.
  ///
  /// - Parameter milliseconds: The milliseconds to go forward; negative ones go back.
  /// - Returns: The instant, or the last or first instant if it is out of range.
  @inlinable
  public func adding(milliseconds: Int64) -> Instant {
    let (sum, overflow) = self.milliseconds.addingReportingOverflow(milliseconds)
    guard overflow else { return Instant(milliseconds: sum) }
    return Instant(milliseconds: milliseconds < 0 ? .min : .max)
  }

  /// Returns the milliseconds from this instant to another, negative if the other is earlier.
  ///
  /// - Parameter other: The instant to count to.
  /// - Returns: The length, or the nearest 64-bit number if it is longer.
  @inlinable
  public func milliseconds(until other: Instant) -> Int64 {
    let (length, overflow) = other.milliseconds.subtractingReportingOverflow(milliseconds)
    guard overflow else { return length }
    return other < self ? .min : .max
  }
}

extension Instant: Comparable {
  /// Returns whether one instant comes before another.
  @inlinable
  public static func < (lhs: Instant, rhs: Instant) -> Bool {
    lhs.milliseconds < rhs.milliseconds
  }
}

extension Instant {
  /// Creates the first instant of a date in UTC, 00:00:00 (T4).
  ///
  /// - Parameter date: The date.
  @inlinable
  public init(_ date: CivilDate) {
    self.init(daysSinceEpoch: date.daysSinceEpoch, timeOfDay: 0)
  }

  /// The date in UTC.
  @inlinable
  public var date: CivilDate {
    CivilDate(daysSinceEpoch: daysSinceEpoch)
  }

  /// The whole days since 1970-01-01, rounded down.
  @inlinable
  package var daysSinceEpoch: Int64 {
    milliseconds.flooredQuotientAndRemainder(dividingBy: Self.millisecondsPerDay).quotient
  }

  /// The milliseconds since 00:00:00 UTC of the instant's date.
  @inlinable
  package var timeOfDay: Int64 {
    milliseconds.flooredQuotientAndRemainder(dividingBy: Self.millisecondsPerDay).remainder
  }

  /// Creates the instant at a time of a day, or the last or first instant if it is out of range.
  @inlinable
  package init(daysSinceEpoch: Int64, timeOfDay: Int64) {
    let milliseconds =
      Int128(daysSinceEpoch) &* Int128(Self.millisecondsPerDay) &+ Int128(timeOfDay)
    self.init(milliseconds: Int64(clamping: milliseconds))
  }

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

  /// Creates an instant from ISO 8601 text.
  ///
  /// - Parameter text: A date, which is its midnight in UTC, or a date with a time; a time without an
  ///   offset is in UTC. Fractions of a millisecond are floored (T1).
  /// - Throws: ``ISO8601Error``, whose description says what was expected and what was found.
  public init(iso8601 text: String) throws(ISO8601Error) {
    self = try ISO8601Date(parsing: text).instant
  }

  /// The instant as ISO 8601 text in UTC, always with milliseconds: 2024-06-01T00:00:00.000Z.
  ///
  /// A year outside 0 to 9999 has a sign, and as many digits as it needs.
  public var iso8601: String {
    guard !isValid else { return String(decoding: ISO8601Text(self), as: UTF8.self) }
    let dayOfEpoch = ISO8601Text(Instant(milliseconds: timeOfDay))
    return "\(date)" + String(decoding: dayOfEpoch.dropFirst(10), as: UTF8.self)
  }

  /// Appends the ISO 8601 text of the instant, 24 bytes if the instant is valid (T5).
  ///
  /// It allocates only if the bytes have no room, or if the instant is not valid.
  @inlinable
  package func appendISO8601(to bytes: inout some RangeReplaceableCollection<UInt8>) {
    if isValid {
      bytes.append(contentsOf: ISO8601Text(self))
    } else {
      bytes.append(contentsOf: iso8601.utf8)
    }
  }
}

extension Instant: CustomStringConvertible {
  /// The instant as ISO 8601 text in UTC.
  public var description: String { iso8601 }
}
