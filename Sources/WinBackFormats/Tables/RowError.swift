package import WinBack

/// A row that cannot be read, or a value in it.
package struct RowError: Error, Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// There is no first line with the names of the columns.
    case noHeader
    /// A column that is needed is not there.
    case missingColumn(String, nearest: String?)
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
    /// The bytes are not text.
    case invalidUTF8(UInt8)
    /// A row of JSON is none.
    case json(String)
    /// A column without which there is no transaction is blank.
    case blank(column: String)
    /// A value is not what its column should hold.
    case value(column: String, expected: String, found: String)
    /// A price is below zero, as exports write refunds.
    case negativePrice(column: String, found: String)
    /// There is more of a customer than can be read, as a message says.
    case excess(String)
    /// The history is contradictory as a whole.
    case history(HistoryError.Kind)
  }

  package let kind: Kind

  /// The offset of the byte at which it shows.
  package let offset: Int

  package init(_ kind: Kind, at offset: Int) {
    self.kind = kind
    self.offset = offset
  }
}

extension RowError: CustomStringConvertible {
  package var description: String {
    switch kind {
    case .noHeader: "expected a first line with the names of the columns, found none"
    case .missingColumn(let column, let nearest):
      "expected a column '\(column.shownInMessage)', found "
        + (nearest.map { "'\($0.shownInMessage)' as the nearest" } ?? "none")
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
    case .invalidUTF8(let byte): JSONError.invalidUTF8(byte, at: offset).description
    case .json(let message): message
    case .blank(let column): "expected a value in column '\(column.shownInMessage)', found none"
    case .value(let column, let expected, let found):
      "expected \(expected) in column '\(column.shownInMessage)', found '\(found.shownInMessage)'"
    case .negativePrice(let column, let found):
      "expected a price of 0 or more in column '\(column.shownInMessage)', found "
        + "'\(found.shownInMessage)'; if the row is a refund, its date is the 'revocationDate' of the "
        + "transaction, and a condition ('where') keeps 'price' to the other rows"
    case .excess(let message): message
    case .history(let kind): kind.description
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
    let (message, offset) = (error.description, error.offset)
    let start = bytes.startOfLine(before: offset)
    let lineIndex = linesBefore &+ bytes.extracting(..<start).lineFeedCount
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
