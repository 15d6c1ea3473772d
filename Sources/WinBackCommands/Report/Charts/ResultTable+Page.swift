extension ResultTable {
  /// Returns the table with a caption; the first cell of a row names the row.
  ///
  /// It can be reached with the keyboard, or nobody could scroll it so. On a narrow screen each row of a
  /// table of many columns becomes a block, with the titles of the columns in front of its cells. Browsers
  /// forget that rows which are blocks are those of a table, so that every part says what it is.
  func element(caption: String) -> Element {
    let isMatrix = rows.contains { $0.contains { if case .shaded = $0 { true } else { false } } }
    let hasBars = columns.contains { $0.kind == .bars }
    return Element(
      "div",
      ["class": "scroll", "role": "region", "aria-label": caption, "tabindex": "0"]
    ) {
      Element(
        "table",
        [
          "class": [isStacked ? "stack" : nil, hasBars ? "wide" : isMatrix ? "matrix" : nil].joined,
          "role": role("table"),
        ]
      ) {
        Element("caption") { caption }
        Element("thead", ["role": role("rowgroup")]) {
          Element("tr", ["role": role("row")]) {
            columns.map { column in
              Element(
                "th",
                ["scope": "col", "class": column.kind.styleClass, "role": role("columnheader")]
              ) { column.title }
            }
          }
        }
        Element("tbody", ["role": role("rowgroup")]) { rows.map(row) }
      }
    }
  }

  func panel(caption: String) -> Element {
    Element("div", ["class": "panel"]) { element(caption: caption) }
  }

  /// Whether the rows become blocks on a narrow screen, which has room for a name and two numbers.
  private var isStacked: Bool {
    let shown = columns.filter { $0.kind != .bars }
    return shown.count > 3 || shown.count == 3 && shown.dropFirst().contains { $0.kind == .text }
  }

  private func role(_ name: String) -> String? { isStacked ? name : nil }

  private func row(_ cells: [ResultCell]) -> Element {
    Element("tr", ["role": role("row")]) {
      for (index, (column, cell)) in zip(columns, cells).enumerated() {
        if index == 0 {
          Element(
            "th",
            ["scope": "row", "class": column.kind.styleClass, "role": role("rowheader")]
          ) { cell.contents }
        } else {
          Element(
            "td",
            [
              "class": [column.kind.styleClass, cell.styleClass].joined, "role": role("cell"),
              "data-label": isStacked && column.kind != .bars ? column.label ?? column.title : nil,
            ]
          ) { cell.contents }
        }
      }
    }
  }
}

extension ResultTable.Kind {
  /// What stylesheets call the column; nil for a column of texts.
  fileprivate var styleClass: String? { self == .text ? nil : rawValue }
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
    case .text, .count, .open, .shaded: text
    case .named(let id, let words):
      Element("code") { id }
      words.map { line in Element("span", ["class": "terms"]) { line } }
    case .bar(let share, let open):
      Element("svg", ["class": "cell", "width": "100%", "height": "12", "aria-hidden": "true"]) {
        Element("rect", ["class": "ground", "width": "100%", "height": "12"])
        Element("rect", ["class": "share", "width": share.length, "height": "12"])
        if open.thousandths > 0 {
          Element(
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
