import CalendarTime
import WinBack

extension TimelineDate {
  /// Reads a date that is written in a form; nil if it is not.
  @inline(__always)
  init?(_ text: borrowing RawSpan, as form: Mapping.DateForm) {
    switch form {
    case .iso8601:
      guard let date = Self.iso8601(text) else { return nil }
      self = date
    case .seconds:
      guard let date = Self.number(text, of: .seconds) else { return nil }
      self = date
    case .milliseconds:
      guard let date = Self.number(text, of: .milliseconds) else { return nil }
      self = date
    case .microseconds:
      guard let date = Self.number(text, of: .microseconds) else { return nil }
      self = date
    case .monthDayYear:
      guard let date = Self.slashed(text, month: 0..<2, day: 3..<5) ?? Self.iso8601(text) else {
        return nil
      }
      self = date
    case .dayMonthYear:
      guard let date = Self.slashed(text, month: 3..<5, day: 0..<2) ?? Self.iso8601(text) else {
        return nil
      }
      self = date
    }
  }

  /// Reads ISO 8601, where warehouses write the time zone behind a space: ` UTC`, ` +0000`.
  private static func iso8601(_ text: borrowing RawSpan) -> TimelineDate? {
    let zone = zone(of: text)
    guard
      let date = try? ISO8601Date(
        parsing: text.extracting(0..<text.byteCount &- (zone?.count ?? 0))
      )
    else { return nil }
    guard let zone else { return TimelineDate(instant: date.instant, isDateOnly: date.isDateOnly) }
    let instant = date.instant.adding(milliseconds: 0 &- zone.minutes &* 60_000)
    return instant.isValid ? TimelineDate(instant) : nil
  }

  /// Returns the time zone behind a space, and the number of its bytes; nil if there is none.
  private static func zone(of text: borrowing RawSpan) -> (count: Int, minutes: Int64)? {
    let count = text.byteCount
    if count > 4, text.byte(at: count &- 4) == UInt8(ascii: " ") {
      let name = text.text(in: count &- 3..<count)
      return name == "UTC" ? (4, 0) : nil
    }
    guard count > 6, text.byte(at: count &- 6) == UInt8(ascii: " "),
      let hours = digits(text, count &- 4..<count &- 2), hours < 24,
      let minutes = digits(text, count &- 2..<count), minutes < 60
    else { return nil }
    switch text.byte(at: count &- 5) {
    case UInt8(ascii: "+"): return (6, hours &* 60 &+ minutes)
    case UInt8(ascii: "-"): return (6, 0 &- hours &* 60 &- minutes)
    default: return nil
    }
  }

  /// Reads a number of units since 1970; a fraction of a millisecond is rounded down (T1).
  private static func number(_ text: borrowing RawSpan, of unit: Mapping.DateForm) -> TimelineDate?
  {
    guard let number = try? JSONText(copy text).number(at: 0), number.end == text.byteCount,
      let floored = number.floored
    else { return nil }
    let milliseconds: Int64
    switch unit {
    case .seconds:
      let (product, overflow) = floored.multipliedReportingOverflow(by: 1000)
      guard !overflow else { return nil }
      milliseconds = product
    case .microseconds:
      milliseconds = floored.flooredQuotientAndRemainder(dividingBy: 1000).quotient
    case .milliseconds, .iso8601, .monthDayYear, .dayMonthYear: milliseconds = floored
    }
    let instant = Instant(milliseconds: milliseconds)
    return instant.isValid ? TimelineDate(instant) : nil
  }

  /// Reads a date of two digits, two digits and four, with slashes between them.
  private static func slashed(
    _ text: borrowing RawSpan,
    month: Range<Int>,
    day: Range<Int>
  ) -> TimelineDate? {
    guard text.byteCount == 10, text.byte(at: 2) == UInt8(ascii: "/"),
      text.byte(at: 5) == UInt8(ascii: "/"), let month = digits(text, month),
      let day = digits(text, day), let year = digits(text, 6..<10),
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    return TimelineDate(date)
  }

  /// Reads digits; nil if there is another character.
  private static func digits(_ text: borrowing RawSpan, _ range: Range<Int>) -> Int64? {
    var number: Int64 = 0
    for offset in range {
      guard case UInt8(ascii: "0")...UInt8(ascii: "9") = text.byte(at: offset) else { return nil }
      number = number &* 10 &+ Int64(text.byte(at: offset) &- UInt8(ascii: "0"))
    }
    return number
  }
}

extension Mapping.DateForm {
  /// Whether ISO 8601 is one of the forms that are read.
  var takesISO8601: Bool {
    switch self {
    case .iso8601, .monthDayYear, .dayMonthYear: true
    case .seconds, .milliseconds, .microseconds: false
    }
  }

  /// What a date should have been, in words.
  var expectation: String {
    switch self {
    case .iso8601: "a date such as 2025-01-15 or 2025-01-15 09:30:00"
    case .seconds: "a date as seconds since 1970"
    case .milliseconds: "a date as milliseconds since 1970"
    case .microseconds: "a date as microseconds since 1970"
    case .monthDayYear: "a date such as 01/15/2025 or 2025-01-15"
    case .dayMonthYear: "a date such as 15/01/2025 or 2025-01-15"
    }
  }
}
