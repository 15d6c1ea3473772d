/// An error in bytes that are not JSON, or are another value than the expected one.
package struct JSONError: Error, CustomStringConvertible, Sendable, Hashable {
  /// What was expected and what was found, in words; of text that is not JSON, it contains at most
  /// one character.
  package let description: String

  /// The offset of the first byte that is not valid.
  package let offset: Int

  package init(_ description: String, at offset: Int) {
    self.description = description
    self.offset = offset
  }
}

extension JSONError {
  static func invalidUTF8(_ byte: UInt8, at offset: Int) -> Self {
    Self("expected UTF-8, found \(byte.inMessage)", at: offset)
  }

  static func tooDeep(at offset: Int) -> Self {
    Self("more than \(JSONScanner.depthLimit) arrays and objects are nested", at: offset)
  }
}

extension JSONText {
  /// Returns the error that something was expected at an offset, where something else is.
  @inline(never)
  func failure(expected: String, at offset: Int) -> JSONError {
    // The last line can end without a line feed; the error is the same.
    guard !isEnd(at: offset) || isLines else {
      return endOfWhitespace(from: start) >= bytes.byteCount
        ? JSONError("expected \(expected), found an empty file", at: offset)
        : JSONError("the file ends early: expected \(expected)", at: offset)
    }
    let found = isEnd(at: offset) ? "the end of the line" : character(at: offset)
    return JSONError("expected \(expected), found \(found)", at: offset)
  }

  /// Returns the same if a value of a kind was expected; a value of another kind is named.
  @inline(never)
  func failure(expected kind: JSONKind, at offset: Int) -> JSONError {
    guard let found = JSONKind(startingWith: byte(at: offset)), isWhole(found, at: offset) else {
      return failure(expected: kind.description, at: offset)
    }
    return JSONError("expected \(kind), found \(found)", at: offset)
  }

  /// Returns the error that the text ends inside a string.
  func endInString(at end: Int) -> JSONError {
    JSONError(
      isLines ? "the line ends inside a string" : "the file ends early, inside a string",
      at: end
    )
  }

  /// Returns the character at an offset, or the byte if it is not UTF-8, in words.
  private func character(at offset: Int) -> String {
    let byte = byte(at: offset)
    let count = byte < 0x80 ? 1 : countOfScalar(at: offset)
    let scalar = bytes.text(in: offset..<offset &+ count).unicodeScalars.first
    return scalar?.inMessage ?? byte.inMessage
  }

  /// Returns whether a word is a literal of JSON; `nonsense` is not null.
  private func isWhole(_ kind: JSONKind, at offset: Int) -> Bool {
    switch kind {
    case .object, .array, .string, .number: true
    case .bool, .null:
      ["true", "false", "null"].contains { (try? endOfLiteral($0, at: offset)) != nil }
    }
  }
}

extension UInt8 {
  fileprivate var inMessage: String { "the byte 0x\(String(self, radix: 16, uppercase: true))" }
}

extension Unicode.Scalar {
  /// The character in words.
  var inMessage: String {
    switch self {
    case "\t": "a tab"
    case " ": "a space"
    case "\n", "\r": "a line break"
    case "'": "\"'\""
    default: isVisible ? "'\(self)'" : "the character \(codePoint)"
    }
  }
}
