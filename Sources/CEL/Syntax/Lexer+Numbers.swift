extension Lexer {
  /// Reads an integer, in digits or as `0x` and hexadecimal digits, or a double.
  mutating func readNumber() throws(ExpressionError) -> Token.Kind {
    let start = position
    if peek() == UInt8(ascii: "0"), let mark = peek(1), mark | 0x20 == UInt8(ascii: "x") {
      position += 2
      while let byte = peek(), byte.hexadecimalDigit != nil { position += 1 }
      try expectEndOfNumber(from: start)
      guard position > start + 2 else { throw malformedNumber(start..<position) }
      return .integer(try magnitude(of: start..<position, skipping: 2, radix: 16))
    }

    var isDouble = false
    skipDigits()
    if peek() == UInt8(ascii: "."), peek(1)?.isDigit == true {
      isDouble = true
      position += 1
      skipDigits()
    }
    if let byte = peek(), byte | 0x20 == UInt8(ascii: "e") {
      isDouble = true
      position += 1
      if let sign = peek(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position += 1 }
      guard peek()?.isDigit == true else { throw malformedNumber(start..<position) }
      skipDigits()
    }
    try expectEndOfNumber(from: start)

    let range = start..<position
    guard isDouble else { return .integer(try magnitude(of: range, skipping: 0, radix: 10)) }
    guard let double = Double(source.text(range)), double.isFinite else {
      throw source.error(.numberOutOfRange(source.text(range), .double), at: range)
    }
    return .double(double)
  }

  private mutating func skipDigits() {
    while let byte = peek(), byte.isDigit { position += 1 }
  }

  /// Makes sure that no letter follows a number directly.
  private mutating func expectEndOfNumber(from start: Int) throws(ExpressionError) {
    guard let byte = peek(), byte.isIdentifierPart else { return }
    if byte | 0x20 == UInt8(ascii: "u"), peek(1)?.isIdentifierPart != true {
      throw source.error(
        .notInLanguage("an unsigned integer"),
        at: start..<(position + 1),
        suggestion: source.text(start..<position)
      )
    }
    while let byte = peek(), byte.isIdentifierPart { position += 1 }
    throw malformedNumber(start..<position)
  }

  private func malformedNumber(_ range: Range<Int>) -> ExpressionError {
    source.error(.malformedNumber(source.text(range)), at: range)
  }

  private func magnitude(
    of range: Range<Int>,
    skipping prefix: Int,
    radix: Int
  ) throws(ExpressionError) -> UInt64 {
    let digits = source.text((range.lowerBound + prefix)..<range.upperBound)
    guard let magnitude = UInt64(digits, radix: radix), magnitude <= Int64.min.magnitude else {
      throw source.error(.numberOutOfRange(source.text(range), .int), at: range)
    }
    return magnitude
  }
}

extension UInt8 {
  package var hexadecimalDigit: UInt32? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(self - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(self - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(self - UInt8(ascii: "A")) + 10
    default: nil
    }
  }
}
