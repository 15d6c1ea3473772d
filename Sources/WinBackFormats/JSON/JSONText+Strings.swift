import CEL

// The check of strings. The usual case is one search for the end. Strings with escapes, characters
// beyond ASCII or faults take a slower way in a separate function.

extension JSONText {
  /// Returns the string at an offset; throws an error if there is none.
  @inline(__always)
  func string(at quote: Int) throws(JSONError) -> JSONString {
    guard let string = plainString(at: quote) else { return try stringExactly(at: quote) }
    return string
  }

  /// Returns the string at an offset if it is printable ASCII without escapes; nil for all others,
  /// and at some offsets near the end of the bytes.
  @inline(__always)
  func plainString(at quote: Int) -> JSONString? {
    guard byte(at: quote) == UInt8(ascii: "\""),
      let end = quickEndOfPlainText(from: quote &+ 1),
      byte(at: end) == UInt8(ascii: "\"")
    else { return nil }
    return JSONString(start: quote &+ 1, end: end, hasEscapes: false)
  }

  /// Returns the offset of the first byte that ends the plain text of a string, by the index if
  /// there is one; nil near the end of the bytes without an index.
  ///
  /// The bits after the last byte are set, so that a search stops there.
  @inline(__always)
  func quickEndOfPlainText(from start: Int) -> Int? {
    var word = start &>> 6
    guard word < index.count else { return loads.quickEndOfPlainText(from: start) }
    let bits = index[word] &>> UInt64(truncatingIfNeeded: start & 63)
    if bits != 0 { return start &+ bits.trailingZeroBitCount }
    repeat {
      word &+= 1
      guard word < index.count else { return nil }
    } while index[word] == 0
    return word &<< 6 &+ index[word].trailingZeroBitCount
  }

  @inline(never)
  private func stringExactly(at quote: Int) throws(JSONError) -> JSONString {
    guard byte(at: quote) == UInt8(ascii: "\"") else {
      throw failure(expected: .string, at: quote)
    }
    let start = quote &+ 1
    var end = loads.endOfPlainText(from: start)
    var hasEscapes = false
    while true {
      let byte = byte(at: end)
      switch byte {
      case UInt8(ascii: "\""): return JSONString(start: start, end: end, hasEscapes: hasEscapes)
      case UInt8(ascii: "\\"):
        hasEscapes = true
        end = try endOfEscape(at: end)
      case 0x80...:
        let count = countOfScalar(at: end)
        guard count > 0 else { throw JSONError.invalidUTF8(byte, at: end) }
        end &+= count
      default:
        guard !isEnd(at: end) else { throw endInString(at: end) }
        let character = Unicode.Scalar(byte).inMessage
        throw JSONError("\(character) inside a string must be written as an escape", at: end)
      }
      end = loads.endOfPlainText(from: end)
    }
  }

  /// Checks the escape whose backslash is at an offset, including both halves of a surrogate pair.
  private func endOfEscape(at backslash: Int) throws(JSONError) -> Int {
    switch byte(at: backslash &+ 1) {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return backslash &+ 2
    case UInt8(ascii: "u"):
      let unit = try codeUnit(at: backslash &+ 2)
      guard UTF16.isSurrogate(unit) else { return backslash &+ 6 }
      guard UTF16.isLeadSurrogate(unit), byte(at: backslash &+ 6) == UInt8(ascii: "\\"),
        byte(at: backslash &+ 7) == UInt8(ascii: "u"),
        UTF16.isTrailSurrogate(try codeUnit(at: backslash &+ 8))
      else {
        let message = "an escape is half of a surrogate pair without the other half"
        throw JSONError(message, at: backslash)
      }
      return backslash &+ 12
    default:
      guard !isEnd(at: backslash &+ 1) else { throw endInString(at: backslash &+ 1) }
      let expected = "one of \" \\ / b f n r t u after '\\'"
      throw failure(expected: expected, at: backslash &+ 1)
    }
  }

  /// Returns the UTF-16 code unit of four hexadecimal digits at an offset.
  func codeUnit(at start: Int) throws(JSONError) -> UInt16 {
    var unit: UInt16 = 0
    for offset in start..<start &+ 4 {
      guard let digit = byte(at: offset).hexadecimalDigit else {
        guard !isEnd(at: offset) else { throw endInString(at: offset) }
        throw failure(expected: "four hexadecimal digits after '\\u'", at: offset)
      }
      unit = unit &<< 4 | UInt16(digit)
    }
    return unit
  }

  /// Returns the number of bytes of the character beyond ASCII at an offset; 0 if it is not valid
  /// UTF-8.
  func countOfScalar(at offset: Int) -> Int {
    let allowed: ClosedRange<UInt8>
    let count: Int
    // The limits of the second byte exclude overlong forms, surrogates and code points above
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
    guard allowed.contains(byte(at: offset &+ 1)) else { return 0 }
    for index in 2..<max(2, count) where byte(at: offset &+ index) & 0xC0 != 0x80 { return 0 }
    return count
  }
}

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
      return self.contents(of: string).hasBytes(of: contents)
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
