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
    return Element("pattern", attributes) {
      Element("rect", ["width": "2.6", "height": "6"])
    }
  }
}
