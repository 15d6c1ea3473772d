import CEL
import CalendarTime

/// An offer whose rules have been solved for single facts, at a fixed instant or at any.
struct SolvedOffer {
  let index: Int
  let symbol: Symbol
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
    by solver: inout ConditionSolver
  ) {
    self.index = index
    symbol = program.offer.symbol
    for part in parts {
      switch part {
      case .never: return nil
      case .condition(let condition): guard add(condition) else { return nil }
      case .opaque(let expression):
        if let condition = solver.clockCondition(expression, program.vocabulary) {
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
