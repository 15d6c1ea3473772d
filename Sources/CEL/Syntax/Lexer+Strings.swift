extension Lexer {
  /// Reads a string, from its opening quotes to its closing ones.
  ///
  /// Three quotes open a string that can have line ends; a raw string has no escapes.
  mutating func readString(isRaw: Bool) throws(ExpressionError) -> String {
    let opening = position
    let quote = source.bytes[position]
    let isTriple = peek(1) == quote && peek(2) == quote
    position += isTriple ? 3 : 1

    var content: ContiguousArray<UInt8> = []
    while let byte = peek() {
      switch byte {
      case quote where !isTriple || (peek(1) == quote && peek(2) == quote):
        position += isTriple ? 3 : 1
        return String(decoding: content, as: UTF8.self)
      case 0x0A where !isTriple, 0x0D where !isTriple:
        throw source.error(.unterminatedString, at: opening..<position)
      case UInt8(ascii: "\\") where !isRaw:
        content.append(contentsOf: Character(try readEscape()).utf8)
      default:
        content.append(byte)
        position += 1
      }
    }
    throw source.error(.unterminatedString, at: opening..<position)
  }

  private mutating func readEscape() throws(ExpressionError) -> Unicode.Scalar {
    let start = position
    position += 1
    let letter = peek()
    position += letter == nil ? 0 : 1
    for (name, scalar) in Self.escapes where UInt8(ascii: name) == letter { return scalar }
    switch letter {
    case UInt8(ascii: "x"), UInt8(ascii: "X"): return try readCode(2, radix: 16, from: start)
    case UInt8(ascii: "u"): return try readCode(4, radix: 16, from: start)
    case UInt8(ascii: "U"): return try readCode(8, radix: 16, from: start)
    case UInt8(ascii: "0"), UInt8(ascii: "1"), UInt8(ascii: "2"), UInt8(ascii: "3"):
      position -= 1
      return try readCode(3, radix: 8, from: start)
    default: throw malformedEscape(from: start)
    }
  }

  /// The letters after a backslash that stand for one character.
  private static let escapes: [(name: Unicode.Scalar, scalar: Unicode.Scalar)] = [
    ("a", "\u{07}"), ("b", "\u{08}"), ("f", "\u{0C}"), ("n", "\n"), ("r", "\r"), ("t", "\t"),
    ("v", "\u{0B}"), ("\\", "\\"), ("?", "?"), ("\"", "\""), ("'", "'"), ("`", "`"),
  ]

  private mutating func readCode(
    _ count: Int,
    radix: UInt32,
    from start: Int
  ) throws(ExpressionError) -> Unicode.Scalar {
    var code: UInt32 = 0
    for _ in 0..<count {
      guard let digit = peek()?.hexadecimalDigit, digit < radix else {
        throw malformedEscape(from: start)
      }
      code = code &* radix &+ digit
      position += 1
    }
    guard let scalar = Unicode.Scalar(code) else { throw malformedEscape(from: start) }
    return scalar
  }

  private func malformedEscape(from start: Int) -> ExpressionError {
    // The byte that ends the escape can be the first of several that make one code point.
    var end = position
    while end < source.bytes.count, source.bytes[end] & 0b1100_0000 == 0b1000_0000 { end += 1 }
    return source.error(.malformedEscape(source.text(start..<end)), at: start..<end)
  }
}
