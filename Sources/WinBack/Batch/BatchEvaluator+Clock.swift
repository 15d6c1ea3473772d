import CEL
import CalendarTime

extension BatchEvaluator {
  /// Reduces a range of time to the part in which comparisons with the clock hold, and returns
  /// whether it is not empty.
  mutating func clip(
    _ range: inout (start: Instant, end: Instant),
    by conditions: Range<Int>,
    _ truth: inout Truth
  ) -> Bool {
    for index in conditions {
      let condition = program.clockConditions[index]
      switch facts.value(of: condition.subject, attributes) {
      case .number(let number): condition.clip(&range, number)
      case .absent where condition.holdsWhenAbsent: continue
      case .absent: return false
      case .unknown, .atLeast: truth = .unknown
      }
    }
    return range.start < range.end
  }

  /// Evaluates, piece by piece, the comparisons with the clock that do not hold in one range of
  /// time.
  mutating func askClock(
    of offer: BatchProgram.Offer,
    _ truth: Truth,
    from start: Instant,
    to end: Instant,
    asOf now: Instant
  ) {
    var begin = start
    while begin < end {
      var pieceEnd = end
      var pieceTruth = truth
      for index in offer.otherClockConditions {
        let condition = program.clockConditions[index]
        switch facts.value(of: condition.subject, attributes) {
        case .number(let number):
          pieceTruth = condition.truth(at: begin, until: &pieceEnd, number) && pieceTruth
        case .absent: if !condition.holdsWhenAbsent { pieceTruth = .fails }
        case .unknown, .atLeast: pieceTruth = .unknown && pieceTruth
        }
      }
      if pieceTruth != .fails {
        askMonths(of: offer, pieceTruth, from: begin, to: pieceEnd, asOf: now)
      }
      begin = pieceEnd
    }
  }
}

/// A part of a rule that compares the clock with a fact, and so holds at instants that the fact
/// gives.
struct ClockCondition: Sendable, Hashable {
  /// The fact or attribute, which is an instant.
  let subject: Vocabulary.Role
  let holdsWhenAbsent: Bool
  private let comparison: ClockComparison

  /// It is nil if the expression is not a comparison of the clock with one fact, with or without
  /// `|| !has(fact)`; then the expression must be evaluated as it is.
  init?(_ expression: Expression, _ vocabulary: Vocabulary, _ symbols: SymbolTable) {
    let clock = Vocabulary.id(of: .now)
    var found: ClockComparison?
    var absent: [Vocabulary.Role] = []
    for part in expression.disjuncts {
      if let comparison = ClockComparison(part, of: clock) {
        guard found == nil else { return nil }
        found = comparison
      } else if let condition = Condition(part, vocabulary, symbols), condition.ranges.isEmpty,
        condition.holdsWhenAbsent, !condition.holdsWhenUnknown
      {
        absent.append(condition.subject)
      } else {
        return nil
      }
    }
    guard let found else { return nil }
    comparison = found
    subject = vocabulary.role(of: found.variable)
    holdsWhenAbsent = !absent.isEmpty
    guard absent.allSatisfy({ [subject] in $0 == subject }) else { return nil }
  }

  /// Whether it holds in one range of time, and fails outside it.
  var isRange: Bool {
    switch comparison.operator {
    case .less, .lessOrEqual, .greater, .greaterOrEqual: !comparison.mayFail
    case .equal, .notEqual, .in: false
    }
  }

  /// Reduces a range of time to the part in which the condition holds; the condition must be a
  /// range.
  func clip(_ range: inout (start: Instant, end: Instant), _ fact: Int64) {
    let bound = comparison.bound(for: Instant(milliseconds: fact))
    switch comparison.operator {
    case .greaterOrEqual: range.start = max(range.start, bound)
    case .greater: range.start = max(range.start, bound.adding(milliseconds: 1))
    case .less: range.end = min(range.end, bound)
    case .lessOrEqual: range.end = min(range.end, bound.adding(milliseconds: 1))
    case .equal, .notEqual, .in: break
    }
  }

  /// Returns whether the condition holds at an instant, and ends a range of time at the next
  /// change.
  func truth(at now: Instant, until end: inout Instant, _ fact: Int64) -> Truth {
    let instant = Instant(milliseconds: fact)
    end = min(end, comparison.change(after: now, for: instant))
    return switch comparison.holds(at: now, for: instant) {
    case true?: .holds
    case false?: .fails
    case nil: .unknown
    }
  }
}
