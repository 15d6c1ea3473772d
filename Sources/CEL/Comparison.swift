/// A comparison of two expressions.
public struct Comparison: Sendable {
  /// The expression on the left.
  public let left: Expression

  /// How the two are compared.
  public let `operator`: ComparisonOperator

  /// The expression on the right.
  public let right: Expression

  /// The comparison as an expression of its own.
  public let expression: Expression
}
