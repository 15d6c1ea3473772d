/// What the marks of a chart mean, under it.
struct Legend {
  private var entries: [Element] = []

  /// Adds a kind of bar.
  mutating func append(bar kind: String, _ words: String) {
    append(
      Element("rect", ["class": "bar \(kind)", "y": "1", "width": "22", "height": "12"]),
      words
    )
  }

  /// Adds a kind of line.
  mutating func append(line kind: String, _ words: String) {
    append(Element("line", ["class": kind, "x2": "22", "y1": "7", "y2": "7"]), words)
  }

  /// Adds a symbol.
  mutating func append(symbol kind: String, _ symbol: String, _ words: String) {
    append(Element("text", ["class": kind, "x": "11", "y": "12"]) { symbol }, words)
  }

  private mutating func append(_ mark: Element, _ words: String) {
    entries.append(
      Element("li") {
        Element("svg", ["class": "mark", "width": "22", "height": "14", "aria-hidden": "true"]) {
          mark
        }
        words
      }
    )
  }

  /// The list.
  var element: Element {
    Element("ul", ["class": "legend"]) { entries }
  }
}
