/// What an expression comes to: a value, or why there is none.
public enum Outcome: Sendable, Hashable {
  /// The value of the expression.
  case value(Value)

  /// The outcome depends on variables that are not known; they are sorted, each is named once.
  case unknown([VariableID])

  /// The expression has no value.
  case failure(EvaluationFailure)
}

/// What is known of a variable when an expression is evaluated.
public enum Binding: Sendable, Hashable {
  /// The variable has this value.
  case value(Value)

  /// The variable is known to have no value; selecting it is a failure.
  case absent

  /// Whether the variable has a value, and which, cannot be told (F12).
  case unknown
}
