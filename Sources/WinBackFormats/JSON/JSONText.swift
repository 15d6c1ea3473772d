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

  @_lifetime(copy input)
  init(_ input: IndexedJSON) {
    loads = ByteLoads(input.bytes)
    isLines = input.isLines
    index = input.words
  }

  var bytes: RawSpan {
    @_lifetime(copy self) get { loads.bytes }
  }

  /// The offset of the first byte after a byte order mark.
  var start: Int { loads.word(at: 0) & 0xFF_FFFF == 0xBF_BBEF ? 3 : 0 }

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
  func endOfLiteral(_ literal: JSONLiteral, at start: Int) throws(JSONError) -> Int {
    var end = start
    for letter in literal.rawValue.utf8 {
      guard byte(at: end) == letter else { throw failure(expected: .literal(literal), at: end) }
      end &+= 1
    }
    return end
  }
}

// MARK: - Errors

extension JSONText {
  @inline(never)
  func failure(expected expectation: JSONError.Expectation, at offset: Int) -> JSONError {
    JSONError(.unexpected(finding(at: offset, for: expectation), expected: expectation), at: offset)
  }

  private func finding(
    at offset: Int,
    for expectation: JSONError.Expectation
  ) -> JSONError.Finding {
    // The last line can end without a line feed; the finding is the same.
    guard !isEnd(at: offset) else {
      if isLines { return .endOfLine }
      return endOfWhitespace(from: start) >= bytes.byteCount ? .emptyFile : .endOfFile
    }
    let byte = byte(at: offset)
    if case .kind = expectation, let kind = JSONKind(startingWith: byte), isWhole(kind, at: offset)
    {
      return .kind(kind)
    }
    guard byte >= 0x80 else { return .character(Unicode.Scalar(byte)) }
    let count = countOfScalar(at: offset)
    guard count > 0, let scalar = bytes.text(in: offset..<offset &+ count).unicodeScalars.first
    else { return .byte(byte) }
    return .character(scalar)
  }

  /// Returns whether a word is a literal of JSON; `nonsense` is not null.
  private func isWhole(_ kind: JSONKind, at offset: Int) -> Bool {
    switch kind {
    case .object, .array, .string, .number: true
    case .bool, .null: JSONLiteral.allCases.contains { (try? endOfLiteral($0, at: offset)) != nil }
    }
  }
}
