// Every load from memory that the scanner does. The callers see a total interface: an offset
// outside the bytes reads as zeros, so no caller can read out of bounds.

extension RawSpan {
  /// Returns the byte at an offset, or 0 where there is none.
  ///
  /// A raw 0 is an error wherever it stands in JSON, so the scanner needs no other test for the end.
  @inline(__always)
  func byte(at offset: Int) -> UInt8 {
    guard UInt(bitPattern: offset) < UInt(bitPattern: byteCount) else { return 0 }
    return unsafe unsafeLoad(fromUncheckedByteOffset: offset, as: UInt8.self)
  }

  /// Returns the eight bytes at an offset, the first one lowest, with zeros past the end.
  @inline(__always)
  func word(at offset: Int) -> UInt64 {
    guard offset >= 0, offset <= byteCount &- 8 else { return partialWord(at: offset) }
    return UInt64(
      littleEndian: unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
    )
  }

  @inline(never)
  private func partialWord(at offset: Int) -> UInt64 {
    var word: UInt64 = 0
    for index in 0..<8 {
      word |= UInt64(byte(at: offset &+ index)) &<< (UInt64(index) &* 8)
    }
    return word
  }

  /// Returns the offset of the first byte that is not plain inside a string: a quote, a backslash,
  /// a control character or a byte that is not ASCII; the end of the bytes where there is none.
  @inline(__always)
  func endOfPlainText(from start: Int) -> Int {
    var offset = start
    guard offset >= 0 else { return byteCount }
    // Vectors with their types stated: with a literal or a scalar on the right-hand side the
    // comparison is a loop over the lanes, 30 times slower.
    let quote = SIMD16<UInt8>(repeating: UInt8(ascii: "\""))
    let backslash = SIMD16<UInt8>(repeating: UInt8(ascii: "\\"))
    let space = SIMD16<Int8>(repeating: 0x20)
    while offset <= byteCount &- 16 {
      let block = unsafe unsafeLoadUnaligned(
        fromUncheckedByteOffset: offset,
        as: SIMD16<UInt8>.self
      )
      // As signed numbers, bytes that are not ASCII are below the space, too.
      let signed = unsafe unsafeBitCast(block, to: SIMD16<Int8>.self)
      let isSpecial = (block .== quote) .| (block .== backslash) .| (signed .< space)
      let halves = unsafe unsafeBitCast(isSpecial, to: SIMD2<UInt64>.self)
      let first = halves[0].littleEndian
      let second = halves[1].littleEndian
      if first | second != 0 {
        let half = first != 0 ? first : second
        return offset &+ (first != 0 ? 0 : 8) &+ half.trailingZeroBitCount &>> 3
      }
      offset &+= 16
    }
    while offset < byteCount {
      let byte = byte(at: offset)
      if byte == 0x22 || byte == 0x5C || byte < 0x20 || byte >= 0x80 { return offset }
      offset &+= 1
    }
    return byteCount
  }

  /// Returns the offset of the first line feed; the end of the bytes where there is none.
  func endOfLine(from start: Int) -> Int {
    var offset = start
    while offset < byteCount, byte(at: offset) != UInt8(ascii: "\n") { offset &+= 1 }
    return min(offset, byteCount)
  }

  /// Returns the offset after the last line feed before an offset; 0 where there is none.
  package func startOfLine(before end: Int) -> Int {
    var offset = max(0, min(end, byteCount))
    while offset > 0, byte(at: offset &- 1) != UInt8(ascii: "\n") { offset &-= 1 }
    return offset
  }

  /// Returns the bytes of the line that an offset is in, without its line feed.
  package func line(around offset: Int) -> ContiguousArray<UInt8> {
    var line: ContiguousArray<UInt8> = []
    line.append(contentsOf: self, in: startOfLine(before: offset)..<endOfLine(from: offset))
    return line
  }

  /// Returns the text of a range of bytes, with each malformed part replaced.
  func text(in range: Range<Int>) -> String {
    unsafe extracting(range).withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
  }
}

extension ContiguousArray<UInt8> {
  /// A view of the bytes, as a ``JSONScanner`` takes it.
  package var rawBytes: RawSpan {
    @_lifetime(borrow self) get { unsafe span.bytes }
  }

  /// Appends a range of the bytes of a span.
  mutating func append(contentsOf bytes: RawSpan, in range: Range<Int>) {
    unsafe bytes.extracting(range).withUnsafeBytes { unsafe append(contentsOf: $0) }
  }
}
