extension JSONScanner {
  /// Reads the string whose opening quote stands at the offset.
  mutating func scanString() throws(JSONError) -> JSONString {
    let start = offset &+ 1
    let end = bytes.endOfPlainText(from: start)
    guard bytes.byte(at: end) == UInt8(ascii: "\"") else {
      return try scanUnusualString(from: start, plainTo: end)
    }
    offset = end &+ 1
    return JSONString(start: start, end: end, hasEscapes: false)
  }

  /// Reads on where a string has an escape, a character beyond ASCII or a fault.
  @inline(never)
  private mutating func scanUnusualString(
    from start: Int,
    plainTo plainEnd: Int
  ) throws(JSONError) -> JSONString {
    var end = plainEnd
    var hasEscapes = false
    while true {
      let byte = bytes.byte(at: end)
      switch byte {
      case UInt8(ascii: "\""):
        offset = end &+ 1
        return JSONString(start: start, end: end, hasEscapes: hasEscapes)
      case UInt8(ascii: "\\"):
        hasEscapes = true
        end = try endOfEscape(at: end)
      case 0x80...:
        let count = bytes.countOfScalar(at: end)
        guard count > 0 else { throw JSONError(.invalidUTF8(byte), at: end) }
        end &+= count
      default:
        guard end < bytes.byteCount else { throw JSONError(.endInString, at: bytes.byteCount) }
        throw JSONError(.controlCharacter(byte), at: end)
      }
      end = bytes.endOfPlainText(from: end)
    }
  }

  /// Checks the escape whose backslash stands at an offset, both halves of a surrogate pair.
  private func endOfEscape(at backslash: Int) throws(JSONError) -> Int {
    switch bytes.byte(at: backslash &+ 1) {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return backslash &+ 2
    case UInt8(ascii: "u"):
      let unit = try codeUnit(at: backslash &+ 2)
      guard UTF16.isSurrogate(unit) else { return backslash &+ 6 }
      guard UTF16.isLeadSurrogate(unit),
        bytes.byte(at: backslash &+ 6) == UInt8(ascii: "\\"),
        bytes.byte(at: backslash &+ 7) == UInt8(ascii: "u"),
        UTF16.isTrailSurrogate(try codeUnit(at: backslash &+ 8))
      else { throw JSONError(.halfSurrogatePair, at: backslash) }
      return backslash &+ 12
    default:
      guard backslash &+ 1 < bytes.byteCount else {
        throw JSONError(.endInString, at: bytes.byteCount)
      }
      throw failure(expected: .escape, at: backslash &+ 1)
    }
  }

  /// Reads the four hexadecimal digits at an offset.
  private func codeUnit(at start: Int) throws(JSONError) -> UInt16 {
    var unit: UInt16 = 0
    for offset in start..<start &+ 4 {
      guard let digit = Character(Unicode.Scalar(bytes.byte(at: offset))).hexDigitValue else {
        guard offset < bytes.byteCount else {
          throw JSONError(.endInString, at: bytes.byteCount)
        }
        throw failure(expected: .hexadecimalDigits, at: offset)
      }
      unit = unit &<< 4 | UInt16(digit)
    }
    return unit
  }
}

// MARK: - Contents

extension JSONScanner {
  /// Returns the bytes between the quotes, escapes as they were written.
  @_lifetime(copy self)
  package func bytes(of string: JSONString) -> RawSpan {
    bytes.extracting(string.range)
  }

  /// Appends the contents of a string, escapes replaced by what they stand for.
  ///
  /// - Complexity: O(*n*) for *n* bytes of the string.
  package func decode(_ string: JSONString, into contents: inout ContiguousArray<UInt8>) {
    var plainStart = string.start
    while plainStart < string.end {
      let plainEnd = string.hasEscapes ? bytes.endOfUnescaped(plainStart..<string.end) : string.end
      contents.append(contentsOf: bytes, in: plainStart..<plainEnd)
      guard plainEnd < string.end else { return }
      let (scalar, end) = escapedScalar(at: plainEnd)
      contents.append(contentsOf: scalar.utf8)
      plainStart = end
    }
  }

  /// Returns the contents of a string, escapes replaced by what they stand for.
  package func text(of string: JSONString) -> String {
    guard string.hasEscapes else { return bytes.text(in: string.range) }
    var contents: ContiguousArray<UInt8> = []
    decode(string, into: &contents)
    return String(decoding: contents, as: UTF8.self)
  }

  /// Returns whether the contents of a string are a known text.
  package func matches(_ string: JSONString, _ text: String) -> Bool {
    guard !string.hasEscapes else { return self.text(of: string).utf8.elementsEqual(text.utf8) }
    guard text.utf8.count == string.byteCount else { return false }
    var offset = string.start
    for byte in text.utf8 {
      guard bytes.byte(at: offset) == byte else { return false }
      offset &+= 1
    }
    return true
  }

  /// Returns the offset where a byte of a string's contents comes from; the closing quote for the
  /// end of the contents and beyond.
  func offset(ofDecoded decodedOffset: Int, in string: JSONString) -> Int {
    var rest = decodedOffset
    var offset = string.start
    while offset < string.end, rest > 0 {
      guard bytes.byte(at: offset) == UInt8(ascii: "\\") else {
        offset &+= 1
        rest &-= 1
        continue
      }
      let (scalar, end) = escapedScalar(at: offset)
      guard rest >= scalar.utf8.count else { return offset }
      rest &-= scalar.utf8.count
      offset = end
    }
    return offset
  }

  /// Returns what the checked escape at an offset stands for, and the offset after it.
  func escapedScalar(at backslash: Int) -> (scalar: Unicode.Scalar, end: Int) {
    let letter = bytes.byte(at: backslash &+ 1)
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

  private func checkedCodeUnit(at offset: Int) -> UInt16 {
    (try? codeUnit(at: offset)) ?? 0xFFFD
  }
}
