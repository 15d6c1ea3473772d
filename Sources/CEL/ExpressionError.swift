/// What is wrong with the source of an expression or a template, and its location.
package struct ExpressionError: Error, Sendable, Hashable {
  package let kind: Kind

  /// The UTF-8 offset in the source of the first byte that is wrong.
  package let offset: Int

  /// The number of bytes that are wrong; 0 if something is missing at the end.
  package let length: Int

  /// The text that was probably meant, or nil.
  package let suggestion: String?

  package enum Kind: Sendable, Hashable {
    case sourceTooLong(length: Int, limit: Int)
    case nestedTooDeeply(limit: Int)

    /// Another implementation of the Common Expression Language knows this, but this language does not.
    case notInLanguage(String)
    case unexpectedCharacter(String)
    case unterminatedString
    case malformedEscape(String)
    case malformedNumber(String)
    case numberOutOfRange(String, ValueType)
    case unexpected(found: String, expected: String)
    case reservedWord(String)
    case fieldOfValue(String)
    case unknownVariable(String)

    /// A name that is only the beginning of names of variables.
    case incompleteName(String)
    case noField(String, of: String, ValueType)
    case unknownFunction(String)
    case noOperator(String, [ValueType])
    case noFunction(String, [ValueType])

    /// A function is called on a value but needs it as an argument, or the reverse.
    case calledOnValue(String)
    case notCalledOnValue(String)
    case mixedList(ValueType, ValueType)
    case mixedBranches(ValueType, ValueType)
    case conditionIsNotBool(ValueType)
    case presenceOfRequired(String)
    case presenceOfExpression
    case clockOnBothSides(String, clock: String)

    /// A use of the clock whose thresholds could not be computed.
    case clockNotCompared(String, clock: String)
    case unclosedBrace
    case strayBrace
  }
}

extension ExpressionError: CustomStringConvertible {
  /// What is wrong, in lower case and without a full stop.
  package var message: String {
    switch kind {
    case .sourceTooLong(let length, let limit):
      "the text has \(length) bytes, more than the \(limit) that are allowed"
    case .nestedTooDeeply(let limit): "the expression is nested more than \(limit) levels deep"
    case .notInLanguage(let feature): "\(feature) is not in this language"
    case .unexpectedCharacter(let character): "unexpected character '\(character)'"
    case .unterminatedString: "the string has no closing quote"
    case .malformedEscape(let text): "'\(text)' is not an escape"
    case .malformedNumber(let text): "'\(text)' is not a number"
    case .numberOutOfRange(let text, let type): "\(text) is out of the range of \(type)"
    case .unexpected(let found, let expected): "expected \(expected), found \(found)"
    case .reservedWord(let word): "'\(word)' is a reserved word"
    case .fieldOfValue(let field):
      "the field '\(field)' of a computed value; only names have fields"
    case .unknownVariable(let name): "unknown variable '\(name)'"
    case .incompleteName(let name): "'\(name)' has no value of its own, only fields"
    case .noField(let field, let name, let type):
      "'\(name)' is \(type.withArticle) and has no field '\(field)'"
    case .unknownFunction(let name): "unknown function '\(name)'"
    case .noOperator(let name, let types): "no operator '\(name)' for \(Self.list(types))"
    case .noFunction(let name, let types): "no function '\(name)' for \(Self.list(types))"
    case .calledOnValue(let name):
      "'\(name)' takes its value as an argument, as in '\(name)(value)'"
    case .notCalledOnValue(let name): "'\(name)' is called on a value, as in 'value.\(name)(text)'"
    case .mixedList(let first, let other):
      "the elements of a list have one type, but here \(first) and \(other)"
    case .mixedBranches(let first, let other):
      "the results of '?:' have one type, but here \(first) and \(other)"
    case .conditionIsNotBool(let type): "the condition of '?:' is a bool, but here \(type)"
    case .presenceOfRequired(let name): "'\(name)' is never absent, so 'has' cannot test it"
    case .presenceOfExpression: "'has' takes one field of a name, as in 'has(offer.endDate)'"
    case .clockOnBothSides(let name, let clock):
      "'\(clock)' is on both sides of '\(name)'; one side must be independent of it"
    case .clockNotCompared(let name, let clock):
      "'\(clock)' cannot be used in '\(name)', only shifted and compared"
    case .unclosedBrace: "the '{' has no '}'; write '{{' for a brace that is text"
    case .strayBrace: "the '}' has no '{'; write '}}' for a brace that is text"
    }
  }

  package var description: String {
    suggestion.map { message + ", did you mean '\($0)'?" } ?? message
  }

  private static func list(_ types: [ValueType]) -> String {
    types.isEmpty ? "no arguments" : types.map { $0.description }.asList
  }
}
