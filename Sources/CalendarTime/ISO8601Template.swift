/// A pattern of eight bytes of ISO 8601 text with any digits; the first byte is the highest.
///
/// Dates are most of a history. Reading eight bytes at a time is more than three times as fast as
/// reading byte by byte.
struct ISO8601Template {
  /// The bytes, with 0 for every digit.
  let text: UInt64

  /// `0000-00-`, the year and month.
  static var yearMonth: Self { Self(text: 0x3030_3030_2D30_302D) }

  /// `00-00-00`, the end of the year, the month and the day.
  static var monthDay: Self { Self(text: 0x3030_2D30_302D_3030) }

  /// `00T00:00`, the day, hour and minute.
  static var dayHourMinute: Self { Self(text: 0x3030_5430_303A_3030) }

  /// `00 00:00`, the same with a space.
  static var daySpaceHourMinute: Self { Self(text: 0x3030_2030_303A_3030) }

  /// `00:00:00`, the hour, minute and second.
  static var hourMinuteSecond: Self { Self(text: 0x3030_3A30_303A_3030) }

  /// `:00.000Z`, the second, the milliseconds and UTC.
  static var secondMillisecondUTC: Self { Self(text: 0x3A30_302E_3030_305A) }

  @inline(__always)
  func match(_ bytes: RawSpan, at offset: Int) -> Match {
    // The offset is checked, and every eight bytes are a number; so this load is safe.
    let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
    return Match(digits: UInt64(bigEndian: word) ^ text, marks: marks)
  }

  /// 1 in every byte that is not a digit.
  @inline(__always)
  private var marks: UInt64 {
    let differences = text ^ 0x3030_3030_3030_3030
    return (differences &+ 0x7F7F_7F7F_7F7F_7F7F) >> 7 & 0x0101_0101_0101_0101
  }

  struct Match {
    /// In every byte, the value of a digit, or 0 for a mark; undefined if the byte does not match.
    private let digits: UInt64

    /// In every byte, the number of its digit and the next.
    private let pairs: UInt64

    /// 0 if all bytes match.
    let mismatch: UInt64

    @inline(__always)
    init(digits: UInt64, marks: UInt64) {
      self.digits = digits
      self.pairs = 10 &* digits &+ digits << 8
      // Bit 7 is set in a byte that is over 9 for a digit, over 0 for a mark.
      let slack = 0x7676_7676_7676_7676 &+ 9 &* marks
      self.mismatch = ((digits &+ slack) | digits) & 0x8080_8080_8080_8080
    }

    @inline(__always)
    func digit(at index: UInt64) -> Int64 {
      Int64(truncatingIfNeeded: digits >> (56 &- 8 &* index) & 0xFF)
    }

    /// Returns the number of the two digits from an index of the eight bytes.
    @inline(__always)
    func pair(at index: UInt64) -> Int64 {
      Int64(truncatingIfNeeded: pairs >> (56 &- 8 &* index) & 0xFF)
    }
  }
}

extension RawSpan {
  /// Returns the byte at an offset, which the span must have.
  @inlinable
  @inline(__always)
  package func existingByte(at offset: Int) -> UInt8 {
    // The offset is checked, and every byte is a number; so this load is safe.
    unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }
}

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
