/// The rows of a result and their columns, said once for every output.
///
/// Each output is a writer in an extension: text, rows, JSON and Markdown here, a table of a page in
/// `ResultTable+Page.swift`.
package struct ResultTable {
  package struct Heading: Sendable {
    /// The name of the column, and of a member in JSON.
    package let title: String
    package let kind: ResultColumn.Kind
    /// What a cell is called where a row is shown as a block; nil for the title.
    package private(set) var label: String?
    /// Whether the cells are bars, for pages only: they show again what stands beside them.
    package private(set) var hasBars = false

    package static func text(_ title: String) -> Heading { Heading(title: title, kind: .text) }

    package static func identifier(_ title: String) -> Heading {
      Heading(title: title, kind: .identifier)
    }

    package static func texts(_ title: String) -> Heading { Heading(title: title, kind: .texts) }

    package static func number(_ title: String, label: String? = nil) -> Heading {
      Heading(title: title, kind: .number, label: label)
    }

    package static var bars: Heading { Heading(title: "", kind: .text, hasBars: true) }
  }

  package let columns: [Heading]
  package let rows: [[ResultCell]]

  /// Creates a table; each row has a cell for each column.
  package init(_ columns: [Heading], _ rows: [[ResultCell]]) {
    self.columns = columns
    self.rows = rows
  }

  /// Creates a table of texts, with the indices of the columns that hold numbers; a missing cell is empty,
  /// a cell without a column is dropped.
  package init(_ titles: [String], numbers: Set<Int> = [], _ rows: [[String]]) {
    columns = titles.enumerated().map { numbers.contains($0) ? .number($1) : .text($1) }
    self.rows = rows.map { row in titles.indices.map { .text($0 < row.count ? row[$0] : "") } }
  }

  /// Creates a table of numbers, each with what it is of.
  package init(counts rows: [[String]]) { self.init(["", ""], numbers: [0], rows) }

  /// The table in aligned columns, with the titles on top; two spaces stand between the columns.
  ///
  /// Cells may be coloured and hold characters of any display width.
  package func text(style: TextStyle = .plain) -> String {
    let cells = rows.map { row in row.map(\.text) }
    let hasTitles = columns.contains { !$0.title.isEmpty }
    let lines = hasTitles ? [columns.map { style.bold($0.title) }] + cells : cells
    let widths = columns.indices.map { column in
      lines.map { $0[column].displayWidth }.max() ?? 0
    }
    var text = ""
    for line in lines {
      var padding = 0
      for (column, cell) in line.enumerated() {
        let space = widths[column] - cell.displayWidth
        let isTrailing = columns[column].kind == .number
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

  /// Returns the rows, with the columns before them if they are the first ones.
  fileprivate func bytes(_ form: RowWriter.Form, hasTitles: Bool) -> ContiguousArray<UInt8> {
    var writer = RowWriter(form)
    if hasTitles { writer.header(columns.map { ResultColumn($0.title, $0.kind) }) }
    for row in rows {
      for cell in row {
        switch cell {
        case .count(let count): writer.field(count)
        case .texts(let texts):
          writer.beginList()
          for text in texts { writer.append(part: text.utf8) }
          writer.endList()
        default: writer.field(cell.text)
        }
      }
      writer.endRow()
    }
    return writer.bytes
  }

  package func markdown(_ escape: (String) -> String = { $0 }) -> String {
    guard !rows.isEmpty else { return "" }
    let cells = rows.map { row in row.map { escape($0.text) } }
    let lines = [columns.map { $0.title }, columns.map { _ in "---" }] + cells
    return lines.map { line in
      "|" + line.map { $0.isEmpty ? " |" : " \($0) |" }.joined() + "\n"
    }.joined()
  }
}

package enum ResultCell: Sendable {
  /// Text, or a number that is written already; a missing one is an empty cell, and no member in JSON.
  case text(String?)
  case texts([String])
  /// A count; a missing one is an empty cell, and null in JSON.
  case count(Int?)
  /// An identifier with what it stands for.
  case named(String, [String])
  /// A number of what is not decided.
  case open(Int)
  /// A bar as long as a share, and another behind it for what is not decided, for eyes only: the shares
  /// stand beside it.
  case bar(Percentage, Percentage = Percentage(0, of: 1))
  /// A number on a ground that is the darker the larger a part it is of something.
  case shaded(Int, Percentage)

  package var text: String {
    switch self {
    case .text(let text): text ?? ""
    case .named(let id, _): id
    case .texts(let texts): texts.joined(separator: ", ")
    case .count(let count): count?.grouped ?? ""
    case .open(let count), .shaded(let count, _): count.grouped
    case .bar(let share, _): share.rounded
    }
  }
}

extension OutputChannel {
  /// Writes the rows of a table in the form of the channel, with the columns before the first ones.
  package func write(_ table: ResultTable, isFirst: Bool = true) throws(CommandFailure) {
    try write(table.bytes(form, hasTitles: isFirst).span)
  }
}

extension JSONWriter {
  package mutating func objects(_ name: String, _ table: ResultTable) {
    objects(name, table.rows) { json, row in
      for (column, cell) in zip(table.columns, row) {
        switch cell {
        case .count(let count): json.member(column.title, orNull: count)
        case .text(let text): json.member(column.title, text)
        default: json.member(column.title, cell.text)
        }
      }
    }
  }
}
