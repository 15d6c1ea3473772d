import CalendarTime
import WinBack

extension TimelineDate {
  /// Reads a date that is written in a form; nil where it is not.
  @inline(__always)
  init?(_ text: borrowing RawSpan, as form: Mapping.DateForm) {
    switch form {
    case .iso8601:
      guard let date = Self.iso8601(text) else { return nil }
      self = date
    case .seconds:
      guard let date = Self.number(text, scale: 1000) else { return nil }
      self = date
    case .milliseconds:
      guard let date = Self.number(text, scale: 1) else { return nil }
      self = date
    case .monthDayYear:
      guard let date = Self.monthDayYear(text) ?? Self.iso8601(text) else { return nil }
      self = date
    }
  }

  private static func iso8601(_ text: borrowing RawSpan) -> TimelineDate? {
    // Warehouses write the time zone by its name.
    let hasZone =
      text.byteCount > 4 && text.byte(at: text.byteCount &- 1) == UInt8(ascii: "C")
      && text.byte(at: text.byteCount &- 4) == UInt8(ascii: " ")
      && text.byte(at: text.byteCount &- 3) == UInt8(ascii: "U")
      && text.byte(at: text.byteCount &- 2) == UInt8(ascii: "T")
    let count = hasZone ? text.byteCount &- 4 : text.byteCount
    guard let date = try? ISO8601Date(parsing: text.extracting(0..<count)) else { return nil }
    return TimelineDate(instant: date.instant, isDateOnly: date.isDateOnly && !hasZone)
  }

  /// Reads a number of so many milliseconds each; a fraction is rounded down (T1).
  private static func number(_ text: borrowing RawSpan, scale: Int64) -> TimelineDate? {
    guard let number = try? JSONText(copy text).number(at: 0), number.end == text.byteCount,
      let floored = number.floored
    else { return nil }
    if scale == 1 {
      let instant = Instant(milliseconds: floored)
      return instant.isValid ? TimelineDate(instant) : nil
    }
    let (whole, overflow) = floored.multipliedReportingOverflow(by: scale)
    let instant = Instant(milliseconds: whole)
    return !overflow && instant.isValid ? TimelineDate(instant) : nil
  }

  private static func monthDayYear(_ text: borrowing RawSpan) -> TimelineDate? {
    guard text.byteCount == 10, text.byte(at: 2) == UInt8(ascii: "/"),
      text.byte(at: 5) == UInt8(ascii: "/")
    else { return nil }
    func number(_ range: Range<Int>) -> Int64? {
      var number: Int64 = 0
      for offset in range {
        guard case UInt8(ascii: "0")...UInt8(ascii: "9") = text.byte(at: offset) else { return nil }
        number = number &* 10 &+ Int64(text.byte(at: offset) &- UInt8(ascii: "0"))
      }
      return number
    }
    guard let month = number(0..<2), let day = number(3..<5), let year = number(6..<10),
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    return TimelineDate(date)
  }
}

extension Mapping.DateForm {
  /// What a date should have been, in words.
  var expectation: String {
    switch self {
    case .iso8601: "a date such as 2025-01-15 or 2025-01-15 09:30:00"
    case .seconds: "a date as seconds since 1970"
    case .milliseconds: "a date as milliseconds since 1970"
    case .monthDayYear: "a date such as 01/15/2025 or 2025-01-15"
    }
  }
}
