/// How an expression uses the clock.
///
/// The instants at which a rule's outcome changes can be computed if every comparison has the clock
/// on one side only. There the clock can be shifted by a duration or by calendar months, subtracted
/// from another instant or the reverse, or converted to whole seconds. What it is combined with
/// must not depend on the clock.
enum ClockUse: Hashable {
  case none

  /// It reads the clock in comparisons only, so its value is the same between thresholds.
  case compared
  case moving(VariableID)

  /// Returns the use of an expression with two operands, of which at most one is moving.
  func joined(with other: ClockUse) -> ClockUse {
    switch (self, other) {
    case (.moving, _): self
    case (_, .moving): other
    case (.none, .none): .none
    default: .compared
    }
  }
}

extension TypeChecker {
  func expectStill(_ operand: Typed, in name: String) throws(ExpressionError) {
    guard !allowsAnyClockUse, case .moving(let clock) = operand.clock else { return }
    throw source.error(.clockNotCompared(name, clock: environment[clock].name), at: operand.range)
  }

  /// Returns the use of the clock in an operation, which can have it on one side only.
  func joinedClock(
    _ left: Typed,
    _ right: Typed,
    of name: String
  ) throws(ExpressionError) -> ClockUse {
    let joined = left.clock.joined(with: right.clock)
    if !allowsAnyClockUse, left.clock != .none, right.clock != .none,
      case .moving(let clock) = joined
    {
      throw source.error(.clockOnBothSides(name, clock: environment[clock].name), at: right.range)
    }
    return joined
  }

  func clockUse(of function: Function, _ operands: [Typed]) throws(ExpressionError) -> ClockUse {
    switch (function, operands.count) {
    case (.addMonths, 2):
      try expectStill(operands[1], in: function.rawValue)
      return try joinedClock(operands[0], operands[1], of: function.rawValue)
    case (.int, 1): return operands[0].clock
    default:
      var clock = ClockUse.none
      for operand in operands {
        try expectStill(operand, in: function.rawValue)
        clock = clock.joined(with: operand.clock)
      }
      return clock
    }
  }
}
