/// A part of a page, as a value; ``MarkupWriter`` makes text of it.
///
/// What a stranger may have written only ever is a ``text(_:)`` or the value of an attribute, and
/// both are escaped where they are written. There is no case for text that is not.
enum Markup: Sendable {
  case element(Element)

  /// Text, which is escaped.
  case text(String)

  /// A stylesheet or script, which is part of the program.
  case resource(PageResource)
}

@resultBuilder
enum MarkupBuilder {
  static func buildExpression(_ element: Element) -> [Markup] { [.element(element)] }

  static func buildExpression(_ elements: [Element]) -> [Markup] { elements.map(Markup.element) }

  static func buildExpression(_ text: String) -> [Markup] { [.text(text)] }

  static func buildExpression(_ parts: [Markup]) -> [Markup] { parts }

  static func buildExpression(_ part: Markup) -> [Markup] { [part] }

  static func buildBlock(_ parts: [Markup]...) -> [Markup] { parts.flatMap { $0 } }

  static func buildOptional(_ parts: [Markup]?) -> [Markup] { parts ?? [] }

  static func buildEither(first parts: [Markup]) -> [Markup] { parts }

  static func buildEither(second parts: [Markup]) -> [Markup] { parts }

  static func buildArray(_ parts: [[Markup]]) -> [Markup] { parts.flatMap { $0 } }
}

/// An element of a page: HTML, or SVG within it.
///
/// Names are literals of this program, so that nothing from an input can become one.
struct Element: Sendable {
  /// Attributes by their names; one without a value is left out.
  typealias Attributes = KeyValuePairs<StaticString, String?>

  let name: StaticString
  let attributes: Attributes
  /// The contents; nil for an element that never has any, such as `meta` or `rect`.
  let contents: [Markup]?

  init(_ name: StaticString, _ attributes: Attributes) {
    self.name = name
    self.attributes = attributes
    contents = nil
  }

  init(
    _ name: StaticString,
    _ attributes: Attributes = [:],
    @MarkupBuilder _ contents: () -> [Markup]
  ) {
    self.name = name
    self.attributes = attributes
    self.contents = contents()
  }

  static func entry(_ term: String, @MarkupBuilder _ meaning: () -> [Markup]) -> Element {
    Element("div") {
      Element("dt") { term }
      Element("dd") { meaning() }
    }
  }

  /// Returns a curve with the area under it, stretched to the width of its picture.
  static func curve(_ path: String, top: Int, height: Int) -> Element {
    Element(
      "svg",
      [
        "y": "\(top)", "width": "100%", "height": "\(height)", "viewBox": "0 0 100 \(height)",
        "preserveAspectRatio": "none", "aria-hidden": "true",
      ]
    ) {
      Element("path", ["class": "area", "d": "\(path) V\(height) H0 Z"])
      Element("path", ["class": "curve", "d": path])
    }
  }

  static func line(_ kind: String, at y: Int) -> Element {
    Element("line", ["class": kind, "x2": "100%", "y1": "\(y)", "y2": "\(y)"])
  }

  /// Returns the two lines above a row: what it is about, and its numbers.
  ///
  /// Side by side they would meet on a narrow screen.
  static func labels(_ name: String, _ numbers: String, at y: Int) -> [Element] {
    [
      Element("text", ["class": "label", "x": "0", "y": "\(y)"]) { name },
      Element("text", ["class": "label count", "x": "0", "y": "\(y + 16)"]) { numbers },
    ]
  }
}
