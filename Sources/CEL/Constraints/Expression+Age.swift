extension Expression {
  /// What replaces a variable in another space of variables.
  package enum Replacement: Sendable, Hashable {
    case variable(VariableID)

    /// An instant, whose comparisons with the clock become comparisons of its age.
    case instant(AgedInstant)
  }

  /// Returns the expression with other variables, and with ages for comparisons with the clock.
  ///
  /// `now >= addMonths(subscription.lapsedAt, 2)` becomes a comparison of the age of `lapsedAt`
  /// with 4, and `now - subscription.lapsedAt < duration('60h')` one of the elapsed time. Other
  /// relations of the two stay, and cannot be solved.
  ///
  /// A variable without a replacement stays.
  ///
  /// - Returns: An expression for ``region``; variables that are not in its environment cannot be
  ///   printed.
  package func aged(by clock: VariableID, _ replacement: (VariableID) -> Replacement?) -> Expression
  {
    part(node.aged(by: clock, replacement))
  }
}

extension Node {
  fileprivate func aged(
    by clock: VariableID,
    _ replacement: (VariableID) -> Expression.Replacement?
  ) -> Node {
    switch self {
    case .variable(let id, let type):
      switch replacement(id) {
      case .variable(let other): return .variable(other, type)
      case .instant(let instant): return .variable(instant.instant, type)
      case nil: return self
      }
    case .presence(let id):
      switch replacement(id) {
      case .variable(let other): return .presence(other)
      case .instant(let instant): return .presence(instant.age)
      case nil: return self
      }
    default:
      return ClockComparison(self, of: clock).flatMap { $0.aged(replacement) }
        ?? mapOperands { $0.aged(by: clock, replacement) }
    }
  }
}

extension ClockComparison {
  /// Returns the comparison as one of an age or of the elapsed time; nil if the variable is no such
  /// instant, or if there are too many months.
  fileprivate func aged(_ replacement: (VariableID) -> Expression.Replacement?) -> Node? {
    guard case .instant(let instant) = replacement(variable) else { return nil }
    switch distance {
    case .months(let months):
      guard abs(Int128(months)) < 1_000_000 else { return nil }
      return .comparison(`operator`, .variable(instant.age, .int), .value(.int(2 * months)))
    case .milliseconds(let length):
      return .comparison(
        `operator`,
        .variable(instant.elapsed, .duration),
        .value(.duration(milliseconds: length))
      )
    }
  }
}
