/// A part of a page, as a value; ``MarkupWriter`` makes text of it.
///
/// What a stranger may have written only ever is a ``text(_:)`` or the value of an attribute, and
/// both are escaped where they are written. There is no case for text that is not.
enum Markup: Sendable {
  /// An element with its attributes and contents.
  case element(Element)

  /// Text, which is escaped.
  case text(String)

  /// A stylesheet or script, which is part of the program.
  case resource(PageResource)
}

/// Collects the parts of a page in the order in which they are written down.
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
