/// Rows of text in aligned columns.
///
/// Cells may be coloured and hold characters of any display width.
package struct TextTable: Sendable, Hashable {
  /// On which side of its column a cell stands.
  package enum Alignment: Sendable, Hashable {
    /// Text begins at the left edge.
    case leading
    /// Numbers end at the right edge.
    case trailing
  }

  /// A column: its title and the side on which its cells stand.
  package struct Column: Sendable, Hashable {
    let title: String
    let alignment: Alignment

    /// Creates a column.
    package init(_ title: String, _ alignment: Alignment = .leading) {
      self.title = title
      self.alignment = alignment
    }
  }

  private let columns: [Column]
  private var rows: [[String]] = []

  /// Creates a table without rows.
  package init(columns: [Column]) {
    self.columns = columns
  }

  /// Adds a row; a missing cell is empty, a cell without a column is dropped.
  package mutating func append(_ row: [String]) {
    rows.append(columns.indices.map { $0 < row.count ? row[$0] : "" })
  }

  /// The table as text, with the titles on top; two spaces stand between the columns.
  ///
  /// - Complexity: O(*n*) in the length of all cells.
  package func rendered(style: TextStyle = .plain) -> String {
    let titles = columns.map { style.bold($0.title) }
    let lines = columns.contains { !$0.title.isEmpty } ? [titles] + rows : rows
    let widths = columns.indices.map { column in
      lines.map { $0[column].displayWidth }.max() ?? 0
    }
    var text = ""
    for line in lines {
      var padding = 0
      for (column, cell) in line.enumerated() {
        let space = widths[column] - cell.displayWidth
        let isTrailing = columns[column].alignment == .trailing
        // Padding is written only before the next cell, so that no line ends in spaces.
        padding += isTrailing ? space : 0
        if !cell.isEmpty {
          text += String(repeating: " ", count: padding) + cell
          padding = 0
        }
        padding += (isTrailing ? 0 : space) + 2
      }
      text += "\n"
    }
    return text
  }
}
