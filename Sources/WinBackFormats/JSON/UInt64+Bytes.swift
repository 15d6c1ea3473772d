// Eight bytes of text in a word, the first one lowest, looked at all at once.

extension UInt64 {
  /// The word of eight equal bytes.
  @inline(__always)
  init(repeating byte: UInt8) {
    self = 0x0101_0101_0101_0101 &* UInt64(byte)
  }

  /// The highest bit of each byte that is a quote, a backslash, a control character or not ASCII.
  ///
  /// Up to the first such byte the marks are exact; behind it there may be false ones.
  @inline(__always)
  var marksOfSpecialBytes: UInt64 {
    // A byte minus 1 has its highest bit set where it was 0 or above 0x80. The loan that a 0 takes
    // reaches only the bytes behind it.
    let quotes = (self ^ UInt64(repeating: UInt8(ascii: "\""))) &- UInt64(repeating: 1)
    let backslashes = (self ^ UInt64(repeating: UInt8(ascii: "\\"))) &- UInt64(repeating: 1)
    let controls = self &- UInt64(repeating: 0x20)
    return (quotes | backslashes | controls | self) & UInt64(repeating: 0x80)
  }

  /// The highest bit of each byte that is the same as that of another word, and no other bit.
  @inline(__always)
  func marks(of bytes: UInt64) -> UInt64 {
    let low = UInt64(repeating: 0x7F)
    let differences = self ^ bytes
    return ~(((differences & low) &+ low) | differences | low)
  }

  /// How many of the bytes are digits before the first that is not.
  @inline(__always)
  var leadingDigitCount: Int {
    let values = self ^ UInt64(repeating: UInt8(ascii: "0"))
    // A value above 9 plus 0x76 has its highest bit set.
    let others = ((values & UInt64(repeating: 0x7F)) &+ UInt64(repeating: 0x76)) | values
    return (others & UInt64(repeating: 0x80)).trailingZeroBitCount &>> 3
  }

  /// The number that the first so many bytes write as digits.
  @inline(__always)
  func value(ofDigits count: Int) -> UInt64 {
    // The digits move to the end of the word, zeros take the place before them.
    let unused = 64 &- UInt64(truncatingIfNeeded: count) &* 8
    var values = (self << unused) & UInt64(repeating: 0x0F)
    values = values &* 10 &+ values &>> 8
    let odd = (values & 0x0000_00FF_0000_00FF) &* 0x000F_4240_0000_0064
    let even = (values &>> 16 & 0x0000_00FF_0000_00FF) &* 0x0000_2710_0000_0001
    return (odd &+ even) &>> 32
  }
}
