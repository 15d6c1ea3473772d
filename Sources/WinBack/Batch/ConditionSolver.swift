import CEL
import CalendarTime

/// Solves the rules of offers for single facts, at a fixed instant or at any.
struct ConditionSolver {
  enum Part {
    case never
    /// A condition on one fact; if the clock is free, also one on the clock alone that holds in one
    /// range of time.
    case condition(Condition)
    /// An expression that could not be solved for a fact.
    case opaque(Expression)

    var condition: Condition? {
      if case .condition(let condition) = self { condition } else { nil }
    }
  }

  private let symbols: SymbolTable
  private let instant: Instant?
  /// The parts that have been solved, because most offers share most of them; nil for a part that
  /// cannot be solved.
  private var solved: [Expression.Form: Condition?] = [:]

  init(at instant: Instant?, symbols: SymbolTable) {
    self.instant = instant
    self.symbols = symbols
  }

  /// Solves the parts of a rule, without those that always hold.
  mutating func parts(of rule: [Expression], _ vocabulary: Vocabulary) -> [Part] {
    rule.flatMap { part in
      part.specialized { id in
        id == Vocabulary.id(of: .now) ? instant.map { .value(.timestamp($0)) } : nil
      }.conjuncts
    }.compactMap { condition in
      switch condition.constant {
      case .value(.bool(true)): nil
      case .value(.bool(false)), .failure(.absent): .never
      case .value, .failure, .unknown: .opaque(condition)
      case nil: part(of: condition, vocabulary)
      }
    }
  }

  private mutating func part(of expression: Expression, _ vocabulary: Vocabulary) -> Part {
    let known = solved[expression.form]
    let condition = known ?? Condition(expression, vocabulary, symbols)
    if known == nil { solved[expression.form] = .some(condition) }
    if let condition {
      let isClock = condition.subject == .fact(.now)
      let isRange = condition.ranges.count < 2 && condition.undecided.isEmpty
      return isClock && !isRange ? .opaque(expression) : .condition(condition)
    }
    return .opaque(expression)
  }

  mutating func clockCondition(
    _ expression: Expression,
    _ vocabulary: Vocabulary
  ) -> ClockCondition? {
    ClockCondition(expression, vocabulary, symbols)
  }
}
