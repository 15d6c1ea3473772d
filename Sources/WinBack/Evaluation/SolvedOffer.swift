import CEL

/// An offer whose rules have been solved for single facts, at a fixed instant or at any.
struct SolvedOffer {
  /// The parts of each rule, in the rule set's order.
  let rules: [[ConditionSolver.Part]]
  /// The conditions of all rules, by their indices in the solver.
  private(set) var conditions: [Int] = []
  /// The conditions that compare the clock with a fact; none at a fixed instant.
  private(set) var clockConditions: [ClockCondition] = []
  /// The time in which the conditions that read only the clock hold.
  private(set) var live = Instant.minimum...Instant.maximum
  /// Whether no customer can meet the rules.
  private(set) var isImpossible = false
  /// The product whose customers alone meet a condition, and that condition.
  private(set) var product: (symbol: Symbol, condition: Int)?

  init(_ program: OfferProgram, by solver: inout ConditionSolver) {
    rules = program.rules.map { solver.parts(of: $0, program.vocabulary) }
    for part in rules.joined() {
      switch part {
      case .never: isImpossible = true
      case .live(let range):
        isImpossible = isImpossible || !range.overlaps(live)
        if !isImpossible { live = live.clamped(to: range) }
      case .condition(let index):
        conditions.append(index)
        if product == nil { product = solver.conditions[index].product.map { ($0, index) } }
      case .clock(let condition): clockConditions.append(condition)
      case .opaque: continue
      }
    }
  }
}

/// Solves the rules of offers for single facts, at a fixed instant or at any.
struct ConditionSolver {
  enum Part {
    case never
    /// The clock must be in a range of time.
    case live(ClosedRange<Instant>)
    /// A condition on one fact, by its index.
    case condition(Int)
    case clock(ClockCondition)
    /// An expression that could not be solved for a fact.
    case opaque(Expression)
  }

  /// All conditions that have been solved.
  private(set) var conditions: [Condition] = []
  private let symbols: SymbolTable
  private let instant: Instant?
  /// The parts that have been solved, because most offers share most of them.
  private var solved: [Expression: Part] = [:]

  init(at instant: Instant?, symbols: SymbolTable) {
    self.instant = instant
    self.symbols = symbols
  }

  /// Solves the parts of a rule, without those that always hold.
  mutating func parts(of rule: [Expression], _ vocabulary: Vocabulary) -> [Part] {
    rule.flatMap { $0.specialized(at: instant).conjuncts }.compactMap { expression -> Part? in
      switch expression.constant {
      case .value(.bool(true)): return nil
      case .value(.bool(false)), .failure(.absent): return .never
      case .value, .failure, .unknown: return .opaque(expression)
      case nil:
        let part = solved[expression] ?? part(of: expression, vocabulary)
        solved[expression] = part
        return part
      }
    }
  }

  private mutating func part(of expression: Expression, _ vocabulary: Vocabulary) -> Part {
    guard let condition = Condition(expression, vocabulary, symbols) else {
      return ClockCondition(expression, vocabulary, symbols).map(Part.clock) ?? .opaque(expression)
    }
    guard condition.subject == .fact(.now) else {
      conditions.append(condition)
      return .condition(conditions.count - 1)
    }
    guard condition.ranges.count < 2, condition.undecided.isEmpty else {
      return .opaque(expression)
    }
    guard let range = condition.ranges.first else { return .never }
    return .live(Instant(milliseconds: range.lowerBound)...Instant(milliseconds: range.upperBound))
  }
}
