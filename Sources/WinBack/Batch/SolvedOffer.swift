import CEL
import CalendarTime

/// An offer whose rules have been solved for single facts, at a fixed instant or at any.
struct SolvedOffer {
  let index: Int
  let symbol: Symbol
  private(set) var conditions: [Condition] = []
  /// The conditions that compare the clock with a fact; none at a fixed instant.
  private(set) var clockConditions: [ClockCondition] = []
  /// When the conditions that read nothing but the clock hold.
  private(set) var live = Instant.minimum...Instant.maximum
  private(set) var opaque: [Expression] = []
  /// The condition by which only one product's customers come into question.
  private(set) var productCondition: Condition?
  /// That product.
  private(set) var product: Symbol?

  /// Solves the rules of an offer; nil if they cannot hold for anybody.
  ///
  /// - Parameters:
  ///   - program: The offer.
  ///   - index: Its place among the engine's.
  ///   - now: The instant of the question; nil to leave the clock free.
  ///   - symbols: Takes text that rules compare facts with.
  ///   - solved: The parts that have been solved, since most offers share most of them; nil for those
  ///     that cannot be.
  init?(
    _ program: OfferProgram,
    at index: Int,
    _ now: Instant?,
    _ symbols: inout SymbolTable,
    _ solved: inout [Expression.Form: Condition?]
  ) {
    self.index = index
    symbol = program.offer.symbol
    let code = FactCode(vocabulary: program.vocabulary)
    for part in program.rules.joined() {
      let settled = part.specialized { id in
        id == Vocabulary.id(of: .now) ? now.map { .value(.timestamp($0)) } : nil
      }
      for condition in settled.conjuncts {
        switch condition.constant {
        case .value(.bool(true)): continue
        case .value(.bool(false)), .failure(.absent): return nil
        case .value, .failure, .unknown: opaque.append(condition)
        case nil: guard add(condition, code, &symbols, &solved) else { return nil }
        }
      }
    }
  }

  /// Adds a condition, and returns whether all of them can still hold together.
  private mutating func add(
    _ expression: Expression,
    _ code: FactCode,
    _ symbols: inout SymbolTable,
    _ solved: inout [Expression.Form: Condition?]
  ) -> Bool {
    let known = solved[expression.form]
    let condition = known ?? Condition(expression, code, &symbols)
    if known == nil { solved[expression.form] = .some(condition) }
    guard let condition else {
      if let condition = ClockCondition(expression, code, &symbols) {
        clockConditions.append(condition)
      } else {
        opaque.append(expression)
      }
      return true
    }
    guard condition.fact == Vocabulary.id(of: .now) else {
      add(condition)
      return true
    }
    guard condition.ranges.count < 2, condition.undecided.isEmpty else {
      opaque.append(expression)
      return true
    }
    guard let range = condition.ranges.first,
      range.overlaps(live.lowerBound.milliseconds...live.upperBound.milliseconds)
    else { return false }
    live =
      max(
        live.lowerBound,
        Instant(milliseconds: range.lowerBound)
      )...min(live.upperBound, Instant(milliseconds: range.upperBound))
    return true
  }

  private mutating func add(_ condition: Condition) {
    conditions.append(condition)
    guard condition.fact == Vocabulary.id(of: FactVariable.productId), productCondition == nil,
      condition.ranges.count == 1, let range = condition.ranges.first,
      range.lowerBound == range.upperBound, !condition.holdsWhenAbsent,
      let product = Int32(exactly: range.lowerBound)
    else { return }
    productCondition = condition
    self.product = Symbol(index: product)
  }
}
