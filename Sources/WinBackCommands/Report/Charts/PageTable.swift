/// A table of texts with a caption, which scrolls for itself where the screen is too narrow.
struct PageTable {
  /// A column: its title, and whether it holds numbers.
  struct Column {
    let title: String
    let isNumber: Bool

    init(_ title: String) {
      self.title = title
      isNumber = false
    }

    private init(number title: String) {
      self.title = title
      isNumber = true
    }

    /// A column of numbers, which end at its right edge.
    static func number(_ title: String) -> Column { Column(number: title) }
  }

  let caption: String
  let columns: [Column]
  /// The cells; the first of a row names the row.
  let rows: [[String]]

  /// The table. It can be reached with the keyboard, or nobody could scroll it so.
  var element: Element {
    Element(
      "div",
      ["class": "scroll", "role": "region", "aria-label": caption, "tabindex": "0"]
    ) {
      Element("table") {
        Element("caption") { caption }
        Element("thead") {
          Element("tr") {
            columns.map { column in
              Element("th", ["scope": "col", "class": column.isNumber ? "number" : nil]) {
                column.title
              }
            }
          }
        }
        Element("tbody") { rows.map(Self.row(columns)) }
      }
    }
  }

  private static func row(_ columns: [Column]) -> ([String]) -> Element {
    { cells in
      Element("tr") {
        zip(columns, cells).enumerated().map { index, cell in
          let kind = cell.0.isNumber ? "number" : nil
          return index == 0
            ? Element("th", ["scope": "row", "class": kind]) { cell.1 }
            : Element("td", ["class": kind]) { cell.1 }
        }
      }
    }
  }
}
