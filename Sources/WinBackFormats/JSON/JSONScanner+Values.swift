extension JSONScanner {
  package mutating func readString() throws(JSONError) -> JSONString {
    guard let string = text.plainString(at: offset) else { return try readUnusualString() }
    endValue(at: string.end &+ 1)
    return string
  }

  @inline(never)
  private mutating func readUnusualString() throws(JSONError) -> JSONString {
    let position = text.endOfWhitespace(from: offset)
    guard text.byte(at: position) == UInt8(ascii: "\"") else {
      throw text.failure(expected: .kind(.string), at: position)
    }
    let string = try text.string(at: position)
    endValue(at: string.end &+ 1)
    return string
  }

  /// Reads a number of any size.
  package mutating func readNumber() throws(JSONError) -> JSONNumber {
    guard let number = text.plainNumber(at: offset) else { return try readUnusualNumber() }
    endValue(at: number.end)
    return number
  }

  @inline(never)
  private mutating func readUnusualNumber() throws(JSONError) -> JSONNumber {
    let number = try text.number(at: text.endOfWhitespace(from: offset))
    endValue(at: number.end)
    return number
  }

  package mutating func readBool() throws(JSONError) -> Bool {
    let position = text.endOfWhitespace(from: offset)
    switch text.byte(at: position) {
    case UInt8(ascii: "t"):
      endValue(at: try text.endOfLiteral(.true, at: position))
      return true
    case UInt8(ascii: "f"):
      endValue(at: try text.endOfLiteral(.false, at: position))
      return false
    default: throw text.failure(expected: .kind(.bool), at: position)
    }
  }

  /// Reads the next value if it is null; if not, reads nothing.
  @inline(__always)
  package mutating func readNullIfNext() throws(JSONError) -> Bool {
    let first = text.byte(at: offset)
    guard first == UInt8(ascii: "n") || first <= UInt8(ascii: " "),
      text.byte(at: text.endOfWhitespace(from: offset)) == UInt8(ascii: "n")
    else { return false }
    try readNull()
    return true
  }

  package mutating func readNull() throws(JSONError) {
    let position = text.endOfWhitespace(from: offset)
    guard text.byte(at: position) == UInt8(ascii: "n") else {
      throw text.failure(expected: .kind(.null), at: position)
    }
    endValue(at: try text.endOfLiteral(.null, at: position))
  }

  /// Reads and checks a value of any kind, and returns only its range.
  ///
  /// - Complexity: O(*n*) for *n* bytes of the value; no recursion and no allocation.
  package mutating func skipValue() throws(JSONError) -> Range<Int> {
    let start = text.endOfWhitespace(from: offset)
    let end = try text.endOfValue(at: start, depth: depth)
    endValue(at: end)
    return start..<end
  }

  /// Skips a value; strings and numbers, the usual values, are skipped faster.
  @inline(__always)
  mutating func skipSmallValue() throws(JSONError) {
    if let string = text.plainString(at: offset) {
      endValue(at: string.end &+ 1)
    } else if let number = text.plainNumber(at: offset) {
      endValue(at: number.end)
    } else {
      _ = try skipValue()
    }
  }

  /// Continues after a value whose end is known.
  mutating func endValue(at end: Int) {
    offset = end
    isAfterValue = true
  }
}

// MARK: - Contents of values

extension JSONScanner {
  /// Returns the bytes between the quotes, with escapes as they are written.
  @_lifetime(copy self)
  package func bytes(of string: JSONString) -> RawSpan {
    text.bytes.extracting(string.range)
  }

  /// Appends the contents of a string, with escapes decoded.
  package func decode(_ string: JSONString, into contents: inout ContiguousArray<UInt8>) {
    text.decode(string, into: &contents)
  }

  /// Returns the contents of a string, with escapes decoded.
  package func text(of string: JSONString) -> String { text.contents(of: string) }

  /// Returns whether a string has the given contents, byte by byte.
  package func matches(_ string: JSONString, _ contents: String) -> Bool {
    text.matches(string, contents)
  }

  /// Returns the double that is nearest to a number; nil if the number is too large.
  package func double(of number: JSONNumber) -> Double? { text.double(of: number) }
}
