/// The text of a date with a time, `0000-00-00 00:00:00` and at most seven bytes more, in words that overlap.
struct DateText: Sendable, Hashable {
  /// The year and month, `0000-00-`.
  var yearMonth: UInt64 = 0
  /// The day, hour and minute, `00 00:00`.
  var dayHourMinute: UInt64 = 0
  /// The time, `00:00:00`.
  var time: UInt64 = 0
  /// What follows, such as nothing, `Z`, `.000Z` or `+00:00`, and in the highest byte how long the text is.
  var rest: UInt64 = 0
}

extension DateText {
  static var counts: ClosedRange<Int> { 19...26 }

  /// Takes the text of so many bytes that starts at an offset; nil if there are fewer bytes.
  @inline(__always)
  init?(at start: Int, count: Int, _ text: borrowing ByteLoads) {
    guard let time = text.wholeWord(at: start &+ 11), let yearMonth = text.wholeWord(at: start),
      let dayHourMinute = text.wholeWord(at: start &+ 8)
    else { return nil }
    let count = UInt64(truncatingIfNeeded: count)
    let rest = text.word(at: start &+ 19) & (1 &<< (8 &* (count &- 19)) &- 1) | count &<< 56
    self.init(yearMonth: yearMonth, dayHourMinute: dayHourMinute, time: time, rest: rest)
  }

  /// The number of the day; nil if its digits or the space or `T` behind it are not written as such.
  @inline(__always)
  fileprivate var day: Int64? {
    let tens = dayHourMinute & 0xFF &- 0x30
    let ones = dayHourMinute &>> 8 & 0xFF &- 0x30
    let separator = dayHourMinute &>> 16 & 0xFF
    guard tens < 10, ones < 10, separator == 0x20 || separator == 0x54 else { return nil }
    return Int64(truncatingIfNeeded: tens &* 10 &+ ones)
  }

  /// A slot in a table for the month, another one for each of twenty years.
  @inline(__always)
  fileprivate var monthSlot: Int {
    let year = (yearMonth &>> 24 & 0xF) | (yearMonth &>> 16 & 1) &<< 4
    let month = (yearMonth &>> 48 & 0xF) &+ (yearMonth &>> 40 & 1) &* 10
    return Int(truncatingIfNeeded: year &<< 4 | month & 0xF)
  }
}

/// The dates that were read last, by their text.
///
/// A period starts when the one before it ended, and most rows have one date several times. The
/// periods of a customer start at one time of different days.
struct RecentDates: Sendable {
  private struct Month: Sendable {
    var text: UInt64 = 0
    /// The milliseconds from 1970 to the end of the day before the first.
    var dayBefore: Int64 = 0
    var dayCount: Int64 = 0
  }

  private var latest = (text: DateText(), instant: Instant(milliseconds: 0))
  private var other = (text: DateText(), instant: Instant(milliseconds: 0))
  private var months = ContiguousArray(repeating: Month(), count: 1 << 9)
  private var time = (text: UInt64(0), milliseconds: Int64(0))
  private var rest = (text: UInt64(0), milliseconds: Int64(0))

  /// Returns the instant of a field; nil if it is not written in a frequent form.
  @inline(__always)
  mutating func instant(of field: RowField, _ text: borrowing ByteLoads) -> Instant? {
    let count = field.end &- field.start
    guard DateText.counts ~= count, field.escaping == .none,
      let written = DateText(at: field.start, count: count, text)
    else { return nil }
    if latest.text == written { return latest.instant }
    if other.text == written { return other.instant }
    return newInstant(of: written, text.bytes, field.range)
  }

  @inline(never)
  private mutating func newInstant(
    of text: DateText,
    _ bytes: RawSpan,
    _ range: Range<Int>
  ) -> Instant? {
    guard let second = knownSecond(of: text) ?? readSecond(of: text, bytes, range) else {
      return nil
    }
    if text.rest != rest.text {
      guard let date = TimelineDate.iso8601(bytes.extracting(range)) else { return nil }
      rest = (text.rest, date.instant.milliseconds &- second.milliseconds)
    }
    let instant = Instant(milliseconds: second.milliseconds &+ rest.milliseconds)
    // An offset can move an instant out of the years that there are (T5).
    guard instant.isValid else { return nil }
    other = latest
    latest = (text, instant)
    return instant
  }

  /// Returns the second of a date whose month and whose time have been read before, as if it were in UTC.
  @inline(__always)
  private func knownSecond(of text: DateText) -> Instant? {
    let month = months[text.monthSlot]
    guard month.text == text.yearMonth, time.text == text.time, let day = text.day, day > 0,
      day <= month.dayCount
    else { return nil }
    return Instant(
      milliseconds: month.dayBefore &+ day &* Instant.millisecondsPerDay &+ time.milliseconds
    )
  }

  @inline(never)
  private mutating func readSecond(
    of text: DateText,
    _ bytes: RawSpan,
    _ range: Range<Int>
  ) -> Instant? {
    guard let instant = ISO8601Date.leadingSecond(of: bytes.extracting(range)) else { return nil }
    let date = instant.date
    let midnight = Instant(date).milliseconds
    time = (text.time, instant.milliseconds &- midnight)
    months[text.monthSlot] = Month(
      text: text.yearMonth,
      dayBefore: midnight &- date.day &* Instant.millisecondsPerDay,
      dayCount: CivilDate.daysInMonth(year: date.year, month: date.month)
    )
    return instant
  }
}

extension TimelineDate {
  /// Reads a date that is written in a form; nil if it is not.
  @inline(__always)
  init?(_ text: borrowing RawSpan, as form: Mapping.DateForm) {
    let date: TimelineDate? =
      switch form {
      case .iso8601: Self.iso8601(text)
      case .seconds: Self.number(text, timesTenToThe: 3)
      case .milliseconds: Self.number(text, timesTenToThe: 0)
      case .microseconds: Self.number(text, timesTenToThe: -3)
      case .monthDayYear, .dayMonthYear:
        Self.slashed(text, isDayFirst: form == .dayMonthYear) ?? Self.iso8601(text)
      }
    guard let date else { return nil }
    self = date
  }

  /// Reads ISO 8601, where warehouses write the time zone behind a space: ` UTC`, ` Z`, ` +0000`,
  /// ` +00:00`.
  static func iso8601(_ text: borrowing RawSpan) -> TimelineDate? {
    let zone = zone(of: text)
    let clock = text.extracting(0..<text.byteCount &- (zone?.count ?? 0))
    guard let date = (try? ISO8601Date(parsing: clock)) ?? dateWithShortHour(clock) else {
      return nil
    }
    guard let zone else { return TimelineDate(instant: date.instant, isDateOnly: date.isDateOnly) }
    let instant = date.instant.adding(milliseconds: 0 &- zone.minutes &* 60_000)
    return instant.isValid ? TimelineDate(instant) : nil
  }

  /// Reads a date whose hour has one digit, as spreadsheets write it: `2024-01-01 8:27:06`.
  private static func dateWithShortHour(_ text: borrowing RawSpan) -> ISO8601Date? {
    guard text.byteCount > 12, text.byte(at: 10) == UInt8(ascii: " "),
      text.byte(at: 12) == UInt8(ascii: ":")
    else { return nil }
    var padded: ContiguousArray<UInt8> = []
    padded.append(contentsOf: text, in: 0..<11)
    padded.append(UInt8(ascii: "0"))
    padded.append(contentsOf: text, in: 11..<text.byteCount)
    return try? ISO8601Date(parsing: padded.rawBytes)
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
    guard hasColon || name.utf8.count == 5, let hours = text.digits(in: space &+ 2..<space &+ 4),
      hours < 24, let minutes = text.digits(in: end &- 2..<end), minutes < 60
    else { return nil }
    switch text.byte(at: space &+ 1) {
    case UInt8(ascii: "+"): return (end &- space, hours &* 60 &+ minutes)
    case UInt8(ascii: "-"): return (end &- space, 0 &- hours &* 60 &- minutes)
    default: return nil
    }
  }

  /// Reads a number of units since 1970; a fraction of a millisecond is rounded down (T1).
  private static func number(
    _ text: borrowing RawSpan,
    timesTenToThe power: Int64
  ) -> TimelineDate? {
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
      let first = text.digits(in: 0..<slash), let second = text.digits(in: rest),
      let year = text.digits(in: end &- 4..<end),
      let date = CivilDate(
        year: year,
        month: isDayFirst ? second : first,
        day: isDayFirst ? first : second
      )
    else { return nil }
    return TimelineDate(date)
  }
}

extension RawSpan {
  /// Reads digits; nil if there is another character.
  func digits(in range: Range<Int>) -> Int64? {
    var number: Int64 = 0
    for offset in range {
      guard case UInt8(ascii: "0")...UInt8(ascii: "9") = byte(at: offset) else { return nil }
      number = number &* 10 &+ Int64(byte(at: offset) &- UInt8(ascii: "0"))
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
    case .seconds, .milliseconds, .microseconds: "a date as \(rawValue) since 1970"
    case .monthDayYear: "a date such as 01/15/2025 or 2025-01-15"
    case .dayMonthYear: "a date such as 15/01/2025 or 2025-01-15"
    }
  }
}
