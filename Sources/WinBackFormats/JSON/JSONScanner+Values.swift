extension JSONScanner {
  /// Reads a string.
  package mutating func readString() throws(JSONError) -> JSONString {
    skipWhitespace()
    guard bytes.byte(at: offset) == UInt8(ascii: "\"") else {
      throw failure(expected: JSONKind.string)
    }
    let string = try scanString()
    isAfterValue = true
    return string
  }

  /// Reads a number of any size.
  package mutating func readNumber() throws(JSONError) -> JSONNumber {
    skipWhitespace()
    let start = offset
    let isNegative = bytes.byte(at: start) == UInt8(ascii: "-")
    let firstDigit = start &+ (isNegative ? 1 : 0)
    var end = firstDigit
    var magnitude: Int64 = 0
    while let digit = digit(at: end) {
      // Wraps only where there are too many digits for the fast way below.
      magnitude = magnitude &* 10 &+ Int64(digit)
      end &+= 1
    }
    let digitCount = end &- firstDigit
    let next = bytes.byte(at: end) | 0x20
    if digitCount > 0, digitCount <= 18, next != UInt8(ascii: "."), next != UInt8(ascii: "e"),
      digitCount == 1 || bytes.byte(at: firstDigit) != UInt8(ascii: "0")
    {
      offset = end
      isAfterValue = true
      return JSONNumber(
        start: start,
        end: end,
        whole: isNegative ? 0 &- magnitude : magnitude,
        form: .integer
      )
    }
    return try readUnusualNumber()
  }

  /// Reads true or false.
  package mutating func readBool() throws(JSONError) -> Bool {
    skipWhitespace()
    switch bytes.byte(at: offset) {
    case UInt8(ascii: "t"):
      try scanTrue()
      isAfterValue = true
      return true
    case UInt8(ascii: "f"):
      try scanFalse()
      isAfterValue = true
      return false
    default:
      throw failure(expected: JSONKind.bool)
    }
  }

  /// Reads null.
  package mutating func readNull() throws(JSONError) {
    skipWhitespace()
    guard bytes.byte(at: offset) == UInt8(ascii: "n") else {
      throw failure(expected: JSONKind.null)
    }
    try scanNull()
    isAfterValue = true
  }

  mutating func scanTrue() throws(JSONError) {
    guard bytes.word(at: offset) & 0xFFFF_FFFF == 0x6575_7274 else {
      throw misspelling(of: "true", expected: .literalTrue)
    }
    offset &+= 4
  }

  mutating func scanFalse() throws(JSONError) {
    guard bytes.word(at: offset) & 0xFF_FFFF_FFFF == 0x65_736C_6166 else {
      throw misspelling(of: "false", expected: .literalFalse)
    }
    offset &+= 5
  }

  mutating func scanNull() throws(JSONError) {
    guard bytes.word(at: offset) & 0xFFFF_FFFF == 0x6C6C_756E else {
      throw misspelling(of: "null", expected: .literalNull)
    }
    offset &+= 4
  }

  private func misspelling(
    of literal: String,
    expected: JSONError.Expectation
  ) -> JSONError {
    var offset = offset
    for letter in literal.utf8 {
      guard bytes.byte(at: offset) == letter else { break }
      offset &+= 1
    }
    return failure(expected: expected, at: offset)
  }
}
