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
      guard let date = Self.slashed(text, isDayFirst: false) ?? Self.iso8601(text) else {
        return nil
      }
      self = date
    case .dayMonthYear:
      guard let date = Self.slashed(text, isDayFirst: true) ?? Self.iso8601(text) else {
        return nil
      }
      self = date
    }
  }

  /// Reads ISO 8601, where warehouses write the time zone behind a space: ` UTC`, ` Z`, ` +0000`,
  /// ` +00:00`.
  static func iso8601(_ text: borrowing RawSpan) -> TimelineDate? {
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
    let end = text.byteCount
    // The longest one has seven bytes.
    guard
      let space = (max(0, end &- 7)..<end).last(where: { text.byte(at: $0) == UInt8(ascii: " ") })
    else { return nil }
    let name = text.text(in: space &+ 1..<end)
    if name == "UTC" || name == "Z" { return (end &- space, 0) }
    let hasColon = name.utf8.count == 6 && text.byte(at: end &- 3) == UInt8(ascii: ":")
    guard hasColon || name.utf8.count == 5, let hours = digits(text, space &+ 2..<space &+ 4),
      hours < 24, let minutes = digits(text, end &- 2..<end), minutes < 60
    else { return nil }
    switch text.byte(at: space &+ 1) {
    case UInt8(ascii: "+"): return (end &- space, hours &* 60 &+ minutes)
    case UInt8(ascii: "-"): return (end &- space, 0 &- hours &* 60 &- minutes)
    default: return nil
    }
  }

  /// Reads a number of units since 1970; a fraction of a millisecond is rounded down (T1).
  private static func number(_ text: borrowing RawSpan, of unit: Mapping.DateForm) -> TimelineDate?
  {
    let power: Int64 =
      switch unit {
      case .seconds: 3
      case .microseconds: -3
      case .milliseconds, .iso8601, .monthDayYear, .dayMonthYear: 0
      }
    guard let number = try? JSONText(copy text).number(at: 0, timesTenToThe: power),
      number.end == text.byteCount, let milliseconds = number.floored
    else { return nil }
    let instant = Instant(milliseconds: milliseconds)
    return instant.isValid ? TimelineDate(instant) : nil
  }

  /// Reads a date of one or two digits, again one or two, and four, with slashes between them.
  private static func slashed(_ text: borrowing RawSpan, isDayFirst: Bool) -> TimelineDate? {
    let end = text.byteCount
    guard 8...10 ~= end, text.byte(at: end &- 5) == UInt8(ascii: "/") else { return nil }
    let slash = text.byte(at: 1) == UInt8(ascii: "/") ? 1 : 2
    let rest = slash &+ 1..<end &- 5
    guard text.byte(at: slash) == UInt8(ascii: "/"), 1...2 ~= rest.count,
      let first = digits(text, 0..<slash), let second = digits(text, rest),
      let year = digits(text, end &- 4..<end),
      let date = CivilDate(
        year: year,
        month: isDayFirst ? second : first,
        day: isDayFirst ? first : second
      )
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
