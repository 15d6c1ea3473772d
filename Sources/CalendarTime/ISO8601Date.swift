/// A date, or a date and time, read from ISO 8601 text.
///
/// It reads these forms; `T` and `Z` can be in lower case, and a space can replace `T`:
///
///     2024-06-01
///     2024-06-01T09:30
///     2024-06-01T09:30:15
///     2024-06-01T09:30:15.123456
///     2024-06-01T09:30:15Z
///     2024-06-01T09:30:15+09:00     also +0900 and +09
///
/// A time without an offset is in UTC, and so is a date without a time, at 00:00:00 (T4). A fraction
/// of a second is rounded down to milliseconds (T1). The instant lies in the years 1 to 9999, and
/// so does the date as written (T5). Hour 24 and second 60 are errors: an instant has neither.
package struct ISO8601Date: Sendable, Hashable {
  package let instant: Instant
  package let offset: UTCOffset
  package let isDateOnly: Bool

  init(instant: Instant, offset: UTCOffset = .utc, isDateOnly: Bool = false) {
    self.instant = instant
    self.offset = offset
    self.isDateOnly = isDateOnly
  }

  /// The date in the text, in local time.
  package var date: CivilDate { instant.adding(milliseconds: offset.milliseconds).date }

  /// It allocates only if it throws.
  package init(parsing bytes: RawSpan) throws(ISO8601Error) {
    if let second = Self.leadingSecond(of: bytes) {
      if let milliseconds = Self.trailingMilliseconds(of: bytes) {
        self.init(instant: second.adding(milliseconds: milliseconds))
      } else {
        var reader = ISO8601Reader(bytes, position: 19)
        self = try reader.readAfterSecond(of: second)
      }
    } else if let date = Self.wholeDate(of: bytes) {
      self.init(instant: Instant(date), isDateOnly: true)
    } else {
      var reader = ISO8601Reader(bytes)
      self = try reader.readDateOrDateTime()
    }
  }

  package init(parsing text: some StringProtocol) throws(ISO8601Error) {
    let bytes = ContiguousArray(text.utf8)
    try unsafe self.init(parsing: bytes.span.bytes)
  }
}

// Reads the usual forms of dates eight bytes at a time. A result is nil if a byte is wrong; then
// ISO8601Reader reads byte by byte, and says what is wrong.

extension ISO8601Date {
  /// Reads `0000-00-00` if the bytes have nothing else.
  static func wholeDate(of bytes: RawSpan) -> CivilDate? {
    guard bytes.byteCount == 10 else { return nil }
    let yearMonth = ISO8601Template.yearMonth.match(bytes, at: 0)
    let monthDay = ISO8601Template.monthDay.match(bytes, at: 2)
    guard yearMonth.mismatch | monthDay.mismatch == 0 else { return nil }
    return CivilDate(
      year: 100 &* yearMonth.pair(at: 0) &+ yearMonth.pair(at: 2),
      month: yearMonth.pair(at: 5),
      day: monthDay.pair(at: 6)
    )
  }

  /// Reads `0000-00-00T00:00:00` or `0000-00-00 00:00:00` at the start, as a time in UTC.
  package static func leadingSecond(of bytes: RawSpan) -> Instant? {
    guard bytes.byteCount >= 19 else { return nil }
    let hasSpace = bytes.existingByte(at: 10) == UInt8(ascii: " ")
    return second(of: bytes, at: 0, hasSpace ? .daySpaceHourMinute : .dayHourMinute)
  }

  /// Reads `0000-00-00T00:00:00Z` or `0000-00-00T00:00:00.000Z` in longer text; nearly all dates
  /// have one of these forms.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8 text.
  ///   - start: The offset of the date; 24 bytes must follow.
  /// - Returns: The instant and the number of bytes; nil if there is another form or none.
  package static func plainInstant(
    in bytes: RawSpan,
    at start: Int
  ) -> (instant: Instant, count: Int)? {
    guard let second = second(of: bytes, at: start, .dayHourMinute) else { return nil }
    if bytes.existingByte(at: start &+ 19) == UInt8(ascii: "Z") { return (second, 20) }
    guard let milliseconds = milliseconds(of: bytes, at: start &+ 16) else { return nil }
    return (second.adding(milliseconds: milliseconds), 24)
  }

  @inline(__always)
  private static func second(
    of bytes: RawSpan,
    at start: Int,
    _ template: ISO8601Template
  ) -> Instant? {
    let yearMonth = ISO8601Template.yearMonth.match(bytes, at: start)
    let dayHourMinute = template.match(bytes, at: start &+ 8)
    let time = ISO8601Template.hourMinuteSecond.match(bytes, at: start &+ 11)
    guard yearMonth.mismatch | dayHourMinute.mismatch | time.mismatch == 0,
      time.pair(at: 0) < 24, time.pair(at: 3) < 60, time.pair(at: 6) < 60,
      let date = CivilDate(
        year: 100 &* yearMonth.pair(at: 0) &+ yearMonth.pair(at: 2),
        month: yearMonth.pair(at: 5),
        day: dayHourMinute.pair(at: 0)
      )
    else { return nil }

    let seconds = 3600 &* time.pair(at: 0) &+ 60 &* time.pair(at: 3) &+ time.pair(at: 6)
    // 64 bits hold the milliseconds of every such date.
    return Instant(
      milliseconds: date.daysSinceEpoch &* Instant.millisecondsPerDay &+ 1000 &* seconds
    )
  }

  /// Reads the milliseconds if nothing, `Z` or `.000Z` follows the second, and then the end.
  static func trailingMilliseconds(of bytes: RawSpan) -> Int64? {
    switch bytes.byteCount {
    case 19: return 0
    case 20 where bytes.existingByte(at: 19) == UInt8(ascii: "Z"): return 0
    case 24: return milliseconds(of: bytes, at: 16)
    default: return nil
    }
  }

  /// Reads the milliseconds of `:00.000Z`.
  private static func milliseconds(of bytes: RawSpan, at start: Int) -> Int64? {
    let end = ISO8601Template.secondMillisecondUTC.match(bytes, at: start)
    return end.mismatch == 0 ? 10 &* end.pair(at: 4) &+ end.digit(at: 6) : nil
  }
}
