// Operations on eight bytes of text at once, as a word with the first byte lowest.

extension UInt64 {
  @inline(__always)
  init(repeating byte: UInt8) {
    self = 0x0101_0101_0101_0101 &* UInt64(byte)
  }

  /// The highest bit of each byte that is a quote, a backslash, a control character or not ASCII.
  ///
  /// The marks are exact up to the first such byte; after it there can be false ones.
  @inline(__always)
  var marksOfSpecialBytes: UInt64 {
    // A byte minus 1 has its highest bit set if it was 0 or greater than 0x80. The borrow of a 0
    // changes only the bytes after it.
    let quotes = (self ^ UInt64(repeating: UInt8(ascii: "\""))) &- UInt64(repeating: 1)
    let backslashes = (self ^ UInt64(repeating: UInt8(ascii: "\\"))) &- UInt64(repeating: 1)
    let controls = self &- UInt64(repeating: 0x20)
    return (quotes | backslashes | controls | self) & UInt64(repeating: 0x80)
  }

  /// The highest bit of each byte that is equal in another word, and no other bit.
  @inline(__always)
  func marks(of bytes: UInt64) -> UInt64 {
    let low = UInt64(repeating: 0x7F)
    let differences = self ^ bytes
    return ~(((differences & low) &+ low) | differences | low)
  }

  /// The number of digits before the first byte that is not a digit.
  @inline(__always)
  var leadingDigitCount: Int {
    let values = self ^ UInt64(repeating: UInt8(ascii: "0"))
    // A value greater than 9 plus 0x76 has its highest bit set.
    let others = ((values & UInt64(repeating: 0x7F)) &+ UInt64(repeating: 0x76)) | values
    return (others & UInt64(repeating: 0x80)).trailingZeroBitCount &>> 3
  }

  /// Returns the number that the first bytes represent as digits.
  @inline(__always)
  func value(ofDigits count: Int) -> UInt64 {
    // The digits move to the end of the word, after zeros.
    let unused = 64 &- UInt64(truncatingIfNeeded: count) &* 8
    var values = (self << unused) & UInt64(repeating: 0x0F)
    values = values &* 10 &+ values &>> 8
    let odd = (values & 0x0000_00FF_0000_00FF) &* 0x000F_4240_0000_0064
    let even = (values &>> 16 & 0x0000_00FF_0000_00FF) &* 0x0000_2710_0000_0001
    return (odd &+ even) &>> 32
  }
}
