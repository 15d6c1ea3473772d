import CalendarTime

/// The reason why an expression has no value.
package enum EvaluationFailure: Error, Sendable, Hashable {
  case absent(VariableID)
  case overflow
  case divisionByZero
  case outOfRange(ValueType)

  /// `+` makes a string or a list with too many bytes or elements.
  case tooLong
  case malformed(String, as: ValueType)
  case wrongType(VariableID)

  /// Operands of the wrong types, which the type checker prevents.
  case noOverload
}

extension EvaluationFailure {
  /// The most bytes of a string, and elements of a list, that `+` makes.
  static let sizeLimit = 1 << 16

  package func message(in environment: Environment) -> String {
    switch self {
    case .absent(let id): "'\(environment[id].name)' is absent"
    case .overflow: "integer overflow"
    case .divisionByZero: "division by zero"
    case .outOfRange(.timestamp): "the timestamp is not in the years 1 to 9999"
    case .outOfRange(.duration): "the duration is longer than 9223372036.854 seconds"
    case .outOfRange(let type): "the result is out of the range of \(type)"
    case .tooLong:
      "the result is a string of more than \(Self.sizeLimit) bytes, or a list of as many elements"
    case .malformed(let text, let type):
      "\(Value.string(text)) cannot be read as \(type.withArticle)"
    case .wrongType(let id):
      "'\(environment[id].name)' is bound to a value that is not \(environment[id].type.withArticle)"
    case .noOverload: "no such operation"
    }
  }
}

extension ValueType {
  var withArticle: String { self == .int ? "an int" : "a \(self)" }
}

/// The result of an expression: a value, or why there is none.
package enum Outcome: Sendable, Hashable {
  case value(Value)

  /// The outcome depends on these unknown variables, which are sorted and unique.
  case unknown([VariableID])
  case failure(EvaluationFailure)
}

/// What is known of a variable when an expression is evaluated.
package enum Binding: Sendable, Hashable {
  case value(Value)

  /// The variable is known to have no value; selecting it is a failure.
  case absent

  /// It is not known whether the variable has a value, and which one (F12).
  case unknown

  /// The variable has a number of a range, of an int or in the milliseconds of an instant; it can
  /// also be absent if `mayBeAbsent` (F14).
  ///
  /// A comparison is decided if it has the same result for the whole range. Every other use of the
  /// variable is unknown.
  case range(ClosedRange<Int64>, mayBeAbsent: Bool)

  /// What is known of the variable if it is not absent.
  package var ifPresent: Binding {
    if case .range(let range, mayBeAbsent: true) = self {
      .range(range, mayBeAbsent: false)
    } else {
      self
    }
  }

  /// Returns the first or the last number of a range as a value of the variable's type, an int or an
  /// instant; the binding itself if it is no range.
  func end(isLast: Bool, _ type: ValueType) -> Binding {
    guard case .range(let range, _) = self else { return self }
    let number = isLast ? range.upperBound : range.lowerBound
    return .value(type == .timestamp ? .timestamp(Instant(milliseconds: number)) : .int(number))
  }
}
