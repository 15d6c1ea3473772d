package import CalendarTime

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
  /// its message. The text of a variable of which only a range is known says so: `at least 3`, `3 to
  /// 5`, `2026-03-20T00:00:00Z or later`; other expressions read an end of the range. A value of more
  /// than 1,000 characters is cut.
  ///
  /// - Parameters:
  ///   - phrase: Writes an instant in another form.
  ///   - bindings: The values of the variables.
  /// - Returns: The text.
  package func render(
    phrase: ((Instant) -> String)? = nil,
    _ bindings: (VariableID) -> Binding
  ) -> String {
    var text = ""
    for part in parts {
      switch part {
      case .text(let literal): text += literal
      case .expression(let expression):
        let types = expression.environment
        switch expression.evaluate({ bindings($0).orEnd(types[$0].type) }) {
        case .value(let value): text += expression.wording(of: value, phrase, bindings)
        case .unknown: text += "unknown"
        case .failure(.absent): text += "none"
        case .failure(let failure): text += failure.message(in: expression.environment)
        }
      }
    }
    return text
  }
}

extension Value {
  /// The text; a long one is cut, because a template can contain it many times.
  fileprivate var shortText: String {
    text.utf8.count > 1_000 ? text.prefix(1_000) + "…" : text
  }
}

extension Expression {
  /// Returns the text of the value, with what is known of the range of a variable.
  fileprivate func wording(
    of value: Value,
    _ phrase: ((Instant) -> String)?,
    _ bindings: (VariableID) -> Binding
  ) -> String {
    let text =
      if case .timestamp(let instant) = value, let phrase { phrase(instant) } else {
        value.shortText
      }
    guard case .variable(let id, _) = node, case .range(let range, _) = bindings(id) else {
      return text
    }
    switch type {
    case .timestamp: return text + " or later"
    case _ where range.upperBound == .max: return "at least " + text
    default: return "\(range.lowerBound) to \(text)"
    }
  }
}

extension Binding {
  /// What other expressions read of a range: the first instant, the last int, or the first int of a
  /// range without end.
  fileprivate func orEnd(_ type: ValueType) -> Binding {
    guard case .range(let range, _) = self else { return self }
    guard type == .timestamp else { return end(isLast: range.upperBound < .max, type) }
    return range.lowerBound > Instant.minimum.milliseconds ? end(isLast: false, type) : .unknown
  }
}
