/// Reads the tokens of a source from front to back.
struct Lexer: Sendable {
  let source: SourceText

  /// The offset of the next byte.
  var position: Int

  mutating func next() throws(ExpressionError) -> Token {
    skipSpaceAndComments()
    let start = position
    guard let byte = peek() else { return Token(kind: .end, range: start..<start) }
    let kind: Token.Kind
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): kind = try readNumber()
    case UInt8(ascii: ".") where peek(1)?.isDigit == true: kind = try readNumber()
    case UInt8(ascii: "'"), UInt8(ascii: "\""): kind = .string(try readString(isRaw: false))
    case _ where byte.isIdentifierStart: kind = try readWord()
    default: kind = .symbol(try readSymbol())
    }
    return Token(kind: kind, range: start..<position)
  }

  func peek(_ distance: Int = 0) -> UInt8? {
    let index = position + distance
    return index < source.bytes.count ? source.bytes[index] : nil
  }

  private static let symbols: Set<String> = [
    "||", "&&", "==", "!=", "<=", ">=", "<", ">", "+", "-", "*", "/", "%", "!", "?", ":", ",", ".",
    "(", ")", "[", "]", "{", "}",
  ]

  private mutating func skipSpaceAndComments() {
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: " "), 0x09, 0x0A, 0x0C, 0x0D: position += 1
      case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"):
        while let byte = peek(), byte != 0x0A { _ = byte; position += 1 }
      default:
        return
      }
    }
  }

  /// Reads an identifier, or a string whose prefix looks like one.
  private mutating func readWord() throws(ExpressionError) -> Token.Kind {
    let start = position
    while let byte = peek(), byte.isIdentifierPart { position += 1 }
    let word = source.text(start..<position)
    guard let quote = peek(), quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") else {
      return .identifier(word)
    }
    switch word {
    case "r", "R": return .string(try readString(isRaw: true))
    case "b", "B", "br", "bR", "Br", "BR", "rb", "rB", "Rb", "RB":
      throw source.error(.notInLanguage("a bytes literal"), at: start..<position)
    default: return .identifier(word)
    }
  }

  private mutating func readSymbol() throws(ExpressionError) -> String {
    for length in [2, 1] {
      let symbol = source.text(position..<min(position + length, source.bytes.count))
      guard Self.symbols.contains(symbol) else { continue }
      position += symbol.utf8.count
      return symbol
    }
    let scalar = String(decoding: source.bytes[position...], as: UTF8.self).unicodeScalars.first
    let character = scalar.map(String.init) ?? ""
    throw source.error(
      .unexpectedCharacter(character),
      at: position..<(position + character.utf8.count),
      suggestion: Parser.operatorsOfOthers[character]
    )
  }
}

/// A word of the language, and its location.
struct Token: Sendable, Hashable {
  let kind: Kind

  /// The UTF-8 offsets of its bytes in the source.
  let range: Range<Int>

  enum Kind: Sendable, Hashable {
    case identifier(String)

    /// The digits of an integer without its sign; the smallest integer has one more than the largest.
    case integer(UInt64)
    case double(Double)
    case string(String)

    /// An operator, a bracket or another mark.
    case symbol(String)
    case end
  }
}

extension Token.Kind: CustomStringConvertible {
  var description: String {
    switch self {
    case .identifier(let text), .symbol(let text): "'\(text)'"
    case .integer(let magnitude): "'\(magnitude)'"
    case .double(let double): "'\(double)'"
    case .string: "a string"
    case .end: "the end"
    }
  }
}

extension UInt8 {
  package var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  package var isIdentifierStart: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) || self == UInt8(ascii: "_")
  }

  package var isIdentifierPart: Bool { isIdentifierStart || isDigit }
}
