// Loads of eight bytes for hashing and comparing identifiers: single bytes took a tenth of the time
// of scoring. Every load is checked against the ends of the span.

extension RawSpan {
  /// Returns the eight bytes at an offset; the first one is the highest, so that words are in the
  /// order of their bytes.
  @inline(__always)
  func word(at offset: Int) -> UInt64 {
    UInt64(bigEndian: unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Returns the last eight of some bytes before an offset in the same form; if there are fewer,
  /// zeros follow them.
  @inline(__always)
  func lastWord(of count: Int, before end: Int) -> UInt64 {
    guard count < 8 else { return word(at: end &- 8) }
    var bytes: UInt64 = 0
    for index in 0..<count { bytes = bytes << 8 | UInt64(existingByte(at: end - count + index)) }
    return count == 0 ? 0 : bytes << UInt64(8 * (8 - count))
  }

  /// A hash of the first and last bytes, because the identifiers of an app differ at their ends.
  var hash: UInt64 {
    let last = lastWord(of: byteCount, before: byteCount)
    let first = byteCount >= 8 ? word(at: 0) : last
    var hash = first &* 0x9E37_79B9_7F4A_7C15
    hash = (hash ^ hash >> 29 ^ last) &* 0xBF58_476D_1CE4_E5B9
    return hash ^ hash >> 32 ^ UInt64(truncatingIfNeeded: byteCount)
  }

  /// Compares a range with one of another span in byte order: negative, zero or positive.
  @inline(__always)
  package func compare(
    _ range: Range<Int>,
    with other: borrowing RawSpan,
    _ otherRange: Range<Int>
  ) -> Int {
    let common = Swift.min(range.count, otherRange.count)
    var offset = 0
    while offset &+ 8 <= common {
      let left = word(at: range.lowerBound &+ offset)
      let right = other.word(at: otherRange.lowerBound &+ offset)
      if left != right { return left < right ? -1 : 1 }
      offset &+= 8
    }
    if offset < common {
      // If there are eight, some of these bytes were already equal.
      let left = lastWord(of: common, before: range.lowerBound &+ common)
      let right = other.lastWord(of: common, before: otherRange.lowerBound &+ common)
      if left != right { return left < right ? -1 : 1 }
    }
    return range.count &- otherRange.count
  }

  /// Returns the first and the last eight of 8 to 16 bytes, which are all of them; nil for other numbers of
  /// bytes.
  @inline(__always)
  func ends(of text: TextRange) -> (first: UInt64, last: UInt64)? {
    let (start, count) = (Int(text.start), Int(text.count))
    guard count >= 8, count <= 16, start >= 0, start &+ count <= byteCount else { return nil }
    return (existingWord(at: start), existingWord(at: start &+ count &- 8))
  }

  /// Returns eight bytes of which it is known that they exist.
  @inline(__always)
  private func existingWord(at offset: Int) -> UInt64 {
    unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
  }

  func isEqual(to other: borrowing RawSpan, in range: Range<Int>) -> Bool {
    guard byteCount == range.count else { return false }
    return compare(0..<byteCount, with: other, range) == 0
  }
}
