import CalendarTime

// Loads of eight bytes for hashing and comparing identifiers: single bytes took a tenth of the time
// of scoring. Every load is checked against the ends of the span.

extension RawSpan {
  /// Returns the eight bytes at an offset; the first one is the highest, so that words are in the
  /// order of their bytes.
  @inline(__always)
  func word(at offset: Int) -> UInt64 {
    UInt64(bigEndian: unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Returns up to eight bytes at an offset in the same form, with zeros after them.
  @inline(__always)
  func partialWord(at offset: Int, count: Int) -> UInt64 {
    var word: UInt64 = 0
    for index in 0..<count { word = word << 8 | UInt64(existingByte(at: offset + index)) }
    return count == 0 ? 0 : word << UInt64(8 * (8 - count))
  }

  /// A hash of the first and last bytes, because the identifiers of an app differ at their ends.
  var hash: UInt64 {
    let count = byteCount
    let first = count >= 8 ? word(at: 0) : partialWord(at: 0, count: count)
    let last = count >= 8 ? word(at: count - 8) : first
    var hash = first &* 0x9E37_79B9_7F4A_7C15
    hash = (hash ^ hash >> 29 ^ last) &* 0xBF58_476D_1CE4_E5B9
    return hash ^ hash >> 32 ^ UInt64(truncatingIfNeeded: count)
  }

  /// Compares two ranges in byte order: negative, zero or positive.
  @inline(__always)
  func compare(_ lhs: Range<Int>, _ rhs: Range<Int>) -> Int {
    let common = Swift.min(lhs.count, rhs.count)
    var offset = 0
    while offset &+ 8 <= common {
      let left = word(at: lhs.lowerBound &+ offset)
      let right = word(at: rhs.lowerBound &+ offset)
      if left != right { return left < right ? -1 : 1 }
      offset &+= 8
    }
    if offset > 0, offset < common {
      // Some of these bytes were already equal.
      let left = word(at: lhs.lowerBound &+ common &- 8)
      let right = word(at: rhs.lowerBound &+ common &- 8)
      return left == right ? lhs.count &- rhs.count : left < right ? -1 : 1
    }
    while offset < common {
      let left = existingByte(at: lhs.lowerBound &+ offset)
      let right = existingByte(at: rhs.lowerBound &+ offset)
      if left != right { return left < right ? -1 : 1 }
      offset &+= 1
    }
    return lhs.count &- rhs.count
  }

  func isEqual(to other: borrowing RawSpan, in range: Range<Int>) -> Bool {
    guard byteCount == range.count else { return false }
    var offset = 0
    while offset + 8 <= byteCount {
      if word(at: offset) != other.word(at: range.lowerBound + offset) { return false }
      offset += 8
    }
    guard offset > 0 else {
      return partialWord(at: 0, count: byteCount)
        == other.partialWord(at: range.lowerBound, count: byteCount)
    }
    // Some of these bytes were already equal.
    return word(at: byteCount - 8) == other.word(at: range.upperBound - 8)
  }
}
