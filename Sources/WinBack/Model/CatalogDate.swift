public import CalendarTime

/// The date on which an offer starts or ends, as in the catalog (T4).
public enum CatalogDate: Sendable, Hashable {
  /// A calendar date, read in the time zone of the policy `timeZone`.
  case day(CivilDate)

  /// A date and a time, which need no time zone; `day` is the date as written.
  case instant(Instant, day: CivilDate)

  /// The date as written.
  public var day: CivilDate {
    switch self {
    case .day(let day), .instant(_, let day): day
    }
  }

  /// Returns the instant at which something that starts on this date starts.
  ///
  /// - Parameter offset: The offset of the policy `timeZone`; a date and time does not need it.
  /// - Returns: The instant.
  public func start(at offset: UTCOffset) -> Instant {
    switch self {
    case .day: startOfDay(at: offset)
    case .instant(let instant, _): instant
    }
  }

  /// Returns the first instant of the next day: something that ends on this date lasts until then.
  ///
  /// - Parameter offset: The offset of the policy `timeZone`. A time of day does not count.
  /// - Returns: The instant.
  public func endOfDay(at offset: UTCOffset) -> Instant {
    startOfDay(at: offset).adding(milliseconds: Instant.millisecondsPerDay)
  }

  private func startOfDay(at offset: UTCOffset) -> Instant {
    Instant(day).adding(milliseconds: -offset.milliseconds)
  }
}
