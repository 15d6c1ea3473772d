internal import CalendarTime

extension Expression {
  /// A part of an expression that has no value, whatever its variables are.
  package struct Failure: Sendable, Hashable {
    package let message: String
    /// The text that was probably meant.
    package let suggestion: String?
    /// The offset of the text that is wrong, in UTF-8 bytes.
    package let offset: Int
  }

  /// The first text that a function cannot read as its argument; nil if there is none.
  package var failure: Failure? {
    guard let (text, type) = node.malformedText else { return nil }
    let expected =
      switch type {
      case .timestamp: "a timestamp such as '2026-01-15T00:00:00Z'"
      case .duration: "a duration such as '24h'"
      default: type.withArticle
      }
    let isDay = type == .timestamp && (try? ISO8601Date(parsing: text))?.isDateOnly == true
    return Failure(
      message: "expected \(expected), found '\(text)'",
      suggestion: isDay ? "\(text)T00:00:00Z" : nil,
      offset: offset(of: text)
    )
  }

  /// Returns the offset of a text in the source; 0 if it is written with escapes.
  package func offset(of text: String) -> Int {
    let (bytes, part) = (Array(source.utf8), Array(text.utf8))
    return bytes.indices.first { bytes[$0...].starts(with: part) } ?? 0
  }

  /// The texts that the expression contains, some of them more than once.
  package var texts: [String] { node.allTexts }

  /// The texts that a variable is compared with, by `==`, `!=` and `in`.
  ///
  /// - Complexity: O(*n*²), where *n* is the size of the expression.
  package func texts(comparedWith variable: VariableID) -> [String] {
    comparisons.flatMap { comparison -> [String] in
      let sides = [comparison.left, comparison.right]
      guard sides.contains(where: { $0.node == .variable(variable, .string) }) else { return [] }
      return sides.flatMap { $0.node.texts }
    }
  }
}

extension Node {
  fileprivate var malformedText: (text: String, type: ValueType)? {
    if case .call(_, let arguments) = self,
      arguments.allSatisfy({ if case .value = $0.outcome { true } else { false } }),
      case .failure(.malformed(let text, let type)) = evaluate({ _ in .unknown })
    {
      return (text, type)
    }
    for operand in operands {
      if let found = operand.malformedText { return found }
    }
    return nil
  }

  fileprivate var allTexts: [String] { texts + operands.flatMap { $0.allTexts } }

  fileprivate var texts: [String] {
    switch self {
    case .value(.string(let text)): [text]
    case .value(.list(let values)): values.flatMap { Node.value($0).texts }
    case .list(let elements): elements.flatMap { $0.texts }
    default: []
    }
  }
}
