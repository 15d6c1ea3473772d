/// An error in bytes that are not JSON, or are another value than the expected one.
package struct JSONError: Error, Sendable, Hashable {
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

  package enum Finding: Sendable, Hashable {
    case kind(JSONKind)
    case character(Unicode.Scalar)
    case byte(UInt8)
    case endOfFile
    case endOfLine
    /// The whole file is empty or whitespace.
    case emptyFile
  }

  package enum Kind: Sendable, Hashable {
    case unexpected(Finding, expected: Expectation)
    case controlCharacter(UInt8)
    case invalidUTF8(UInt8)
    case halfSurrogatePair
    case leadingZero
    case tooDeep
    /// The document, or the line of JSON Lines, ends inside a string.
    case endInString(isLine: Bool)
    /// The JSON is valid, but its reader expected something else, as the message says.
    case rejected(String)
  }

  package let kind: Kind

  /// The offset of the first byte that is not valid.
  package let offset: Int

  package init(_ kind: Kind, at offset: Int) {
    self.kind = kind
    self.offset = offset
  }
}
