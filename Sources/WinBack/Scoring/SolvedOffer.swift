import CEL
import CalendarTime

/// An offer whose rules have been solved for single facts at a fixed instant.
struct SolvedOffer {
  let index: Int
  let symbol: Symbol
  private(set) var conditions: [Condition] = []
  private(set) var opaque: [Expression] = []
  /// The condition by which only one product's customers come into question.
  private(set) var productCondition: Condition?
  /// That product.
  private(set) var product: Symbol?

  /// Solves the rules of an offer; nil where they cannot hold for anybody at the instant.
  init?(
    _ program: OfferProgram,
    at index: Int,
    _ now: Instant,
    _ vocabulary: Vocabulary,
    _ symbols: inout SymbolTable
  ) {
    self.index = index
    symbol = program.offer.symbol
    let code = FactCode(vocabulary: vocabulary)
    for part in program.rules.joined() {
      let settled = part.specialized { id in
        id == Vocabulary.id(of: .now) ? .value(.timestamp(now)) : nil
      }
      for condition in settled.conjuncts {
        switch condition.constant {
        case .value(.bool(true)): continue
        case .value(.bool(false)), .failure(.absent): return nil
        case .value, .failure, .unknown: opaque.append(condition)
        case nil: add(condition, code, &symbols)
        }
      }
    }
  }

  private mutating func add(
    _ expression: Expression,
    _ code: FactCode,
    _ symbols: inout SymbolTable
  ) {
    guard let condition = Condition(expression, code, &symbols) else {
      opaque.append(expression)
      return
    }
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
