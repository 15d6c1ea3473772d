// Any row, read byte after byte: CSV as RFC 4180 has it, with any delimiter, and lines that end in a line
// feed with or without a carriage return before it. All errors of rows come from here.

extension RowScanner {
  mutating func nextRecord() throws(RowError) -> Bool {
    var count = 0
    var start = offset
    while true {
      let field: RowField
      if text.byte(at: start) == UInt8(ascii: "\"") {
        guard let quoted = quotedField(at: start) else {
          return try resume(after: .brokenQuotes, at: start)
        }
        guard let holdsRows = holdsRows(quoted, column: count) else {
          return try resume(after: nil, at: start)
        }
        guard !holdsRows else { return try resume(after: .lineEnd, at: start) }
        field = quoted
        start = quoted.end &+ 1
      } else {
        let end = endOfField(from: start)
        let byte = text.byte(at: end)
        guard byte != UInt8(ascii: "\"") else { return try resume(after: .strayQuote, at: end) }
        guard end < text.bytes.byteCount || isWhole else {
          return try resume(after: nil, at: start)
        }
        let endsLine = byte != layout.delimiter && text.byte(at: end &- 1) == UInt8(ascii: "\r")
        field = RowField(start: start, end: endsLine && end > start ? end &- 1 : end)
        start = end
      }
      if count < fields.count { fields[count] = field }
      count &+= 1
      guard text.byte(at: start) != layout.delimiter else {
        start &+= 1
        continue
      }
      guard let lineEnd = endOfLine(after: start) else {
        return try resume(after: .brokenQuotes, at: field.start &- 1)
      }
      offset = lineEnd
      if let error = encodingError(in: rowStart..<offset) { throw error }
      guard count == fields.count else {
        throw RowError(.ragged(found: count, expected: fields.count), at: rowStart)
      }
      return true
    }
  }

  /// Returns the offset of the delimiter, line feed or double quote that comes next, or of the end.
  private func endOfField(from start: Int) -> Int {
    for offset in start..<max(start, text.bytes.byteCount) {
      switch text.byte(at: offset) {
      case layout.delimiter, UInt8(ascii: "\n"), UInt8(ascii: "\""): return offset
      default: continue
      }
    }
    return text.bytes.byteCount
  }

  /// Returns the offset behind the line end at an offset; nil if there is none.
  private func endOfLine(after end: Int) -> Int? {
    var offset = end
    if text.byte(at: offset) == UInt8(ascii: "\r") { offset &+= 1 }
    if offset >= text.bytes.byteCount { return isWhole ? text.bytes.byteCount : nil }
    return text.byte(at: offset) == UInt8(ascii: "\n") ? offset &+ 1 : nil
  }

  /// Reads the field whose opening quote stands at an offset; nil if it is not closed.
  private func quotedField(at quote: Int) -> RowField? {
    var offset = quote &+ 1
    while offset < text.bytes.byteCount {
      if text.byte(at: offset) == UInt8(ascii: "\"") {
        guard text.byte(at: offset &+ 1) == UInt8(ascii: "\"") else {
          return RowField(quote..<offset &+ 1, endsLine: false, text)
        }
        offset &+= 1
      }
      offset &+= 1
    }
    return nil
  }

  /// Returns whether the quotes around a field are there by mistake, since a line ends in it: the
  /// field is read, and no line ends in what is read, or one of its lines is a row by itself.
  ///
  /// - Returns: The answer; nil if more bytes are needed to know.
  private func holdsRows(_ field: RowField, column: Int) -> Bool? {
    let contents = text.bytes.extracting(..<field.end)
    guard let shape = layout.shape, contents.endOfLine(from: field.start) < field.end else {
      return false
    }
    if shape.columns.indices.contains(column), shape.columns[column].isRead { return true }
    guard shape.tellsRows else { return false }
    var start = text.bytes.endOfLine(from: field.start) &+ 1
    while start <= field.end {
      let end = text.bytes.endOfLine(from: start)
      if end == text.bytes.byteCount, !isWhole { return nil }
      if shape.fits(start..<end, of: text, layout.delimiter) { return true }
      start = end &+ 1
    }
    return false
  }

  /// Leaves a broken record: the next one starts on the next line.
  ///
  /// Where the end of the bytes may be all that is wrong with it, it is not read, and this is not
  /// an error.
  private mutating func resume(after kind: RowError.Kind?, at fault: Int) throws(RowError) -> Bool {
    let (end, lineEnd) = (text.bytes.byteCount, text.bytes.endOfLine(from: rowStart))
    if !isWhole, end &- rowStart <= Self.recordLimit,
      kind == nil || lineEnd == end || (kind != .strayQuote && isOpen(at: fault))
    {
      offset = rowStart
      return false
    }
    offset = min(lineEnd &+ 1, end)
    throw RowError(kind ?? .brokenQuotes, at: fault)
  }

  /// Returns whether the quoted field at an offset may still be closed by bytes that are to come.
  private func isOpen(at quote: Int) -> Bool {
    guard let field = quotedField(at: quote) else { return true }
    let after = field.end &+ 1
    let count = text.bytes.byteCount
    return after >= count || (text.byte(at: after) == UInt8(ascii: "\r") && after &+ 1 >= count)
  }
}

/// How a line of CSV is recognised as a row of its own.
///
/// Two double quotes by mistake make one field of all the text between them. That is still CSV. But the
/// rows between them would be lost without a message.
struct RowShape: Sendable, Hashable {
  struct Column: Sendable, Hashable {
    /// Whether its values are read, so that no line ends in them.
    var isRead = false
    /// Whether no row is without a value.
    var isNeeded = false
    /// Whether its values begin with a digit.
    var beginsWithDigit = false
  }

  let columns: [Column]

  /// Whether enough is known to tell a row from other text.
  var tellsRows: Bool { columns.contains { $0.isNeeded } }

  /// Returns whether a line has the fields of a row.
  func fits(_ line: Range<Int>, of text: borrowing ByteLoads, _ delimiter: UInt8) -> Bool {
    var column = 0
    var start = line.lowerBound
    for offset in line.lowerBound...line.upperBound
    where offset == line.upperBound || text.byte(at: offset) == delimiter {
      let field = RowField(start: start, end: offset)
      guard column < columns.count, mayHold(field, columns[column], text) else { return false }
      column += 1
      start = offset &+ 1
    }
    return column == columns.count
  }

  private func mayHold(_ field: RowField, _ column: Column, _ text: borrowing ByteLoads) -> Bool {
    guard column.isNeeded else { return true }
    guard !field.isBlank(in: text) else { return false }
    guard column.beginsWithDigit else { return true }
    return UInt8(ascii: "0")...UInt8(ascii: "9") ~= text.byte(at: field.start)
  }
}

extension ColumnPlan {
  var shape: RowShape {
    var columns = Array(repeating: RowShape.Column(), count: columns.count)
    for step in steps {
      for source in sources[step.sources] {
        if let column = source.column { columns[column].isRead = true }
      }
      guard step.column >= 0 else { continue }
      switch step.field {
      case .purchaseDate:
        columns[step.column].isNeeded = true
        columns[step.column].beginsWithDigit = true
      case .productId: columns[step.column].isNeeded = true
      default: break
      }
    }
    columns[customer].isRead = true
    columns[customer].isNeeded = true
    return RowShape(columns: columns)
  }
}
