/// A place where bytes stop being JSON, or where another value than the expected one stands.
package struct JSONError: Error, Sendable, Hashable {
  /// What would have been right.
  package enum Expectation: Sendable, Hashable {
    case value
    case kind(JSONKind)
    case literal(JSONLiteral)
    case key
    case keyOrBrace
    case colon
    case commaOrBrace
    case commaOrBracket
    case digit
    case escape
    case hexadecimalDigits
    case endOfFile
    case endOfLine
  }

  /// What stands there instead.
  package enum Finding: Sendable, Hashable {
    case kind(JSONKind)
    case character(Unicode.Scalar)
    case byte(UInt8)
    case endOfFile
    case endOfLine
    /// There is nothing but whitespace in the whole file.
    case emptyFile
  }

  /// What is wrong.
  package enum Kind: Sendable, Hashable {
    case unexpected(Finding, expected: Expectation)
    case controlCharacter(UInt8)
    case invalidUTF8(UInt8)
    case halfSurrogatePair
    case leadingZero
    case tooDeep
    /// The document ends inside a string, or the line of JSON Lines.
    case endInString(isLine: Bool)
    /// The JSON is right, but its reader expected something else; the message says what.
    case rejected(String)
  }

  /// What is wrong.
  package let kind: Kind

  /// The offset of the first byte that does not fit.
  package let offset: Int

  package init(_ kind: Kind, at offset: Int) {
    self.kind = kind
    self.offset = offset
  }
}
