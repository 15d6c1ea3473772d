/// A table with a caption.
///
/// On a narrow screen each row of a table of many columns becomes a block, with the titles of the columns
/// in front of its cells.
struct PageTable {
  /// A column: its title, and what its cells hold.
  struct Column {
    let title: String
    /// What stylesheets call it; nil for a column of texts.
    let kind: String?
    /// What a cell is called in a block; nil for the title.
    var label: String?

    /// Creates a column of texts.
    init(_ title: String) {
      self.init(title, kind: nil)
    }

    private init(_ title: String, kind: String?) {
      self.title = title
      self.kind = kind
    }

    /// A column of numbers, which end at its right edge.
    static func number(_ title: String, label: String? = nil) -> Column {
      var column = Column(title, kind: "number")
      column.label = label
      return column
    }

    /// A column of bars, which a narrow screen leaves out: they show again what stands beside them.
    static let bars = Column("", kind: "bars")
  }

  /// What stands in a cell.
  enum Cell {
    /// Text, or a number.
    case text(String)
    /// An identifier with what it stands for.
    case named(String, [String])
    /// A number of what is not decided.
    case open(String)
    /// A bar as long as a share, and another behind it for what is not decided, for eyes only: the
    /// shares stand beside it.
    case bar(Percentage, Percentage = Percentage(0, of: 1))
    /// A number on a ground that is the darker the larger a part it is of something.
    case shaded(String, Percentage)

    /// What stylesheets call it, beside its column; nil for what they need not distinguish.
    fileprivate var kind: String? {
      if case .open(let text) = self { return text == "0" ? nil : "undecided" }
      guard case .shaded(_, let share) = self else { return nil }
      switch share.thousandths {
      case 0: return "none"
      case ..<25_000: return "few"
      case ..<75_000: return "some"
      case ..<100_000: return "most"
      default: return "all"
      }
    }
  }

  private let caption: String
  private let columns: [Column]
  private let rows: [[Cell]]

  /// Creates a table; the first cell of a row names the row.
  init(caption: String, columns: [Column], cells rows: [[Cell]]) {
    self.caption = caption
    self.columns = columns
    self.rows = rows
  }

  /// Creates a table of texts; the first cell of a row names the row.
  init(caption: String, columns: [Column], rows: [[String]]) {
    self.init(caption: caption, columns: columns, cells: rows.map { $0.map(Cell.text) })
  }

  /// The table.
  ///
  /// It can be reached with the keyboard, or nobody could scroll it so. Browsers forget that rows which are
  /// blocks are those of a table, so that every part says what it is.
  var element: Element {
    Element(
      "div",
      [
        "class": "scroll", "role": "region", "aria-label": caption, "tabindex": "0",
      ]
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
                ["scope": "col", "class": column.kind, "role": role("columnheader")]
              ) { column.title }
            }
          }
        }
        Element("tbody", ["role": role("rowgroup")]) { rows.map(row) }
      }
    }
  }

  /// Whether the rows become blocks on a narrow screen, which has room for a name and two numbers.
  private var isStacked: Bool {
    let shown = columns.filter { $0.kind != Column.bars.kind }
    return shown.count > 3 || shown.count == 3 && shown.dropFirst().contains { $0.kind == nil }
  }

  private func role(_ name: String) -> String? { isStacked ? name : nil }

  private var hasBars: Bool { columns.contains { $0.kind == Column.bars.kind } }

  private var isMatrix: Bool {
    rows.contains { $0.contains { if case .shaded = $0 { true } else { false } } }
  }

  private func row(_ cells: [Cell]) -> Element {
    Element("tr", ["role": role("row")]) {
      for (index, (column, cell)) in zip(columns, cells).enumerated() {
        if index == 0 {
          Element("th", ["scope": "row", "class": column.kind, "role": role("rowheader")]) {
            contents(of: cell)
          }
        } else {
          Element(
            "td",
            [
              "class": [column.kind, cell.kind].joined, "role": role("cell"),
              "data-label": isStacked && column.kind != Column.bars.kind
                ? column.label ?? column.title : nil,
            ]
          ) { contents(of: cell) }
        }
      }
    }
  }

  @MarkupBuilder
  private func contents(of cell: Cell) -> [Markup] {
    switch cell {
    case .text(let text), .shaded(let text, _), .open(let text): text
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
  /// The names of classes as one attribute; nil if there are none.
  fileprivate var joined: String? {
    let names = compactMap(\.self)
    return names.isEmpty ? nil : names.joined(separator: " ")
  }
}
