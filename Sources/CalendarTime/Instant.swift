/// A point in time, in whole milliseconds since 1970-01-01T00:00:00Z (T1).
///
/// Input lies in the years 0001 to 9999 (T5), ``minimum`` to ``maximum``; arithmetic may leave that
/// range, so that a comparison with a date beyond year 9999 still has its true answer.
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
}

extension Instant: Comparable {
  /// Returns whether one instant comes before another.
  @inlinable
  public static func < (lhs: Instant, rhs: Instant) -> Bool {
    lhs.milliseconds < rhs.milliseconds
  }
}
