/// The result of an expression: a value, or why there is none.
package enum Outcome: Sendable, Hashable {
  /// The value of the expression.
  case value(Value)

  /// The outcome depends on variables that are not known; they are sorted, each is named once.
  case unknown([VariableID])

  /// The expression has no value.
  case failure(EvaluationFailure)
}
