import CEL
import CalendarTime

/// An offer whose rules have been solved for single facts, at a fixed instant or at any.
struct SolvedOffer {
  let index: Int
  let redeemed: RedeemedOffer
  private(set) var conditions: [Condition] = []
  /// The conditions that compare the clock with a fact; none at a fixed instant.
  private(set) var clockConditions: [ClockCondition] = []
  /// The time in which the conditions that read only the clock hold.
  private(set) var live = Instant.minimum...Instant.maximum
  private(set) var opaque: [Expression] = []
  /// The condition that only the customers of one product meet.
  private(set) var productCondition: Condition?
  private(set) var product: Symbol?

  /// Collects the solved parts of an offer's rules; nil if no customer can meet them.
  init?(
    _ program: OfferProgram,
    at index: Int,
    _ parts: some Sequence<ConditionSolver.Part>,
    _ symbols: SymbolTable
  ) {
    self.index = index
    redeemed = program.offer.redeemed
    for part in parts {
      switch part {
      case .never: return nil
      case .condition(let condition): guard add(condition) else { return nil }
      case .opaque(let expression):
        if let condition = ClockCondition(expression, program.vocabulary, symbols) {
          clockConditions.append(condition)
        } else {
          opaque.append(expression)
        }
      }
    }
  }

  /// Adds a condition, and returns whether all of them can still hold together.
  private mutating func add(_ condition: Condition) -> Bool {
    guard condition.subject == .fact(.now) else {
      conditions.append(condition)
      takeProduct(of: condition)
      return true
    }
    guard let numbers = condition.ranges.first else { return false }
    let first = Instant(milliseconds: numbers.lowerBound)
    let range = first...Instant(milliseconds: numbers.upperBound)
    guard range.overlaps(live) else { return false }
    live = live.clamped(to: range)
    return true
  }

  private mutating func takeProduct(of condition: Condition) {
    guard condition.subject == .fact(.productId), productCondition == nil,
      condition.ranges.count == 1, let range = condition.ranges.first,
      range.lowerBound == range.upperBound, !condition.holdsWhenAbsent,
      let product = Int32(exactly: range.lowerBound)
    else { return }
    productCondition = condition
    self.product = Symbol(index: product)
  }
}

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
    rule.flatMap { $0.specialized(at: instant).conjuncts }.compactMap { condition in
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
    guard let condition else { return .opaque(expression) }
    let isClock = condition.subject == .fact(.now)
    let isRange = condition.ranges.count < 2 && condition.undecided.isEmpty
    return isClock && !isRange ? .opaque(expression) : .condition(condition)
  }
}
