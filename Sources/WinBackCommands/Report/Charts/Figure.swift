/// A picture with a caption, words for those who do not see it, and a table with the same content.
struct Figure {
  /// A number that no other figure of the page has.
  let number: Int
  let title: String
  let summary: String
  /// The height of the picture in CSS pixels; it is as wide as there is room.
  let height: Int
  var showsTable = false

  /// Returns the figure; positions across the drawing are percentages, so that text stays as large as
  /// it is on every screen.
  func element(
    @MarkupBuilder drawing: () -> [Markup],
    @MarkupBuilder legend: () -> [Markup] = { [] },
    @MarkupBuilder table: () -> [Markup]
  ) -> Element {
    let titleId = "figure-\(number)-title"
    let summaryId = "figure-\(number)-summary"
    return Element("figure") {
      Element("figcaption") { title }
      Element(
        "svg",
        [
          "class": "chart", "role": "img", "width": "100%", "height": "\(height)",
          "aria-labelledby": titleId, "aria-describedby": summaryId,
        ]
      ) {
        Element("title", ["id": titleId]) { title }
        Element("desc", ["id": summaryId]) { summary }
        drawing()
      }
      legend()
      Element("details", ["open": showsTable ? "open" : nil]) {
        Element("summary") { "The picture as a table" }
        table()
      }
    }
  }
}

extension Element {
  static func legend(bar kind: String, _ words: String) -> Element {
    let bar = Element("rect", ["class": "bar \(kind)", "y": "1", "width": "22", "height": "12"])
    return legend(bar, words)
  }

  static func legend(_ mark: Element, _ words: String) -> Element {
    Element("li") {
      Element("svg", ["class": "mark", "width": "22", "height": "14", "aria-hidden": "true"]) {
        mark
      }
      words
    }
  }
}

/// The hatchings of bars, so that colour is never the only difference.
enum Patterns {
  /// The definitions, of which a page needs one.
  static var definitions: Element {
    Element("svg", ["class": "patterns", "width": "0", "height": "0", "aria-hidden": "true"]) {
      Element("defs") {
        hatching("free-hatching", rotation: 45)
        hatching("refunded-hatching", rotation: -45)
        Element(
          "pattern",
          ["id": "shared-hatching", "patternUnits": "userSpaceOnUse", "width": "5", "height": "5"]
        ) {
          Element("circle", ["cx": "2.5", "cy": "2.5", "r": "1.2"])
        }
      }
    }
  }

  private static func hatching(_ id: String, rotation: Int) -> Element {
    let attributes: Element.Attributes = [
      "id": id, "patternUnits": "userSpaceOnUse", "width": "6", "height": "6",
      "patternTransform": "rotate(\(rotation))",
    ]
    return Element("pattern", attributes) { Element("rect", ["width": "2.6", "height": "6"]) }
  }
}
