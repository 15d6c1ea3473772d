/// A comparison of two expressions.
package struct Comparison: Sendable {
  /// The expression on the left.
  package let left: Expression

  /// How the two are compared.
  package let `operator`: ComparisonOperator

  /// The expression on the right.
  package let right: Expression

  /// The comparison as an expression of its own.
  package let expression: Expression

  /// Creates the comparison that an expression is, or nothing if it is none.
  init?(_ expression: Expression) {
    guard case .comparison(let comparison, let left, let right) = expression.node else {
      return nil
    }
    self.left = expression.part(left)
    self.operator = comparison
    self.right = expression.part(right)
    self.expression = expression
  }
}
