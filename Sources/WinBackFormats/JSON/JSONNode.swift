import CEL

/// A value of a JSON document; typed access throws an error with the location of a wrong type.
package struct JSONNode: Sendable {
  let document: JSONDocument
  let index: Int

  var entry: JSONDocument.Entry { document.entries[index] }

  package var offset: Int { entry.offset }

  /// The bytes of the value in the document.
  ///
  /// - Complexity: O(*n*) for *n* bytes of the value.
  var range: Range<Int> {
    let text = JSONText(document.bytes.rawBytes)
    return offset..<((try? text.endOfValue(at: offset, depth: 0)) ?? offset)
  }

  package var kind: JSONKind {
    switch entry.content {
    case .object: .object
    case .array: .array
    case .string: .string
    case .number: .number
    case .bool: .bool
    case .null: .null
    }
  }

  package func error(_ message: String) -> FormatError { error(message, at: offset) }

  private func error(_ message: String, at offset: Int) -> FormatError {
    FormatError(
      message,
      at: offset,
      in: document.bytes.rawBytes,
      ofValueAt: document.startOfRoot(around: offset)
    )
  }

  private func mismatch(expected: String) -> FormatError {
    error("expected \(expected), found \(kind)")
  }
}

// MARK: - Plain values

extension JSONNode {
  package func string() throws(FormatError) -> String {
    guard case .string(let string) = entry.content else { throw mismatch(expected: "a string") }
    return JSONText(document.bytes.rawBytes).contents(of: string)
  }

  /// Returns the case with the name in a string.
  ///
  /// - Throws: ``FormatError`` if the value is of another kind or names no case; the message
  ///   suggests the nearest name.
  package func choice<Choice>(of type: Choice.Type = Choice.self) throws(FormatError) -> Choice
  where Choice: RawRepresentable & CaseIterable, Choice.RawValue == String {
    let name = try string()
    if let choice = Choice.allCases.first(where: { $0.rawValue.utf8.elementsEqual(name.utf8) }) {
      return choice
    }
    throw error(Choice.refusal(of: name))
  }

  package func bool() throws(FormatError) -> Bool {
    guard case .bool(let bool) = entry.content else { throw mismatch(expected: "true or false") }
    return bool
  }

  /// Returns the number, which can have a fraction and any size.
  package func number() throws(FormatError) -> JSONNumber {
    guard case .number(let number) = entry.content else { throw mismatch(expected: "a number") }
    return number
  }

  /// Returns a whole number in any spelling: `12`, `12.0` and `1.2e1` are equal.
  package func integer() throws(FormatError) -> Int64 {
    let number = try number()
    guard let integer = number.integer else {
      throw error(
        number.floored == nil
          ? "expected a number of at most 64 bits, found a larger one"
          : "expected a whole number, found one with a fraction"
      )
    }
    return integer
  }

  package func integer(in range: ClosedRange<Int>) throws(FormatError) -> Int {
    let integer = try integer()
    guard let value = Int(exactly: integer), range.contains(value) else {
      let bounds =
        range.upperBound == Int.max
        ? "of at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
      throw error("expected a whole number \(bounds), found \(integer)")
    }
    return value
  }

  /// Returns the double that is nearest to the number.
  package func double() throws(FormatError) -> Double {
    let number = try number()
    guard let double = JSONText(document.bytes.rawBytes).double(of: number) else {
      throw error("expected a number that a double can hold, found a larger one")
    }
    return double
  }
}

// MARK: - Arrays and objects

extension JSONNode {
  package func array() throws(FormatError) -> [JSONNode] {
    guard case .array = entry.content else { throw mismatch(expected: "an array") }
    return children
  }

  /// Returns the members of an object that can have only the given keys.
  ///
  /// - Throws: ``FormatError`` if the value is of another kind, or has a key twice or an unknown
  ///   key; the message then has the nearest key or all keys.
  package func object(keys: [String]) throws(FormatError) -> JSONObject {
    let object = try object()
    if let error = object.unknownKeys(besides: keys).first { throw error }
    return object
  }

  /// Returns the members of an object that can have any keys.
  package func object() throws(FormatError) -> JSONObject {
    guard case .object = entry.content else { throw mismatch(expected: "an object") }
    return try JSONObject(self)
  }

  /// The elements of an array, or the keys and values of an object alternately.
  var children: [JSONNode] {
    var children: [JSONNode] = []
    var next = index &+ 1
    while next < entry.end {
      children.append(JSONNode(document: document, index: next))
      next = document.entries[next].end
    }
    return children
  }

  /// Returns whether the value is a string with the given contents.
  func spells(_ text: String) -> Bool {
    guard case .string(let string) = entry.content else { return false }
    return JSONText(document.bytes.rawBytes).matches(string, text)
  }
}

// MARK: - Offsets inside a string

extension JSONNode {
  /// Returns the offset in the file of a byte of a string's contents.
  ///
  /// The bytes of an escape have the offset of its backslash; the end of the contents has that of
  /// the closing quote. For a value that is not a string, it is the start of the value.
  package func fileOffset(ofDecodedUTF8Offset decodedOffset: Int) -> Int {
    guard case .string(let string) = entry.content else { return offset }
    return JSONText(document.bytes.rawBytes).offset(ofDecoded: decodedOffset, in: string)
  }

  package func error(_ message: String, atDecodedUTF8Offset decodedOffset: Int) -> FormatError {
    error(message, at: fileOffset(ofDecodedUTF8Offset: decodedOffset))
  }
}
