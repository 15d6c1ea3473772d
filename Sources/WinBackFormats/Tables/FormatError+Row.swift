extension FormatError {
  /// Creates the error of a row.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - bytes: The table, or a part of it that starts with a whole line.
  ///   - linesBefore: The lines before the bytes.
  /// - Complexity: O(*n*) for *n* bytes before the error.
  package init(_ error: RowError, in bytes: RawSpan, linesBefore: Int = 0) {
    let start = bytes.startOfLine(before: error.offset)
    var lines = 0
    for offset in 0..<start where bytes.byte(at: offset) == UInt8(ascii: "\n") { lines &+= 1 }
    self.init(
      error.description,
      at: error.offset,
      inLine: linesBefore &+ lines,
      of: bytes,
      isJSON: { if case .json = error.kind { true } else { false } }()
    )
  }

  /// Creates an error on a line of a table.
  private init(
    _ message: String,
    at offset: Int,
    inLine lineIndex: Int,
    of bytes: RawSpan,
    isJSON: Bool
  ) {
    guard !isJSON else {
      self.init(message, at: offset, inLine: lineIndex, of: bytes)
      return
    }
    var column = 1
    let start = bytes.startOfLine(before: offset)
    for position in max(start, JSONText(bytes).start)..<max(start, offset, JSONText(bytes).start)
    where bytes.byte(at: position) & 0xC0 != 0x80 {
      column &+= 1
    }
    self.init(message: message, offset: offset, line: lineIndex &+ 1, column: column)
  }
}
