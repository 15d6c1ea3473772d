/// A pull reader over the bytes of JSON text, the one that serves every JSON input.
///
/// It checks all of RFC 8259 while it walks: structure, numbers, escapes and surrogate pairs,
/// UTF-8. It makes no tree, no token list and no `String`; a value that the caller has no use for
/// goes through the same checks in ``skipValue()``. The caller drives it:
///
/// ```swift
/// try scanner.beginObject()
/// while let key = try scanner.nextKey() {
///   if scanner.matches(key, "price") {
///     price = try scanner.readNumber().integer
///   } else {
///     _ = try scanner.skipValue()
///   }
/// }
/// ```
///
/// Read exactly one value after each key and after each element that ``nextElement()`` announces.
/// For small inputs that are read in any order, ``JSONDocument`` is more convenient.
package struct JSONScanner: ~Escapable {
  /// The number of arrays and objects that may be open at once.
  package static let depthLimit = 128

  let bytes: RawSpan

  /// Whether each line is a document of its own (JSON Lines), so that no value crosses a line end.
  let readsLines: Bool

  /// The offset of the next byte to read.
  package internal(set) var offset: Int

  /// The number of line feeds before the current line of JSON Lines; after the last line, of all.
  package internal(set) var lineIndex = 0

  /// The number of arrays and objects that are open.
  var depth = 0

  /// Whether the last thing read was a value, so that a comma or a closing bracket comes next.
  var isAfterValue = false

  /// Whether a line of JSON Lines was entered and not left yet.
  var isInsideLine = false

  /// Creates a scanner of one document; a byte order mark before it is skipped.
  @_lifetime(copy bytes)
  package init(_ bytes: RawSpan) {
    self.bytes = bytes
    readsLines = false
    offset = JSONScanner.startOfText(in: bytes)
  }

  /// Creates a scanner of JSON Lines: use ``nextLine()`` before and ``finish()`` after each line.
  ///
  /// A byte order mark before the first line is skipped.
  @_lifetime(copy lines)
  package init(lines: RawSpan) {
    bytes = lines
    readsLines = true
    offset = JSONScanner.startOfText(in: lines)
  }

  private static func startOfText(in bytes: RawSpan) -> Int {
    bytes.word(at: 0) & 0xFF_FFFF == 0xBF_BBEF ? 3 : 0
  }
}

// MARK: - Structure

extension JSONScanner {
  /// Returns the kind of the next value without reading it.
  package mutating func peek() throws(JSONError) -> JSONKind {
    skipWhitespace()
    guard let kind = kindOfValue(startingWith: bytes.byte(at: offset)) else {
      throw failure(expected: .value)
    }
    return kind
  }

  /// Reads the brace that opens an object.
  package mutating func beginObject() throws(JSONError) {
    try begin(.object, with: UInt8(ascii: "{"))
  }

  /// Reads the bracket that opens an array.
  package mutating func beginArray() throws(JSONError) {
    try begin(.array, with: UInt8(ascii: "["))
  }

  /// Reads the next key of an object and its colon.
  ///
  /// - Returns: The key; nil when the closing brace was read instead.
  package mutating func nextKey() throws(JSONError) -> JSONString? {
    skipWhitespace()
    if bytes.byte(at: offset) == UInt8(ascii: "}") {
      end()
      return nil
    }
    if isAfterValue {
      guard bytes.byte(at: offset) == UInt8(ascii: ",") else {
        throw failure(expected: .commaOrBrace)
      }
      offset &+= 1
      skipWhitespace()
    }
    return try readKey(expected: isAfterValue ? .key : .keyOrBrace)
  }

  /// Moves to the next element of an array.
  ///
  /// - Returns: Whether an element follows; false when the closing bracket was read instead.
  package mutating func nextElement() throws(JSONError) -> Bool {
    skipWhitespace()
    if bytes.byte(at: offset) == UInt8(ascii: "]") {
      end()
      return false
    }
    guard isAfterValue else { return true }
    guard bytes.byte(at: offset) == UInt8(ascii: ",") else {
      throw failure(expected: .commaOrBracket)
    }
    offset &+= 1
    isAfterValue = false
    return true
  }

  /// Checks that nothing but whitespace follows, up to the end of the document or line.
  package mutating func finish() throws(JSONError) {
    skipWhitespace()
    guard isAtEnd else { throw failure(expected: readsLines ? .endOfLine : .endOfFile) }
  }
}

// MARK: - Lines

extension JSONScanner {
  /// Moves to the next line that is not blank.
  ///
  /// After an error it leaves the rest of the bad line out.
  ///
  /// - Returns: Whether there is such a line.
  package mutating func nextLine() -> Bool {
    if isInsideLine { offset = bytes.endOfLine(from: offset) }
    isInsideLine = false
    while true {
      skipWhitespace()
      guard offset < bytes.byteCount else { return false }
      guard bytes.byte(at: offset) == UInt8(ascii: "\n") else { break }
      offset &+= 1
      lineIndex &+= 1
    }
    depth = 0
    isAfterValue = false
    isInsideLine = true
    return true
  }
}

// MARK: - Parts

extension JSONScanner {
  /// Whether the document or line ends at the offset.
  var isAtEnd: Bool {
    offset >= bytes.byteCount || (readsLines && bytes.byte(at: offset) == UInt8(ascii: "\n"))
  }

  mutating func skipWhitespace() {
    while bytes.byte(at: offset) <= UInt8(ascii: " ") {
      switch bytes.byte(at: offset) {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): offset &+= 1
      case UInt8(ascii: "\n") where !readsLines: offset &+= 1
      default: return
      }
    }
  }

  mutating func readKey(expected: JSONError.Expectation) throws(JSONError) -> JSONString {
    guard bytes.byte(at: offset) == UInt8(ascii: "\"") else { throw failure(expected: expected) }
    let key = try scanString()
    skipWhitespace()
    guard bytes.byte(at: offset) == UInt8(ascii: ":") else { throw failure(expected: .colon) }
    offset &+= 1
    isAfterValue = false
    return key
  }

  func kindOfValue(startingWith byte: UInt8) -> JSONKind? {
    switch byte {
    case UInt8(ascii: "\""): .string
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): .number
    case UInt8(ascii: "{"): .object
    case UInt8(ascii: "["): .array
    case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
    case UInt8(ascii: "n"): .null
    default: nil
    }
  }

  private mutating func begin(_ kind: JSONKind, with bracket: UInt8) throws(JSONError) {
    skipWhitespace()
    guard bytes.byte(at: offset) == bracket else { throw failure(expected: kind) }
    guard depth < JSONScanner.depthLimit else { throw JSONError(.tooDeep, at: offset) }
    depth &+= 1
    offset &+= 1
    isAfterValue = false
  }

  private mutating func end() {
    depth &-= 1
    offset &+= 1
    isAfterValue = true
  }
}
