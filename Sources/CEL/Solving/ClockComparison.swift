/// A comparison of the clock with an instant some months after the one that a variable has.
package struct ClockComparison: Sendable, Hashable {
  /// The variable.
  package let variable: VariableID

  /// The months that are added to its instant.
  package let months: Int64

  /// How the clock, on the left, is compared with the sum, on the right.
  package let `operator`: ComparisonOperator

  /// Creates the comparison that an expression is; nil where it is none of this form.
  ///
  /// - Parameters:
  ///   - expression: An expression such as `now >= addMonths(subscription.lapsedAt, 2)`.
  ///   - clock: The clock.
  package init?(_ expression: Expression, of clock: VariableID) {
    guard case .comparison(let comparison, let left, let right) = expression.node else {
      return nil
    }
    if case .variable(clock, _) = left, let (variable, months) = right.monthsAfterVariable {
      self.init(variable, months, comparison)
    } else if case .variable(clock, _) = right, let (variable, months) = left.monthsAfterVariable,
      let mirrored = comparison.mirrored
    {
      self.init(variable, months, mirrored)
    } else {
      return nil
    }
  }

  private init(_ variable: VariableID, _ months: Int64, _ comparison: ComparisonOperator) {
    self.variable = variable
    self.months = months
    self.operator = comparison
  }
}

extension Node {
  /// The variable and the months, where the node is an instant some months after a variable's.
  fileprivate var monthsAfterVariable: (VariableID, Int64)? {
    switch self {
    case .variable(let id, .timestamp):
      return (id, 0)
    case .call(.addMonths, let arguments):
      guard arguments.count == 2, case .variable(let id, .timestamp) = arguments[0],
        case .value(.int(let months)) = arguments[1]
      else { return nil }
      return (id, months)
    default:
      return nil
    }
  }
}
