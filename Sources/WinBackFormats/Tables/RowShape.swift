/// By what a line of CSV is known as a row by itself.
///
/// Two double quotes by mistake make one field of all that stands between them. That is still CSV, but
/// the rows between them would be lost unsaid.
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
    var field = RowField(start: line.lowerBound, end: line.lowerBound)
    for offset in line.lowerBound...line.upperBound
    where offset == line.upperBound || text.byte(at: offset) == delimiter {
      field = RowField(start: field.start, end: offset)
      guard column < columns.count, mayHold(field, columns[column], text) else { return false }
      column += 1
      field = RowField(start: offset &+ 1, end: offset &+ 1)
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
