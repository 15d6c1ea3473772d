// The contents of checked strings, with escapes decoded.

extension JSONText {
  func decode(_ string: JSONString, into contents: inout ContiguousArray<UInt8>) {
    var plainStart = string.start
    while plainStart < string.end {
      var plainEnd = string.hasEscapes ? plainStart : string.end
      while plainEnd < string.end, byte(at: plainEnd) != UInt8(ascii: "\\") { plainEnd &+= 1 }
      contents.append(contentsOf: bytes, in: plainStart..<plainEnd)
      guard plainEnd < string.end else { return }
      let (scalar, end) = escapedScalar(at: plainEnd)
      contents.append(contentsOf: scalar.utf8)
      plainStart = end
    }
  }

  func contents(of string: JSONString) -> String {
    guard string.hasEscapes else { return bytes.text(in: string.range) }
    var contents: ContiguousArray<UInt8> = []
    decode(string, into: &contents)
    return String(decoding: contents, as: UTF8.self)
  }

  func matches(_ string: JSONString, _ contents: String) -> Bool {
    guard !string.hasEscapes else {
      return self.contents(of: string).utf8.elementsEqual(contents.utf8)
    }
    guard contents.utf8.count == string.byteCount else { return false }
    var offset = string.start
    for byte in contents.utf8 {
      guard self.byte(at: offset) == byte else { return false }
      offset &+= 1
    }
    return true
  }

  /// Returns the offset from which a byte of a string's contents comes; that of the closing quote
  /// at the end of the contents and after it.
  func offset(ofDecoded decodedOffset: Int, in string: JSONString) -> Int {
    var rest = decodedOffset
    var offset = string.start
    while offset < string.end, rest > 0 {
      var count = 1
      var end = offset &+ 1
      if byte(at: offset) == UInt8(ascii: "\\") {
        let escape = escapedScalar(at: offset)
        count = escape.scalar.utf8.count
        end = escape.end
      }
      guard rest >= count else { return offset }
      rest &-= count
      offset = end
    }
    return offset
  }

  /// Returns the character of the checked escape at an offset, and the offset after the escape.
  private func escapedScalar(at backslash: Int) -> (scalar: Unicode.Scalar, end: Int) {
    let letter = byte(at: backslash &+ 1)
    switch letter {
    case UInt8(ascii: "b"): return ("\u{8}", backslash &+ 2)
    case UInt8(ascii: "f"): return ("\u{C}", backslash &+ 2)
    case UInt8(ascii: "n"): return ("\n", backslash &+ 2)
    case UInt8(ascii: "r"): return ("\r", backslash &+ 2)
    case UInt8(ascii: "t"): return ("\t", backslash &+ 2)
    case UInt8(ascii: "u"):
      let unit = checkedCodeUnit(at: backslash &+ 2)
      guard UTF16.isLeadSurrogate(unit) else {
        return (Unicode.Scalar(unit) ?? "\u{FFFD}", backslash &+ 6)
      }
      let trail = checkedCodeUnit(at: backslash &+ 8)
      let value = 0x1_0000 + (UInt32(unit & 0x3FF) << 10 | UInt32(trail & 0x3FF))
      return (Unicode.Scalar(value) ?? "\u{FFFD}", backslash &+ 12)
    default: return (Unicode.Scalar(letter), backslash &+ 2)
    }
  }

  private func checkedCodeUnit(at offset: Int) -> UInt16 { (try? codeUnit(at: offset)) ?? 0xFFFD }
}
