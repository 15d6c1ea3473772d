/// The bytes of JSON text, and the tokens at their offsets.
///
/// It has no state: a function takes an offset, checks a token and returns the offset after it.
/// ``JSONScanner`` has the state: the current offset and what can follow. The two types are
/// separate for speed, too. This type is passed in registers, but a call of a scanner's function
/// that is not inlined copies the scanner through memory, which took a quarter of the time.
struct JSONText: ~Escapable {
  let loads: ByteLoads

  /// Whether each line is a separate document (JSON Lines), so that a value must end on its line.
  let isLines: Bool

  /// The index of the bytes from ``JSONIndex``; empty if there is none.
  let index: Span<UInt64>

  @_lifetime(copy bytes)
  init(_ bytes: RawSpan, isLines: Bool = false) {
    loads = ByteLoads(bytes)
    self.isLines = isLines
    index = Span()
  }

  @_lifetime(copy lines, copy index)
  init(lines: RawSpan, index: Span<UInt64>) {
    loads = ByteLoads(lines)
    isLines = true
    self.index = index
  }

  var bytes: RawSpan {
    @_lifetime(copy self) get { loads.bytes }
  }

  /// The offset of the first byte after a byte order mark.
  var start: Int { loads.hasMark(at: 0) ? 3 : 0 }

  /// Returns the byte at an offset; 0 at the end.
  @inline(__always)
  func byte(at offset: Int) -> UInt8 {
    loads.byte(at: offset)
  }

  /// Returns whether the document or line ends at an offset.
  func isEnd(at offset: Int) -> Bool {
    offset >= bytes.byteCount || (isLines && byte(at: offset) == UInt8(ascii: "\n"))
  }

  @inline(__always)
  func endOfWhitespace(from start: Int) -> Int {
    byte(at: start) > UInt8(ascii: " ") ? start : endOfSomeWhitespace(from: start)
  }

  @inline(never)
  private func endOfSomeWhitespace(from start: Int) -> Int {
    var end = start
    while true {
      switch byte(at: end) {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): end &+= 1
      case UInt8(ascii: "\n") where !isLines: end &+= 1
      default: return end
      }
    }
  }
}

// MARK: - Literals

extension JSONText {
  /// Returns the offset after a word; throws an error if it is not there.
  func endOfLiteral(_ literal: String, at start: Int) throws(JSONError) -> Int {
    var end = start
    for letter in literal.utf8 {
      guard byte(at: end) == letter else { throw failure(expected: "'\(literal)'", at: end) }
      end &+= 1
    }
    return end
  }
}

// MARK: - Structure

extension JSONText {
  /// Returns the key in text such as `"price":`, and the offset after its colon; nil if the text at
  /// the offset has another form.
  @inline(__always)
  func compactKey(at quote: Int) -> (key: JSONString, valueStart: Int)? {
    guard byte(at: quote) == UInt8(ascii: "\""),
      let end = quickEndOfPlainText(from: quote &+ 1),
      loads.pair(at: end) == .quoteAndColon
    else { return nil }
    return (JSONString(start: quote &+ 1, end: end, hasEscapes: false), end &+ 2)
  }

  /// Returns the key at an offset and the offset after its colon; throws if there is no key.
  func key(
    at start: Int,
    isAfterComma: Bool
  ) throws(JSONError) -> (key: JSONString, valueStart: Int) {
    guard byte(at: start) == UInt8(ascii: "\"") else {
      let place = isAfterComma ? "after ','" : "or '}'"
      throw failure(expected: "a key in double quotes \(place)", at: start)
    }
    let key = try string(at: start)
    let colon = endOfWhitespace(from: key.end &+ 1)
    guard byte(at: colon) == UInt8(ascii: ":") else {
      throw failure(expected: "':' after a key", at: colon)
    }
    return (key, colon &+ 1)
  }

  /// Returns the offset of the value after the key at an offset; throws an error if there is no key.
  @inline(__always)
  private func startOfValue(at start: Int, isAfterComma: Bool) throws(JSONError) -> Int {
    if let key = compactKey(at: start) { return endOfWhitespace(from: key.valueStart) }
    return endOfWhitespace(from: try key(at: start, isAfterComma: isAfterComma).valueStart)
  }

  /// Returns the offset after the value at an offset; throws an error if there is none.
  ///
  /// `depth` is the number of open arrays and objects around the value.
  func endOfValue(at start: Int, depth outerDepth: Int) throws(JSONError) -> Int {
    var position = start
    var depth = outerDepth
    /// A bit for each open container of the value, the innermost lowest; set for objects.
    var objects: UInt128 = 0

    value: while true {
      let byte = byte(at: position)
      switch byte {
      case UInt8(ascii: "\""): position = try string(at: position).end &+ 1
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        position = try endOfNumber(at: position)
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard depth < JSONScanner.depthLimit else { throw JSONError.tooDeep(at: position) }
        let isObject = byte == UInt8(ascii: "{")
        position = endOfWhitespace(from: position &+ 1)
        // In ASCII, a closing bracket is the opening one plus 2.
        if self.byte(at: position) != byte &+ 2 {
          depth &+= 1
          objects = objects &<< 1 | (isObject ? 1 : 0)
          if isObject { position = try startOfValue(at: position, isAfterComma: false) }
          continue value
        }
        position &+= 1
      case UInt8(ascii: "t"): position = try endOfLiteral("true", at: position)
      case UInt8(ascii: "f"): position = try endOfLiteral("false", at: position)
      case UInt8(ascii: "n"): position = try endOfLiteral("null", at: position)
      default: throw failure(expected: "a value", at: position)
      }

      while depth > outerDepth {
        position = endOfWhitespace(from: position)
        let isObject = objects & 1 == 1
        let byte = self.byte(at: position)
        if byte == UInt8(ascii: ",") {
          position = endOfWhitespace(from: position &+ 1)
          if isObject { position = try startOfValue(at: position, isAfterComma: true) }
          continue value
        }
        guard byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
          let bracket = isObject ? "}" : "]"
          throw failure(expected: "',' or '\(bracket)' after a value", at: position)
        }
        objects &>>= 1
        depth &-= 1
        position &+= 1
      }
      return position
    }
  }
}

extension UInt16 {
  /// The bytes of `":`, as ``ByteLoads/pair(at:)`` returns them.
  fileprivate static var quoteAndColon: UInt16 { 0x3A22 }
}

/// The range of a checked string in the bytes of a scanner.
///
/// The bytes between the quotes are valid UTF-8 without broken escapes. The scanner that read the
/// string returns its contents: ``JSONScanner/matches(_:_:)``, ``JSONScanner/bytes(of:)``,
/// ``JSONScanner/text(of:)``.
package struct JSONString: Sendable, Hashable {
  /// The offset of the first byte after the opening quote.
  package let start: Int

  /// The offset of the closing quote.
  package let end: Int

  /// Whether there is a backslash between the quotes, so that the bytes are not the contents.
  package let hasEscapes: Bool

  package var byteCount: Int { end &- start }

  package var range: Range<Int> { start..<end }
}

/// A number of a JSON document: its exact whole part and its offsets.
///
/// Only the value counts, not the spelling: `1000`, `1000.0` and `1e3` are the same integer.
package struct JSONNumber: Sendable, Hashable {
  /// Whether the whole part is the exact value, is rounded down, or does not fit.
  enum Form: UInt8, Sendable {
    case integer, fraction, beyondInt64
  }

  package let start: Int

  /// The offset after the last byte.
  package let end: Int

  let whole: Int64
  let form: Form

  package var range: Range<Int> { start..<end }

  /// The exact value; nil if it has a fraction or does not fit.
  package var integer: Int64? { form == .integer ? whole : nil }

  /// The largest integer that is not greater than the exact value; nil if it does not fit.
  package var floored: Int64? { form == .beyondInt64 ? nil : whole }
}

package enum JSONKind: UInt8, Sendable, Hashable {
  case object, array, string, number, bool, null

  /// Creates the kind of the values that start with a byte; nil if none does.
  init?(startingWith byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): self = .string
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): self = .number
    case UInt8(ascii: "{"): self = .object
    case UInt8(ascii: "["): self = .array
    case UInt8(ascii: "t"), UInt8(ascii: "f"): self = .bool
    case UInt8(ascii: "n"): self = .null
    default: return nil
    }
  }
}

extension JSONKind: CustomStringConvertible {
  /// The kind with its article, for messages.
  package var description: String {
    switch self {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .number: "a number"
    case .bool: "true or false"
    case .null: "null"
    }
  }
}
