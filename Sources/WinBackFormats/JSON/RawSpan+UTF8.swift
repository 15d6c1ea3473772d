extension RawSpan {
  /// Returns how many bytes the character beyond ASCII at an offset has; 0 where they are not
  /// valid UTF-8.
  func countOfScalar(at offset: Int) -> Int {
    let second = byte(at: offset &+ 1)
    let allowed: ClosedRange<UInt8>
    let count: Int
    // The limits of the second byte rule out overlong forms, surrogates and what lies above
    // U+10FFFF (table 3-7 of the Unicode standard).
    switch byte(at: offset) {
    case 0xC2...0xDF: (count, allowed) = (2, 0x80...0xBF)
    case 0xE0: (count, allowed) = (3, 0xA0...0xBF)
    case 0xED: (count, allowed) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (count, allowed) = (3, 0x80...0xBF)
    case 0xF0: (count, allowed) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (count, allowed) = (4, 0x80...0xBF)
    case 0xF4: (count, allowed) = (4, 0x80...0x8F)
    default: return 0
    }
    guard allowed.contains(second) else { return 0 }
    for index in 2..<max(2, count) where byte(at: offset &+ index) & 0xC0 != 0x80 { return 0 }
    return count
  }
}
