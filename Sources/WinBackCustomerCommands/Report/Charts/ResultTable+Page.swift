import WinBackCommandLine

extension ResultTable {
  /// Returns the table with a caption; the first cell of a row names the row.
  ///
  /// It can be reached with the keyboard, or nobody could scroll it so. On a narrow screen each row of a
  /// table of many columns becomes a block, with the titles of the columns in front of its cells. Browsers
  /// forget that rows which are blocks are those of a table, so that every part says what it is.
  func element(caption: String) -> Markup {
    let isMatrix = rows.contains { $0.contains { if case .shaded = $0 { true } else { false } } }
    let hasBars = columns.contains { $0.hasBars }
    return Markup(
      "div",
      ["class": "scroll", "role": "region", "aria-label": caption, "tabindex": "0"]
    ) {
      Markup.table(
        [isStacked ? "stack" : nil, hasBars ? "wide" : isMatrix ? "matrix" : nil].joined,
        caption: Markup("caption") { caption },
        columns,
        isStacked: isStacked,
        rows.map(row)
      )
    }
  }

  func panel(caption: String) -> Markup {
    Markup("div", ["class": "panel"]) { element(caption: caption) }
  }

  /// Whether the rows become blocks on a narrow screen, which has room for a name and two numbers.
  private var isStacked: Bool {
    let shown = columns.filter { !$0.hasBars }
    return shown.count > 3 || shown.count == 3 && shown.dropFirst().contains { $0.kind == .text }
  }

  private func role(_ name: String) -> String? { isStacked ? name : nil }

  private func row(_ cells: [ResultCell]) -> Markup {
    Markup("tr", ["role": role("row")]) {
      for (index, (column, cell)) in zip(columns, cells).enumerated() {
        let kind = column.styleClass
        if index == 0 {
          Markup("th", ["scope": "row", "class": kind, "role": role("rowheader")]) {
            cell.contents
          }
        } else {
          let label = isStacked && !column.hasBars ? column.label ?? column.title : nil
          Markup(
            "td",
            ["class": [kind, cell.styleClass].joined, "role": role("cell"), "data-label": label]
          ) { cell.contents }
        }
      }
    }
  }
}

extension Markup {
  /// Returns a table; one of rows that can become blocks says what every part is.
  static func table(
    _ kind: String?,
    caption: Markup,
    _ columns: [ResultTable.Heading],
    isStacked: Bool,
    _ rows: [Markup]
  ) -> Markup {
    func role(_ name: String) -> String? { isStacked ? name : nil }
    return Markup("table", ["class": kind, "role": role("table")]) {
      caption
      Markup("thead", ["role": role("rowgroup")]) {
        Markup("tr", ["role": role("row")]) {
          columns.map { column in
            Markup(
              "th",
              ["scope": "col", "class": column.styleClass, "role": role("columnheader")]
            ) { column.title }
          }
        }
      }
      Markup("tbody", ["role": role("rowgroup")]) { rows }
    }
  }
}

extension ResultTable.Heading {
  /// What stylesheets call the column; nil for a column of texts.
  fileprivate var styleClass: String? { hasBars ? "bars" : kind == .number ? "number" : nil }
}

extension ResultCell {
  /// What stylesheets call the cell, beside its column; nil for what they need not distinguish.
  fileprivate var styleClass: String? {
    if case .open(let count) = self { return count == 0 ? nil : "undecided" }
    guard case .shaded(_, let share) = self else { return nil }
    switch share.thousandths {
    case 0: return "none"
    case ..<25_000: return "few"
    case ..<75_000: return "some"
    case ..<100_000: return "most"
    default: return "all"
    }
  }

  @MarkupBuilder
  fileprivate var contents: [Markup] {
    switch self {
    case .text, .texts, .count, .open, .shaded: text
    case .named(let id, let words):
      Markup("code") { id }
      words.map { line in Markup("span", ["class": "terms"]) { line } }
    case .bar(let share, let open):
      Markup("svg", ["class": "cell", "width": "100%", "height": "12", "aria-hidden": "true"]) {
        Markup("rect", ["class": "ground", "width": "100%", "height": "12"])
        Markup("rect", ["class": "share", "width": share.length, "height": "12"])
        if open.thousandths > 0 {
          Markup(
            "rect",
            ["class": "undecided", "x": share.length, "width": open.length, "height": "12"]
          )
        }
      }
    }
  }
}

extension [String?] {
  fileprivate var joined: String? {
    let names = compactMap(\.self)
    return names.isEmpty ? nil : names.joined(separator: " ")
  }
}
