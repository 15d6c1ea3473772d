public import CalendarTime

/// A date in a history, which remembers whether its time of day is known (T4).
///
/// A date without a time is midnight in the time zone of the policy `timeZone`. The time zone is
/// applied when the history is used, because policies can change after it was read.
public struct TimelineDate: Sendable, Hashable {
  /// The instant; midnight in UTC for a date without a time.
  public let instant: Instant

  /// A Boolean value indicating whether only the day is known.
  public let isDateOnly: Bool

  /// Creates a date from an instant.
  public init(_ instant: Instant) {
    self.instant = instant
    isDateOnly = false
  }

  /// Creates a date from a day without a time.
  public init(_ day: CivilDate) {
    instant = Instant(day)
    isDateOnly = true
  }

  /// Creates a date from ISO 8601 text, with or without a time (T1, T5).
  ///
  /// - Parameter text: A date, or a date with a time; a time without an offset is in UTC.
  /// - Throws: `ISO8601Error`, whose description says what was expected and what was found.
  public init(iso8601 text: String) throws(ISO8601Error) {
    let date = try ISO8601Date(parsing: text)
    self.init(instant: date.instant, isDateOnly: date.isDateOnly)
  }

  @inlinable
  package init(instant: Instant, isDateOnly: Bool) {
    self.instant = instant
    self.isDateOnly = isDateOnly
  }

  @inlinable
  package func resolved(at offset: UTCOffset) -> Instant {
    isDateOnly ? instant.adding(milliseconds: -offset.milliseconds) : instant
  }
}
