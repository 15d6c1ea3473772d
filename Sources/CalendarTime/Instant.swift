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
