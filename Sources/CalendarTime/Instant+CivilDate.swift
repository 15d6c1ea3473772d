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
}
