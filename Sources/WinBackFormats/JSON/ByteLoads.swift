import BlockIndex

/// The bytes of a text, readable at every offset: bytes outside of the text are zero.
///
/// So no caller can read out of bounds. A scanner needs no test for the end, because a raw zero is
/// always an error in JSON. The loads use their own checks instead of those of `RawSpan`, which reads
/// the values of histories 6 to 11 % faster.
struct ByteLoads: ~Escapable {
  let bytes: RawSpan

  /// The offset after the last one at which eight bytes can be loaded.
  private let wordLimit: UInt

  @_lifetime(copy bytes)
  init(_ bytes: RawSpan) {
    self.bytes = bytes
    wordLimit = UInt(bitPattern: max(0, bytes.byteCount &- 7))
  }

  /// Returns the byte at an offset; 0 outside of the text.
  @inline(__always)
  func byte(at offset: Int) -> UInt8 {
    guard UInt(bitPattern: offset) < UInt(bitPattern: bytes.byteCount) else { return 0 }
    return unsafe bytes.unsafeLoad(fromUncheckedByteOffset: offset, as: UInt8.self)
  }

  /// Returns whether a byte order mark is at an offset.
  @inline(__always)
  func hasMark(at offset: Int) -> Bool {
    byte(at: offset) == 0xEF && byte(at: offset &+ 1) == 0xBB && byte(at: offset &+ 2) == 0xBF
  }

  /// Returns the two bytes at an offset, the first one lowest; 0 at some of the last offsets.
  @inline(__always)
  func pair(at offset: Int) -> UInt16 {
    guard UInt(bitPattern: offset) < wordLimit else { return 0 }
    return UInt16(
      littleEndian: unsafe bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: offset,
        as: UInt16.self
      )
    )
  }

  /// Returns the eight bytes at an offset, the first one lowest; nil if there are fewer.
  @inline(__always)
  func wholeWord(at offset: Int) -> UInt64? {
    guard UInt(bitPattern: offset) < wordLimit else { return nil }
    return UInt64(
      littleEndian: unsafe bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: offset,
        as: UInt64.self
      )
    )
  }

  /// Returns the eight bytes at an offset, the first one lowest.
  @inline(__always)
  func word(at offset: Int) -> UInt64 {
    wholeWord(at: offset) ?? partialWord(at: offset)
  }

  /// Returns the 32 bytes at an offset; nil if there are fewer.
  @inline(__always)
  func window(at offset: Int) -> SIMD4<UInt64>? {
    // `wordLimit` is seven bytes before the end of the bytes.
    guard offset >= 0, UInt(bitPattern: offset) &+ 24 < wordLimit else { return nil }
    return unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: SIMD4<UInt64>.self)
  }

  @inline(never)
  private func partialWord(at offset: Int) -> UInt64 {
    var word: UInt64 = 0
    for index in 0..<8 { word |= UInt64(byte(at: offset &+ index)) &<< (UInt64(index) &* 8) }
    return word
  }
}

// MARK: - Plain text

extension ByteLoads {
  /// Returns the offset of the first byte that is not plain text of a string.
  ///
  /// Such a byte is a quote, a backslash, a control character or not ASCII; the zeros after the end
  /// count as such bytes.
  func endOfPlainText(from start: Int) -> Int {
    var offset = start
    while true {
      let marks = word(at: offset).marksOfSpecialBytes
      if marks != 0 { return offset &+ marks.trailingZeroBitCount &>> 3 }
      offset &+= 8
    }
  }

  /// Returns the same, but nil near the end of the bytes.
  ///
  /// So it calls no function, which keeps the caller's registers free. The strings of histories are
  /// short: vectors of 16 bytes were slower (0.89 GB/s instead of 1.06).
  @inline(__always)
  func quickEndOfPlainText(from start: Int) -> Int? {
    var offset = start
    while let word = wholeWord(at: offset) {
      let marks = word.marksOfSpecialBytes
      if marks != 0 { return offset &+ marks.trailingZeroBitCount &>> 3 }
      offset &+= 8
    }
    return nil
  }
}

extension RawSpan {
  func byte(at offset: Int) -> UInt8 { ByteLoads(self).byte(at: offset) }

  /// Returns the offset of the first byte with a value; the end of the bytes if there is none.
  func offset(of byte: UInt8, from start: Int) -> Int {
    let loads = ByteLoads(self)
    let pattern = UInt64(repeating: byte)
    var offset = start
    while offset < byteCount {
      let marks = loads.word(at: offset).marks(of: pattern)
      if marks != 0 { return min(byteCount, offset &+ marks.trailingZeroBitCount &>> 3) }
      offset &+= 8
    }
    return byteCount
  }

  /// Returns the offset of the first line feed; the end of the bytes if there is none.
  func endOfLine(from start: Int) -> Int { offset(of: UInt8(ascii: "\n"), from: start) }

  /// Returns a range without the line feed at its end and without a carriage return before it.
  func withoutLineEnd(_ range: Range<Int>) -> Range<Int> {
    var end = range.upperBound
    if end > range.lowerBound, byte(at: end &- 1) == UInt8(ascii: "\n") {
      end &-= 1
      if end > range.lowerBound, byte(at: end &- 1) == UInt8(ascii: "\r") { end &-= 1 }
    }
    return range.lowerBound..<end
  }

  /// Returns the offset after the last line feed before an offset; 0 if there is none.
  package func startOfLine(before end: Int) -> Int {
    let loads = ByteLoads(self)
    let lineFeeds = UInt64(repeating: UInt8(ascii: "\n"))
    var offset = max(0, min(end, byteCount))
    while offset >= 8 {
      let marks = loads.word(at: offset &- 8).marks(of: lineFeeds)
      if marks != 0 { return offset &- marks.leadingZeroBitCount &>> 3 }
      offset &-= 8
    }
    while offset > 0, byte(at: offset &- 1) != UInt8(ascii: "\n") { offset &-= 1 }
    return offset
  }

  package var lineFeedCount: Int {
    unsafe withUnsafeBytes { bytes in
      let first = unsafe bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
      return unsafe winback_byte_count(first, bytes.count, UInt8(ascii: "\n"))
    }
  }

  /// Returns the range of the line around an offset, without its line feed.
  package func rangeOfLine(around offset: Int) -> Range<Int> {
    startOfLine(before: offset)..<endOfLine(from: offset)
  }

  /// Returns the text of a range of bytes; malformed parts become replacement characters.
  package func text(in range: Range<Int>) -> String {
    unsafe extracting(range).withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
  }
}

extension ContiguousArray<UInt8> {
  package var rawBytes: RawSpan {
    @_lifetime(borrow self) get { unsafe span.bytes }
  }

  mutating func append(contentsOf bytes: RawSpan, in range: Range<Int>) {
    unsafe bytes.extracting(range).withUnsafeBytes { source in
      // Appending a generic sequence of bytes has a third of the speed.
      unsafe source.withMemoryRebound(to: UInt8.self) { unsafe append(contentsOf: $0) }
    }
  }
}

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

  /// Returns the first bytes, with zeros after them.
  @inline(__always)
  func prefix(_ count: Int) -> UInt64 {
    self & ~(UInt64.max << UInt64(truncatingIfNeeded: count &* 8))
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
    return ((self << unused) & UInt64(repeating: 0x0F)).valueOfDigits
  }

  /// The value of eight digits, each a byte from 0 to 9.
  @inline(__always)
  var valueOfDigits: UInt64 {
    let pairs = self &* 10 &+ self &>> 8
    let odd = (pairs & 0x0000_00FF_0000_00FF) &* 0x000F_4240_0000_0064
    let even = (pairs &>> 16 & 0x0000_00FF_0000_00FF) &* 0x0000_2710_0000_0001
    return (odd &+ even) &>> 32
  }
}

/// Up to 32 bytes of text, which can be compared with other bytes in one step.
///
/// The code that compares them depends on the order of the properties.
struct BytePattern: Sendable {
  static var limit: Int { 32 }

  private let bytes: SIMD4<UInt64>
  private let mask: SIMD4<UInt64>

  /// Takes the first bytes of a window, at most ``limit``.
  init(_ count: Int, of window: SIMD4<UInt64>) {
    var mask = SIMD4<UInt64>()
    for index in mask.indices {
      mask[index] = UInt64.max.prefix(max(count - 8 * index, 0)).littleEndian
    }
    self.mask = mask
    bytes = window & mask
  }

  /// Takes the bytes of a text; nil if there are too many.
  init?(_ text: String) {
    guard text.utf8.count <= Self.limit else { return nil }
    var bytes = ContiguousArray(text.utf8)
    bytes.append(contentsOf: repeatElement(0, count: Self.limit - bytes.count))
    guard let window = ByteLoads(bytes.rawBytes).window(at: 0) else { return nil }
    self.init(text.utf8.count, of: window)
  }

  /// A pattern that no text matches.
  static var never: Self { Self(limit, of: SIMD4()) }
}
