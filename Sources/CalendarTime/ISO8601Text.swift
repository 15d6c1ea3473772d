/// The 24 bytes of ISO 8601 text of an instant in UTC, such as 2024-06-01T00:00:00.000Z.
@usableFromInline
package struct ISO8601Text: Sendable, RandomAccessCollection {
  /// Eight bytes a word, of three words; the first byte of a word is the highest.
  @usableFromInline package let words: SIMD4<UInt64>

  /// The instant must be valid (T5); another one can lose digits of its year.
  @usableFromInline
  package init(_ instant: Instant) {
    let date = instant.date
    let year = UInt32(truncatingIfNeeded: date.year)
    let timeOfDay = UInt32(truncatingIfNeeded: instant.timeOfDay)
    let millisecond = timeOfDay % 1000
    self.words = [
      ISO8601Template.yearMonth.text | Self.digits(of: year / 100 % 100, at: 0)
        | Self.digits(of: year % 100, at: 2)
        | Self.digits(of: UInt32(truncatingIfNeeded: date.month), at: 5),
      ISO8601Template.dayHourMinute.text
        | Self.digits(of: UInt32(truncatingIfNeeded: date.day), at: 0)
        | Self.digits(of: timeOfDay / 3_600_000, at: 3)
        | Self.digits(of: timeOfDay / 60_000 % 60, at: 6),
      ISO8601Template.secondMillisecondUTC.text | Self.digits(of: timeOfDay / 1000 % 60, at: 1)
        | Self.digits(of: millisecond / 10, at: 4) | UInt64(millisecond % 10) << 8, 0,
    ]
  }

  /// Returns the two digits of a number below 100, the first of them at an index of eight bytes.
  private static func digits(of number: UInt32, at index: UInt64) -> UInt64 {
    (UInt64(number / 10) << 8 | UInt64(number % 10)) << (48 &- 8 &* index)
  }

  @inlinable package var startIndex: Int { 0 }

  @inlinable package var endIndex: Int { 24 }

  @inlinable
  package subscript(position: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: words[position >> 3] >> (56 &- 8 &* UInt64(position & 7)))
  }
}
