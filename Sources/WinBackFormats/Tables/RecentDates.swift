import CalendarTime

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

  init() {}

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
