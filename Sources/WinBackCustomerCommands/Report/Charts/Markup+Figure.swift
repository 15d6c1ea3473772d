extension Markup {
  /// Returns a picture with a caption, words for those who do not see it, and a table with the same content.
  ///
  /// No other figure of the page has its number. The height is that of the picture in CSS pixels; it is as
  /// wide as there is room. Positions across it are percentages, so that text stays as large as it is on
  /// every screen.
  static func figure(
    _ number: Int,
    title: String,
    summary: String,
    height: Int,
    showsTable: Bool = false,
    @MarkupBuilder drawing: () -> [Markup],
    @MarkupBuilder legend: () -> [Markup] = { [] },
    @MarkupBuilder table: () -> [Markup]
  ) -> Markup {
    let titleId = "figure-\(number)-title"
    let summaryId = "figure-\(number)-summary"
    return Markup("figure") {
      Markup("figcaption") { title }
      Markup(
        "svg",
        [
          "class": "chart", "role": "img", "width": "100%", "height": "\(height)",
          "aria-labelledby": titleId, "aria-describedby": summaryId,
        ]
      ) {
        Markup("title", ["id": titleId]) { title }
        Markup("desc", ["id": summaryId]) { summary }
        drawing()
      }
      legend()
      Markup("details", ["open": showsTable ? "open" : nil]) {
        Markup("summary") { "The picture as a table" }
        table()
      }
    }
  }

  static func legend(bar kind: String, _ words: String) -> Markup {
    let bar = Markup("rect", ["class": "bar \(kind)", "y": "1", "width": "22", "height": "12"])
    return legend(bar, words)
  }

  static func legend(_ mark: Markup, _ words: String) -> Markup {
    Markup("li") {
      Markup("svg", ["class": "mark", "width": "22", "height": "14", "aria-hidden": "true"]) {
        mark
      }
      words
    }
  }
}

/// The hatchings of bars, so that colour is never the only difference.
enum Patterns {
  /// The definitions, of which a page needs one.
  static var definitions: Markup {
    Markup("svg", ["class": "patterns", "width": "0", "height": "0", "aria-hidden": "true"]) {
      Markup("defs") {
        hatching("free-hatching", rotation: 45)
        hatching("refunded-hatching", rotation: -45)
        Markup(
          "pattern",
          ["id": "shared-hatching", "patternUnits": "userSpaceOnUse", "width": "5", "height": "5"]
        ) {
          Markup("circle", ["cx": "2.5", "cy": "2.5", "r": "1.2"])
        }
      }
    }
  }

  private static func hatching(_ id: String, rotation: Int) -> Markup {
    let attributes: Markup.Attributes = [
      "id": id, "patternUnits": "userSpaceOnUse", "width": "6", "height": "6",
      "patternTransform": "rotate(\(rotation))",
    ]
    return Markup("pattern", attributes) { Markup("rect", ["width": "2.6", "height": "6"]) }
  }
}
