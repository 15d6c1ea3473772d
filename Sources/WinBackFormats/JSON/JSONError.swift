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

extension JSONError: CustomStringConvertible {
  /// What was expected and what was found, in words; it contains at most one character of the
  /// input.
  package var description: String {
    switch kind {
    case .unexpected(.endOfFile, let expectation): "the file ends early: expected \(expectation)"
    case .unexpected(let finding, let expectation): "expected \(expectation), found \(finding)"
    case .controlCharacter(let byte):
      "\(Finding.character(Unicode.Scalar(byte))) inside a string must be written as an escape"
    case .invalidUTF8(let byte): "expected UTF-8, found \(Finding.byte(byte))"
    case .halfSurrogatePair: "an escape is half of a surrogate pair without the other half"
    case .leadingZero: "a number starts with 0 and continues with a digit"
    case .tooDeep: "more than \(JSONScanner.depthLimit) arrays and objects are nested"
    case .endInString(isLine: false): "the file ends early, inside a string"
    case .endInString(isLine: true): "the line ends inside a string"
    case .rejected(let message): message
    }
  }
}

extension JSONError.Expectation: CustomStringConvertible {
  package var description: String {
    switch self {
    case .value: "a value"
    case .kind(let kind): kind.description
    case .literal(let literal): "'\(literal.rawValue)'"
    case .key: "a key in double quotes after ','"
    case .keyOrBrace: "a key in double quotes or '}'"
    case .colon: "':' after a key"
    case .commaOrBrace: "',' or '}' after a value"
    case .commaOrBracket: "',' or ']' after a value"
    case .digit: "a digit"
    case .escape: "one of \" \\ / b f n r t u after '\\'"
    case .hexadecimalDigits: "four hexadecimal digits after '\\u'"
    case .endOfFile: "the end of the file after the value"
    case .endOfLine: "the end of the line after the value"
    }
  }
}

extension JSONError.Finding: CustomStringConvertible {
  package var description: String {
    switch self {
    case .kind(let kind): kind.description
    case .byte(let byte): "the byte 0x\(String(byte, radix: 16, uppercase: true))"
    case .endOfFile: "the end of the file"
    case .endOfLine: "the end of the line"
    case .emptyFile: "an empty file"
    case .character("\t"): "a tab"
    case .character(" "): "a space"
    case .character("\n"), .character("\r"): "a line break"
    case .character("'"): "\"'\""
    case .character(let scalar) where scalar.isVisible: "'\(scalar)'"
    case .character(let scalar): "the character \(scalar.codePoint)"
    }
  }
}
