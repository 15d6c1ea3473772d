/// A text with expressions in braces, such as `paid {subscription.paidMonths} months`.
///
/// `{{` and `}}` are the braces themselves. An expression can have any type, and can use the clock
/// in any way.
package struct Template: Sendable {
  private let parts: [Part]

  private enum Part: Sendable {
    case text(String)
    case expression(Expression)
  }

  /// The source has at most 16,384 bytes.
  package init(_ source: String, in environment: Environment) throws(ExpressionError) {
    let text = try SourceText(source)
    var parts: [Part] = []
    var literal: ContiguousArray<UInt8> = []
    var position = 0
    while position < text.bytes.count {
      let byte = text.bytes[position]
      let isBrace = byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}")
      if isBrace, position + 1 < text.bytes.count, text.bytes[position + 1] == byte {
        literal.append(byte)
        position += 2
      } else if byte == UInt8(ascii: "{") {
        parts.append(.text(String(decoding: literal, as: UTF8.self)))
        literal.removeAll()
        let (expression, end) = try Self.parseExpression(text, position, environment)
        parts.append(.expression(expression))
        position = end
      } else if byte == UInt8(ascii: "}") {
        throw text.error(.strayBrace, at: position..<(position + 1))
      } else {
        literal.append(byte)
        position += 1
      }
    }
    parts.append(.text(String(decoding: literal, as: UTF8.self)))
    self.parts = parts
  }

  /// Reads the expression after an opening brace, and returns it and the offset after its closing
  /// one.
  private static func parseExpression(
    _ text: SourceText,
    _ brace: Int,
    _ environment: Environment
  ) throws(ExpressionError) -> (Expression, end: Int) {
    var parser = try Parser(text, at: brace + 1)
    let syntax = try parser.parseExpression()
    switch parser.token.kind {
    case .symbol("}"): break
    case .end: throw text.error(.unclosedBrace, at: brace..<(brace + 1))
    case let found:
      throw text.error(
        .unexpected(found: found.description, expected: "an operator or '}'"),
        at: parser.token.range
      )
    }
    let checker = TypeChecker(environment: environment, source: text, allowsAnyClockUse: true)
    let checked = try checker.check(syntax)
    let expression = Expression(
      source: text.text(syntax.range),
      node: checked.node,
      type: checked.type,
      environment: environment
    )
    return (expression, parser.token.range.upperBound)
  }

  /// Returns the text with each expression replaced by its value.
  ///
  /// Strings have no quotes, lists have commas between their elements, and instants are in ISO
  /// 8601. An unknown outcome is `unknown`, an absent variable is `none`, and another failure is
  /// its message. If only the least value of a variable is known, its text begins with `at least`;
  /// other expressions read that value. A value of more than 1,000 characters is cut.
  package func render(_ bindings: (VariableID) -> Binding) -> String {
    var text = ""
    for part in parts {
      switch part {
      case .text(let literal): text += literal
      case .expression(let expression):
        if case .variable(let id, _) = expression.node, case .atLeast = bindings(id) {
          text += "at least "
        }
        switch expression.evaluate({ bindings($0).orLeast }) {
        case .value(let value): text += Self.shortened(value.text)
        case .unknown: text += "unknown"
        case .failure(.absent): text += "none"
        case .failure(let failure): text += failure.message(in: expression.environment)
        }
      }
    }
    return text
  }

  /// Cuts a long value, because a text can contain it many times.
  private static func shortened(_ text: String) -> String {
    text.utf8.count > 1_000 ? text.prefix(1_000) + "…" : text
  }
}

extension Binding {
  fileprivate var orLeast: Binding {
    if case .atLeast(let least) = self { .value(.int(least)) } else { self }
  }
}
