import BlockIndex

/// Text with an index, with readable bytes after its end.
@unsafe
struct WalkedText {
  let bytes: UnsafePointer<UInt8>
  let index: UnsafePointer<UInt64>

  @inline(__always)
  func byte(_ offset: Int) -> UInt8 { unsafe bytes[offset] }

  /// Returns the eight bytes at an offset, the first one lowest.
  @inline(__always)
  func word(_ offset: Int) -> UInt64 {
    UInt64(
      littleEndian: unsafe UnsafeRawPointer(bytes + offset).loadUnaligned(as: UInt64.self)
    )
  }

  @inline(__always)
  func has(_ pattern: inout BytePattern, at offset: Int) -> Bool {
    unsafe withUnsafeBytes(of: &pattern) { pattern in
      unsafe winback_json_same(
        bytes + offset,
        pattern.baseAddress?.assumingMemoryBound(to: UInt8.self)
      )
    }
  }

  @inline(__always)
  func endOfPlainText(_ start: Int) -> Int {
    var first = start &>> 3
    var bits = unsafe indexWord(first) &>> UInt64(truncatingIfNeeded: start & 7)
    if bits != 0 { return start &+ bits.trailingZeroBitCount }
    repeat {
      first &+= 8
      bits = unsafe indexWord(first)
    } while bits == 0
    return first &<< 3 &+ bits.trailingZeroBitCount
  }

  /// Returns the bits of 64 bytes from a multiple of eight, which is enough for most strings.
  @inline(__always)
  private func indexWord(_ offset: Int) -> UInt64 {
    UInt64(
      littleEndian: unsafe (UnsafeRawPointer(index) + offset).loadUnaligned(as: UInt64.self)
    )
  }

  /// Returns the end of a value without whitespace between its parts; negative for all others.
  @inline(never)
  func endOfValue(_ start: Int, _ text: JSONText) -> Int {
    /// A bit for each open container, the innermost lowest; set for objects. One more is before them.
    var open: UInt64 = 1
    var offset = start
    while offset >= 0 {
      let first = unsafe byte(offset)
      switch first {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        offset &+= 1
        // In ASCII, a closing bracket is the opening one plus 2.
        if unsafe byte(offset) != first &+ 2 {
          guard open &>> 60 == 0 else { return -1 }
          let isObject = first == UInt8(ascii: "{")
          open = open &<< 1 | (isObject ? 1 : 0)
          if isObject { offset = unsafe endOfName(offset) }
          continue
        }
        offset &+= 1
      case UInt8(ascii: "\""):
        let end = unsafe endOfString(offset, orElse: -1)
        offset = end >= 0 ? end : (try? text.string(at: offset).end &+ 1) ?? -1
      case UInt8(ascii: "t"): offset = (try? text.endOfLiteral("true", at: offset)) ?? -1
      case UInt8(ascii: "f"): offset = (try? text.endOfLiteral("false", at: offset)) ?? -1
      case UInt8(ascii: "n"): offset = (try? text.endOfLiteral("null", at: offset)) ?? -1
      default: offset = (try? text.endOfNumber(at: offset)) ?? -1
      }
      while offset >= 0 {
        if open == 1 { return offset }
        let next = unsafe byte(offset)
        offset &+= 1
        if next == UInt8(ascii: ",") {
          if open & 1 == 1 { offset = unsafe endOfName(offset) }
          break
        }
        guard next == (open & 1 == 1 ? UInt8(ascii: "}") : UInt8(ascii: "]")) else { return -1 }
        open &>>= 1
      }
    }
    return -1
  }

  /// Returns the offset after a name and its colon; negative if there is none.
  @inline(__always)
  private func endOfName(_ start: Int) -> Int {
    let end = unsafe endOfPlainText(start &+ 1)
    return unsafe isName(start, end) ? end &+ 2 : -1
  }

  /// Returns the end of a string of printable ASCII without escapes; else the other offset.
  @inline(__always)
  func endOfString(_ start: Int, orElse other: Int) -> Int {
    let end = unsafe endOfPlainText(start &+ 1)
    return unsafe byte(end) == UInt8(ascii: "\"") ? end &+ 1 : other
  }

  /// Returns whether a name is between two offsets, and a colon directly after it.
  @inline(__always)
  func isName(_ start: Int, _ end: Int) -> Bool {
    unsafe byte(start) == UInt8(ascii: "\"") && byte(end) == UInt8(ascii: "\"")
      && byte(end &+ 1) == UInt8(ascii: ":")
  }

  /// Returns a number of thirteen digits, as in the milliseconds of a date from 2001 to 2286.
  ///
  /// More digits can follow. The result is nil for anything else.
  @inline(__always)
  func milliseconds(_ start: Int) -> Int64? {
    let zeros = UInt64(repeating: UInt8(ascii: "0"))
    let first = unsafe word(start) ^ zeros
    let last = unsafe word(start &+ 5) ^ zeros
    let sixes = UInt64(repeating: 6)
    let highs = first | last | (first &+ sixes) | (last &+ sixes)
    guard highs & UInt64(repeating: 0xF0) == 0, first & 0xFF != 0 else { return nil }
    // The last eight digits include three of the first eight.
    let value = first.valueOfDigits &* 100_000 &+ (last & 0xFFFF_FFFF_FF00_0000).valueOfDigits
    return Int64(bitPattern: value)
  }

  /// Returns true or false as a number, and its end; nil if it is neither.
  @inline(__always)
  func flag(_ start: Int) -> (value: Int64, end: Int?) {
    let word = unsafe word(start)
    if word & 0xFFFF_FFFF == 0x6575_7274 { return (1, start &+ 4) }
    return (0, word & 0xFF_FFFF_FFFF == 0x65_736C_6166 ? start &+ 5 : nil)
  }

  /// Returns the number of digits of a whole number with at most eight; nil for all other values.
  @inline(__always)
  func digitCount(_ start: Int) -> Int? {
    let word = unsafe word(start)
    let count = word.leadingDigitCount
    let next = unsafe byte(start &+ count)
    guard count > 0, next == UInt8(ascii: ",") || next == UInt8(ascii: "}"),
      word & 0xFF != 0x30 || count == 1
    else { return nil }
    return count
  }
}
