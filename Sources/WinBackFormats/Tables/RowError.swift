/// A row that cannot be read, or a value in it.
package struct RowError: Error, Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// There is no first line with the names of the columns.
    case noHeader
    /// The row is a header with the same columns in another order.
    case otherHeader
    /// The row has more or fewer fields than the header.
    case ragged(found: Int, expected: Int)
    /// A double quote stands inside a field that does not start with one.
    case strayQuote
    /// A field in double quotes is not closed before a delimiter or a line end.
    case brokenQuotes
    /// A field in double quotes takes several lines, although its values do not, or one of the lines is
    /// a row by itself.
    case lineEnd
    /// A row of JSON is none, as the message says.
    case json(String)
    /// The row is well formed, but its reader expected something else, as the message says.
    case rejected(String)
  }

  package let kind: Kind

  /// The offset of the byte at which it shows.
  package let offset: Int

  package init(_ kind: Kind, at offset: Int) {
    self.kind = kind
    self.offset = offset
  }

  /// Creates the error of a value that is not what its column should hold.
  init(_ column: String, expected: String, found: String, advice: String = "", at offset: Int) {
    let message =
      "expected \(expected) in column '\(column.shownInMessage)', found '\(found.shownInMessage)'"
    self.init(.rejected(message + advice), at: offset)
  }

  /// Creates the error of a column that must have a value, and has none.
  init(blank column: String, at offset: Int) {
    let message = "expected a value in column '\(column.shownInMessage)', found none"
    self.init(.rejected(message), at: offset)
  }

  /// Creates the error of a history that is contradictory as a whole.
  package init(_ kind: HistoryError.Kind, at offset: Int) {
    self.init(.rejected(kind.description), at: offset)
  }
}

extension RowError: CustomStringConvertible {
  package var description: String {
    switch kind {
    case .noHeader: "expected a first line with the names of the columns, found none"
    case .otherHeader:
      "expected a row, or the header as at the top, found a header with the columns in another order; "
        + "read this table by itself"
    case .ragged(let found, let expected):
      "expected \(expected) fields as in the header, found \(found)"
    case .strayQuote: "a double quote inside a field needs double quotes around the field"
    case .brokenQuotes:
      "a field in double quotes is not closed right before a delimiter or the end of a line"
    case .lineEnd:
      "expected the double quote that closes this field on the same line, found it on a later one"
    case .json(let message), .rejected(let message): message
    }
  }
}

extension FormatError {
  /// Creates the error of a row.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - bytes: The table, or a part of it that starts with a whole line.
  ///   - linesBefore: The lines before the bytes.
  package init(_ error: RowError, in bytes: RawSpan, linesBefore: Int = 0) {
    var lines = LineCounter()
    self.init(error, in: bytes, linesBefore: linesBefore, &lines)
  }

  /// Creates the error of a row; `lines` has counted up to an earlier one.
  package init(
    _ error: RowError,
    in bytes: RawSpan,
    linesBefore: Int = 0,
    _ lines: inout LineCounter
  ) {
    let (message, offset) = (error.description, error.offset)
    let start = bytes.startOfLine(before: offset)
    let lineIndex = linesBefore &+ lines.count(before: start, in: bytes)
    if case .json = error.kind {
      self.init(message, at: offset, inLine: lineIndex, of: bytes)
      return
    }
    let (line, column) = JSONPositions.position(
      of: offset,
      from: (offset: start, position: (line: lineIndex &+ 1, column: 1)),
      in: bytes
    )
    self.init(message: message, offset: offset, line: line, column: column)
  }
}
