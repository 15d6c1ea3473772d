/// A pull reader of JSON text, which reads every JSON input.
///
/// It checks all of RFC 8259 while it reads: structure, numbers, escapes, surrogate pairs and
/// UTF-8. It makes no tree, no list of tokens and no `String`. ``skipValue()`` makes the same
/// checks for a value that the caller does not need. The caller controls it:
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
/// Read exactly one value after each key, and after each element that ``nextElement()`` finds. For
/// small inputs that are read in any order, ``JSONDocument`` is more convenient.
package struct JSONScanner: ~Copyable, ~Escapable {
  /// The greatest number of open arrays and objects.
  package static let depthLimit = 128

  let text: JSONText

  /// The end of the last line on which a walk by the index can start; 0 if there is none.
  let walkEnd: Int

  package internal(set) var offset: Int
  var depth = 0

  /// Whether a value was read last, so that a comma or a closing bracket must follow.
  var isAfterValue = false

  var isInsideLine = false

  /// The number of line feeds before the current line of JSON Lines; after the last line, of all.
  package internal(set) var lineIndex = 0

  /// Creates a scanner of one document; a byte order mark at its start is skipped.
  @_lifetime(copy bytes)
  package init(_ bytes: RawSpan) {
    self.init(JSONText(bytes), at: 0)
    offset = text.start
  }

  @_lifetime(copy text)
  init(_ text: JSONText, at start: Int, walkEnd: Int = 0) {
    self.text = text
    self.walkEnd = walkEnd
    offset = start
  }

  /// Creates a scanner of JSON Lines: call ``nextLine()`` before and ``finish()`` after each line.
  ///
  /// A byte order mark at the start of a line is skipped: each of several joined files can have one.
  @_lifetime(copy lines)
  package init(lines: RawSpan) { self.init(JSONText(lines, isLines: true), at: 0) }

  /// Checks that only whitespace follows before the end of the document or line.
  package mutating func finish() throws(JSONError) {
    offset = text.endOfWhitespace(from: offset)
    guard text.isEnd(at: offset) else {
      let end = text.isLines ? "the end of the line" : "the end of the file"
      throw text.failure(expected: "\(end) after the value", at: offset)
    }
  }

  /// Moves to the next of several consecutive documents.
  mutating func skipWhitespace() -> Bool {
    offset = text.endOfWhitespace(from: offset)
    isAfterValue = false
    return !text.isEnd(at: offset)
  }

  /// Reads a word without quotes, up to the next whitespace; nil if a JSON value can start here.
  mutating func readBareWord() -> JSONString? {
    let start = offset
    guard text.byte(at: start).isBareWord else { return nil }
    while text.byte(at: offset).isBareWord { offset &+= 1 }
    return JSONString(start: start, end: offset, hasEscapes: false)
  }

  /// Moves to the next line that is not blank.
  ///
  /// After an error it skips the rest of the bad line.
  ///
  /// - Returns: Whether there is such a line.
  package mutating func nextLine() -> Bool {
    if isInsideLine { offset = text.bytes.endOfLine(from: offset) }
    isInsideLine = false
    while true {
      offset = text.endOfWhitespace(from: offset)
      guard offset < text.bytes.byteCount else { return false }
      if text.loads.hasMark(at: offset) {
        offset &+= 3
        continue
      }
      guard text.isEnd(at: offset) else { break }
      offset &+= 1
      lineIndex &+= 1
    }
    depth = 0
    isAfterValue = false
    isInsideLine = true
    return true
  }
}

extension UInt8 {
  /// Whether a word without quotes, such as a JWS, can contain the byte.
  fileprivate var isBareWord: Bool {
    switch self {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "."), UInt8(ascii: "="):
      true
    default: false
    }
  }
}

// MARK: - Structure

extension JSONScanner {
  package mutating func peek() throws(JSONError) -> JSONKind {
    offset = text.endOfWhitespace(from: offset)
    guard let kind = JSONKind(startingWith: text.byte(at: offset)) else {
      throw text.failure(expected: "a value", at: offset)
    }
    return kind
  }

  package mutating func beginObject() throws(JSONError) {
    try begin(.object, with: UInt8(ascii: "{"))
  }

  package mutating func beginArray() throws(JSONError) {
    try begin(.array, with: UInt8(ascii: "["))
  }

  /// Reads the next key of an object and its colon.
  ///
  /// - Returns: The key; nil if the closing brace was read instead.
  package mutating func nextKey() throws(JSONError) -> JSONString? {
    let hasComma = text.byte(at: offset) == UInt8(ascii: ",")
    guard hasComma == isAfterValue,
      let (key, valueStart) = text.compactKey(at: hasComma ? offset &+ 1 : offset)
    else { return try nextKeyExactly() }
    offset = valueStart
    isAfterValue = false
    return key
  }

  /// The general case, out of line so that the usual case calls no function (10 % of the time).
  @inline(never)
  private mutating func nextKeyExactly() throws(JSONError) -> JSONString? {
    var position = text.endOfWhitespace(from: offset)
    if text.byte(at: position) == UInt8(ascii: "}") {
      end(at: position)
      return nil
    }
    if isAfterValue {
      guard text.byte(at: position) == UInt8(ascii: ",") else {
        throw text.failure(expected: "',' or '}' after a value", at: position)
      }
      position = text.endOfWhitespace(from: position &+ 1)
    }
    let (key, valueStart) = try text.key(at: position, isAfterComma: isAfterValue)
    offset = valueStart
    isAfterValue = false
    return key
  }

  /// Moves to the next element of an array.
  ///
  /// - Returns: Whether an element follows; false if the closing bracket was read instead.
  package mutating func nextElement() throws(JSONError) -> Bool {
    let position = text.endOfWhitespace(from: offset)
    if text.byte(at: position) == UInt8(ascii: "]") {
      end(at: position)
      return false
    }
    guard isAfterValue else { return true }
    guard text.byte(at: position) == UInt8(ascii: ",") else {
      throw text.failure(expected: "',' or ']' after a value", at: position)
    }
    offset = position &+ 1
    isAfterValue = false
    return true
  }

  /// Goes back to the start of an element.
  mutating func beginElement(at start: Int) {
    offset = start
    isAfterValue = false
  }

  private mutating func begin(_ kind: JSONKind, with bracket: UInt8) throws(JSONError) {
    let position = text.endOfWhitespace(from: offset)
    guard text.byte(at: position) == bracket else {
      throw text.failure(expected: kind, at: position)
    }
    guard depth < JSONScanner.depthLimit else { throw JSONError.tooDeep(at: position) }
    depth &+= 1
    offset = position &+ 1
    isAfterValue = false
  }

  private mutating func end(at position: Int) {
    depth &-= 1
    offset = position &+ 1
    isAfterValue = true
  }
}

extension JSONScanner {
  package mutating func readString() throws(JSONError) -> JSONString {
    let string = try text.string(at: text.endOfWhitespace(from: offset))
    endValue(at: string.end &+ 1)
    return string
  }

  /// Reads a number of any size.
  package mutating func readNumber() throws(JSONError) -> JSONNumber {
    let position = text.endOfWhitespace(from: offset)
    let number =
      if let plain = text.plainNumber(at: position) { plain } else {
        try text.number(at: position)
      }
    endValue(at: number.end)
    return number
  }

  package mutating func readBool() throws(JSONError) -> Bool {
    let position = text.endOfWhitespace(from: offset)
    switch text.byte(at: position) {
    case UInt8(ascii: "t"):
      endValue(at: try text.endOfLiteral("true", at: position))
      return true
    case UInt8(ascii: "f"):
      endValue(at: try text.endOfLiteral("false", at: position))
      return false
    default: throw text.failure(expected: .bool, at: position)
    }
  }

  /// Reads the next value if it is null; if not, reads nothing.
  @inline(__always)
  mutating func readNullIfNext() throws(JSONError) -> Bool {
    let first = text.byte(at: offset)
    guard first == UInt8(ascii: "n") || first <= UInt8(ascii: " "),
      text.byte(at: text.endOfWhitespace(from: offset)) == UInt8(ascii: "n")
    else { return false }
    try readNull()
    return true
  }

  package mutating func readNull() throws(JSONError) {
    let position = text.endOfWhitespace(from: offset)
    guard text.byte(at: position) == UInt8(ascii: "n") else {
      throw text.failure(expected: .null, at: position)
    }
    endValue(at: try text.endOfLiteral("null", at: position))
  }

  /// Reads and checks a value of any kind, and returns only its range.
  ///
  /// - Complexity: O(*n*) for *n* bytes of the value; no recursion and no allocation.
  package mutating func skipValue() throws(JSONError) -> Range<Int> {
    let start = text.endOfWhitespace(from: offset)
    let end = try text.endOfValue(at: start, depth: depth)
    endValue(at: end)
    return start..<end
  }

  /// Skips a value; strings and numbers, the usual values, are skipped faster.
  @inline(__always)
  mutating func skipSmallValue() throws(JSONError) {
    if let string = text.plainString(at: offset) {
      endValue(at: string.end &+ 1)
    } else if let number = text.plainNumber(at: offset) {
      endValue(at: number.end)
    } else {
      _ = try skipValue()
    }
  }

  /// Continues after a value whose end is known.
  mutating func endValue(at end: Int) {
    offset = end
    isAfterValue = true
  }
}

// MARK: - Contents of values

extension JSONScanner {
  /// Returns the bytes between the quotes, with escapes as they are written.
  @_lifetime(copy self)
  package func bytes(of string: JSONString) -> RawSpan {
    text.bytes.extracting(string.range)
  }

  /// Returns the contents of a string, with escapes decoded.
  package func text(of string: JSONString) -> String { text.contents(of: string) }

  /// Returns whether a string has the given contents, byte by byte.
  package func matches(_ string: JSONString, _ contents: String) -> Bool {
    text.matches(string, contents)
  }

  /// Returns the double that is nearest to a number; nil if the number is too large.
  package func double(of number: JSONNumber) -> Double? { text.double(of: number) }
}
