/// A part of a page, as a value; ``MarkupWriter`` makes text of it.
///
/// What a stranger may have written only ever is a ``text(_:)`` or the value of an attribute, and
/// both are escaped where they are written. There is no case for text that is not. Names are literals of
/// this program, so that nothing from an input can become one.
enum Markup: Sendable {
  /// Attributes by their names; one without a value is left out.
  typealias Attributes = KeyValuePairs<StaticString, String?>

  /// An element: HTML, or SVG within it. One that never has contents, such as `meta` or `rect`, has nil.
  case element(StaticString, Attributes, [Markup]?)

  /// Text, which is escaped.
  case text(String)

  /// A stylesheet or script, which is part of the program.
  case resource(PageResource)

  var isElement: Bool { if case .element = self { true } else { false } }
}

@resultBuilder
enum MarkupBuilder {
  static func buildExpression(_ part: Markup) -> [Markup] { [part] }

  static func buildExpression(_ parts: [Markup]) -> [Markup] { parts }

  static func buildExpression(_ text: String) -> [Markup] { [.text(text)] }

  static func buildBlock(_ parts: [Markup]...) -> [Markup] { parts.flatMap { $0 } }

  static func buildOptional(_ parts: [Markup]?) -> [Markup] { parts ?? [] }

  static func buildEither(first parts: [Markup]) -> [Markup] { parts }

  static func buildEither(second parts: [Markup]) -> [Markup] { parts }

  static func buildArray(_ parts: [[Markup]]) -> [Markup] { parts.flatMap { $0 } }
}

/// The elements that several pages have.
extension Markup {
  init(_ name: StaticString, _ attributes: Attributes) { self = .element(name, attributes, nil) }

  init(
    _ name: StaticString,
    _ attributes: Attributes = [:],
    @MarkupBuilder _ contents: () -> [Markup]
  ) {
    self = .element(name, attributes, contents())
  }

  static func entry(_ term: String, @MarkupBuilder _ meaning: () -> [Markup]) -> Markup {
    Markup("div") {
      Markup("dt") { term }
      Markup("dd") { meaning() }
    }
  }

  /// Returns a curve with the area under it, stretched to the width of its picture.
  static func curve(_ path: String, top: Int, height: Int) -> Markup {
    Markup(
      "svg",
      [
        "y": "\(top)", "width": "100%", "height": "\(height)", "viewBox": "0 0 100 \(height)",
        "preserveAspectRatio": "none", "aria-hidden": "true",
      ]
    ) {
      Markup("path", ["class": "area", "d": "\(path) V\(height) H0 Z"])
      Markup("path", ["class": "curve", "d": path])
    }
  }

  static func line(_ kind: String, at y: Int) -> Markup {
    Markup("line", ["class": kind, "x2": "100%", "y1": "\(y)", "y2": "\(y)"])
  }

  /// Returns the two lines above a row: what it is about, and its numbers.
  ///
  /// Side by side they would meet on a narrow screen.
  static func labels(_ name: String, _ numbers: String, at y: Int) -> [Markup] {
    [words("label", x: "0", y: y, name), words("label count", x: "0", y: y + 16, numbers)]
  }

  static func words(_ kind: String?, x: String, y: Int, _ words: String) -> Markup {
    Markup("text", ["class": kind, "x": x, "y": "\(y)"]) { words }
  }
}
