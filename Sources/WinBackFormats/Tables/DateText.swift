import CalendarTime

/// The text of a date with a time, `0000-00-00 00:00:00`, in words that overlap.
struct DateText: Sendable, Hashable {
  /// The year and month, `0000-00-`.
  private let yearMonth: UInt64
  /// The day, hour and minute, `00 00:00`.
  private let dayHourMinute: UInt64
  /// The time, `00:00:00`.
  private let time: UInt64

  /// Takes the text of a field; nil where it has another length.
  @inline(__always)
  init?(_ field: RowField, _ text: borrowing ByteLoads) {
    guard field.end &- field.start == 19, field.escaping == .none else { return nil }
    yearMonth = text.word(at: field.start)
    dayHourMinute = text.word(at: field.start &+ 8)
    time = text.word(at: field.start &+ 11)
  }

  /// The instant in UTC; nil where the text is another, or there is no such time.
  var instant: Instant? {
    let yearMonth = Digits(yearMonth, as: 0x2D30_302D_3030_3030)
    let dayHourMinute = Digits(dayHourMinute, as: 0x3030_3A30_3020_3030)
    let time = Digits(time, as: 0x3030_3A30_303A_3030)
    let year = 100 &* yearMonth.pair(at: 0) &+ yearMonth.pair(at: 2)
    let month = yearMonth.pair(at: 5)
    let day = dayHourMinute.pair(at: 0)
    guard yearMonth.mismatch | dayHourMinute.mismatch | time.mismatch == 0,
      time.pair(at: 0) < 24, time.pair(at: 3) < 60, time.pair(at: 6) < 60,
      year > 0, 1...12 ~= month, day > 0,
      day <= 28 || day <= CivilDate.daysInMonth(year: year, month: month)
    else { return nil }
    let days = CivilDate(uncheckedYear: year, month: month, day: day).daysSinceEpoch
    let seconds = 3600 &* time.pair(at: 0) &+ 60 &* time.pair(at: 3) &+ time.pair(at: 6)
    return Instant(milliseconds: days &* Instant.millisecondsPerDay &+ 1000 &* seconds)
  }

  /// Eight bytes that should be as a template in which every digit is 0.
  private struct Digits {
    /// In each byte, the number of its digit and the next.
    private let pairs: UInt64
    /// Not 0 where some byte is not as the template has it.
    let mismatch: UInt64

    @inline(__always)
    init(_ word: UInt64, as template: UInt64) {
      let digits = word ^ template
      pairs = 10 &* digits &+ digits &>> 8
      // The highest bit comes up in a byte over 9 in the place of a digit, over 0 in that of a mark.
      let marks =
        ((template ^ UInt64(repeating: UInt8(ascii: "0"))) &+ UInt64(repeating: 0x7F)) &>> 7
        & UInt64(repeating: 1)
      let slack = UInt64(repeating: 0x76) &+ 9 &* marks
      mismatch = ((digits &+ slack) | digits) & UInt64(repeating: 0x80)
    }

    /// Returns the number of two digits, the first of which is at an index of the eight bytes.
    @inline(__always)
    func pair(at index: UInt64) -> Int64 {
      Int64(truncatingIfNeeded: pairs &>> (8 &* index) & 0xFF)
    }
  }
}
