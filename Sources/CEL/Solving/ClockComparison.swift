/// A comparison of the clock with an instant that a variable has, moved by a time that is known.
///
/// This is the only place where such a comparison is recognized, whichever way it is written:
/// `now >= addMonths(subscription.lapsedAt, 2)`, `now - subscription.lapsedAt < duration('60h')`,
/// `subscription.lapsedAt + duration('60h') > now`.
package struct ClockComparison: Sendable, Hashable {
  /// What the instant is moved by.
  package enum Distance: Sendable, Hashable {
    /// Calendar months (T2).
    case months(Int64)
    /// Milliseconds.
    case milliseconds(Int64)
  }

  /// The variable.
  package let variable: VariableID

  /// What is added to its instant.
  package let distance: Distance

  /// How the clock, on the left, is compared with the sum, on the right.
  package let `operator`: ComparisonOperator

  /// Whether the comparison may have no value: a sum may be beyond all instants, and the time between
  /// two instants longer than any duration.
  package let mayFail: Bool

  /// Creates the comparison that an expression is; nil where it is none of this form.
  ///
  /// - Parameters:
  ///   - expression: An expression such as `now >= addMonths(subscription.lapsedAt, 2)`.
  ///   - clock: The clock.
  package init?(_ expression: Expression, of clock: VariableID) {
    self.init(expression.node, of: clock)
  }

  /// Creates the comparison that a node is; nil where it is none of this form.
  init?(_ node: Node, of clock: VariableID) {
    guard case .comparison(let comparison, let left, let right) = node, comparison != .in else {
      return nil
    }
    if let found = Self(left, comparison, right, clock) {
      self = found
    } else if let mirrored = comparison.mirrored, let found = Self(right, mirrored, left, clock) {
      self = found
    } else {
      return nil
    }
  }

  /// Creates a comparison whose left side has the clock.
  private init?(
    _ left: Node,
    _ comparison: ComparisonOperator,
    _ right: Node,
    _ clock: VariableID
  ) {
    switch (left, right) {
    case (.variable(clock, _), .variable(let id, .timestamp)):
      self.init(id, .months(0), comparison)
    case (.variable(clock, _), .call(.addMonths, let arguments)):
      guard arguments.count == 2, case .variable(let id, .timestamp) = arguments[0],
        case .value(.int(let months)) = arguments[1]
      else { return nil }
      self.init(id, .months(months), comparison)
    case (.arithmetic(.variable(clock, _), let links), .value(.duration(let length))):
      guard links.count == 1, links[0].sign == .subtract,
        case .variable(let id, .timestamp) = links[0].operand
      else { return nil }
      self.init(id, .milliseconds(length), comparison, mayFail: true)
    case (.variable(clock, _), .arithmetic(.variable(let id, .timestamp), let links)):
      guard links.count == 1, case .value(.duration(let length)) = links[0].operand,
        length > .min
      else { return nil }
      let distance = links[0].sign == .subtract ? -length : length
      self.init(id, .milliseconds(distance), comparison, mayFail: true)
    default:
      return nil
    }
  }

  private init(
    _ variable: VariableID,
    _ distance: Distance,
    _ comparison: ComparisonOperator,
    mayFail: Bool = false
  ) {
    self.variable = variable
    self.distance = distance
    self.operator = comparison
    self.mayFail = mayFail
  }
}
