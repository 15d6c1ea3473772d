extension Expression {
  /// The operands of the outermost `&&`, in the order of the source; the expression itself if it is
  /// no conjunction.
  package var conjuncts: [Expression] { operands(of: .and) }

  /// The operands of the outermost `||`, in the order of the source; the expression itself if it is
  /// no disjunction.
  package var disjuncts: [Expression] { operands(of: .or) }

  private func operands(of sign: LogicalOperator) -> [Expression] {
    guard case .logic(sign, let operands) = node else { return [self] }
    return operands.map { part($0) }
  }

  /// All comparisons in the expression, in the order of their operators in the source.
  package var comparisons: [Comparison] { comparisons(in: node) }

  private func comparisons(in node: Node) -> [Comparison] {
    guard case .comparison(let sign, let left, let right) = node else {
      return node.operands.flatMap { comparisons(in: $0) }
    }
    let whole = Comparison(
      left: part(left),
      operator: sign,
      right: part(right),
      expression: part(node)
    )
    return comparisons(in: left) + [whole] + comparisons(in: right)
  }

  /// Returns whether the expression compares a variable at most once with a constant by an order,
  /// besides tests of its presence.
  package func isOneComparison(of variable: VariableID) -> Bool {
    let others = disjuncts.filter { !$0.node.isPresence }
    return others.count < 2 && others.allSatisfy { $0.node.isOrdering(of: variable) }
  }
}

extension Expression: Hashable {
  /// Returns whether two expressions of one environment are written alike, whatever texts they are
  /// parts of.
  package static func == (lhs: Expression, rhs: Expression) -> Bool { lhs.node == rhs.node }

  package func hash(into hasher: inout Hasher) { hasher.combine(node) }
}

package struct Comparison: Sendable {
  package let left: Expression
  package let `operator`: ComparisonOperator
  package let right: Expression
  package let expression: Expression

  /// Returns the condition that the left side is equal to the right one, or to a value instead of it.
  package func equality(with value: Value? = nil) -> Expression {
    expression.part(.comparison(.equal, left.node, value.map { .value($0) } ?? right.node))
  }
}

extension Node {
  fileprivate var isPresence: Bool {
    switch self {
    case .presence, .unary(.not, .presence): true
    default: false
    }
  }

  fileprivate func isOrdering(of variable: VariableID) -> Bool {
    guard case .comparison(let sign, let left, let right) = self,
      [.less, .lessOrEqual, .greater, .greaterOrEqual].contains(sign)
    else { return false }
    return [(left, right), (right, left)].contains { side, other in
      !other.reads(variable) && Dependence(of: side, on: variable) { _ in .unknown } != nil
    }
  }
}
