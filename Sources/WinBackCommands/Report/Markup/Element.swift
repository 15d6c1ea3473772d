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

  /// Creates an element that never has contents.
  init(_ name: StaticString, _ attributes: Attributes) {
    self.name = name
    self.attributes = attributes
    contents = nil
  }

  /// Creates an element with contents.
  init(
    _ name: StaticString,
    _ attributes: Attributes = [:],
    @MarkupBuilder _ contents: () -> [Markup]
  ) {
    self.name = name
    self.attributes = attributes
    self.contents = contents()
  }
}
