import WinBack

extension Reference.Policies {
  typealias Milliseconds = Reference.Milliseconds

  /// T4: how far the time zone of dates is ahead of UTC.
  var ahead: Milliseconds {
    guard timeZone != "UTC" else { return 0 }
    let digits = timeZone.compactMap(\.wholeNumberValue)
    let minutes = (digits[0] * 10 + digits[1]) * 60 + digits[2] * 10 + digits[3]
    return Milliseconds(minutes) * 60_000 * (timeZone.hasPrefix("-") ? -1 : 1)
  }

  /// T4: a date without a time is the start of its day in the time zone of dates.
  func instant(of date: TimelineDate) -> Milliseconds {
    date.isDateOnly ? date.instant.milliseconds - ahead : date.instant.milliseconds
  }

  /// T4: an offer starts at the start of its first day, or at the time that is given.
  func start(_ date: CatalogDate) -> Milliseconds {
    switch date {
    case .day(let day): startOfDay(day)
    case .instant(let instant, _): instant.milliseconds
    }
  }

  /// T4: the last day of an offer belongs to it, whatever time of it is given.
  func dayAfter(_ date: CatalogDate) -> Milliseconds { startOfDay(date.day) + Reference.day }

  private func startOfDay(_ day: CivilDate) -> Milliseconds {
    Reference.milliseconds(
      of: Reference.CivilTime(
        year: Int(day.year),
        month: Int(day.month),
        dayOfMonth: Int(day.day),
        timeOfDay: 0
      )
    )
      - ahead
  }
}
