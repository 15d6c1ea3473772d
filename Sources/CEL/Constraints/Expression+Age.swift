extension Expression {
  /// What stands for a variable in another space of variables.
  package enum Stand: Sendable, Hashable {
    /// A variable of the same type.
    case variable(VariableID)

    /// An instant, whose comparisons with the clock become comparisons of its age.
    case anchor(Anchor)
  }

  /// Returns the expression with other variables, and with ages for comparisons with the clock.
  ///
  /// `now >= addMonths(subscription.lapsedAt, 2)` becomes a comparison of the age of `lapsedAt` with
  /// 4, and `now - subscription.lapsedAt < duration('60h')` one of the time that has elapsed. What
  /// relates the two in another way stays, and cannot be solved.
  ///
  /// - Parameters:
  ///   - clock: The clock.
  ///   - stand: What stands for each variable; nil where it stands for itself.
  /// - Returns: An expression for ``region``; variables that are not in its environment cannot be
  ///   printed.
  /// - Complexity: O(*n*), where *n* is the size of the expression.
  package func aged(by clock: VariableID, _ stand: (VariableID) -> Stand?) -> Expression {
    part(node.aged(by: clock, stand))
  }
}

extension Node {
  fileprivate func aged(
    by clock: VariableID,
    _ stand: (VariableID) -> Expression.Stand?
  ) -> Node {
    func aged(_ node: Node) -> Node { node.aged(by: clock, stand) }
    switch self {
    case .value, .settled:
      return self
    case .variable(let id, let type):
      switch stand(id) {
      case .variable(let other): return .variable(other, type)
      case .anchor(let anchor): return .variable(anchor.instant, type)
      case nil: return self
      }
    case .presence(let id):
      switch stand(id) {
      case .variable(let other): return .presence(other)
      case .anchor(let anchor): return .presence(anchor.age)
      case nil: return self
      }
    case .comparison(let comparison, let left, let right):
      return Self.agedComparison(comparison, left, right, clock, stand)
        ?? comparison.mirrored.flatMap { Self.agedComparison($0, right, left, clock, stand) }
        ?? .comparison(comparison, aged(left), aged(right))
    case .not(let operand): return .not(aged(operand))
    case .negation(let operand): return .negation(aged(operand))
    case .conjunction(let operands): return .conjunction(operands.map(aged))
    case .disjunction(let operands): return .disjunction(operands.map(aged))
    case .conditional(let branches, let otherwise):
      return .conditional(
        branches.map { Branch(condition: aged($0.condition), result: aged($0.result)) },
        otherwise: aged(otherwise)
      )
    case .arithmetic(let first, let links):
      return .arithmetic(
        aged(first),
        links.map { Link(sign: $0.sign, operand: aged($0.operand)) }
      )
    case .list(let elements): return .list(elements.map(aged))
    case .call(let function, let arguments): return .call(function, arguments.map(aged))
    }
  }

  /// Returns a comparison of an age or a time elapsed, where the left side has the clock.
  private static func agedComparison(
    _ comparison: ComparisonOperator,
    _ left: Node,
    _ right: Node,
    _ clock: VariableID,
    _ stand: (VariableID) -> Expression.Stand?
  ) -> Node? {
    guard comparison != .in else { return nil }
    func anchor(_ id: VariableID) -> Anchor? {
      if case .anchor(let anchor) = stand(id) { anchor } else { nil }
    }
    switch (left, right) {
    case (.variable(clock, _), .variable(let id, .timestamp)):
      return anchor(id).map { .comparison(comparison, .variable($0.age, .int), .value(.int(0))) }
    case (.variable(clock, _), .call(.addMonths, let arguments)):
      guard arguments.count == 2, case .variable(let id, _) = arguments[0],
        case .value(.int(let months)) = arguments[1], abs(Int128(months)) < 1_000_000
      else { return nil }
      return anchor(id).map {
        .comparison(comparison, .variable($0.age, .int), .value(.int(2 * months)))
      }
    case (.arithmetic(.variable(clock, _), let links), .value(.duration)):
      guard links.count == 1, links[0].sign == .subtract,
        case .variable(let id, .timestamp) = links[0].operand
      else { return nil }
      return anchor(id).map { .comparison(comparison, .variable($0.elapsed, .duration), right) }
    case (.variable(clock, _), .arithmetic(.variable(let id, .timestamp), let links)):
      guard links.count == 1, case .value(.duration(let length)) = links[0].operand,
        length > .min, let anchor = anchor(id)
      else { return nil }
      let elapsed = links[0].sign == .subtract ? -length : length
      return .comparison(
        comparison,
        .variable(anchor.elapsed, .duration),
        .value(.duration(milliseconds: elapsed))
      )
    default:
      return nil
    }
  }
}
