import CEL
import CalendarTime

/// The rules of each offer, solved one by one for a fixed instant, to tell many customers which of them
/// fail.
///
/// A ``BatchProgram`` asks whether all rules of an offer hold, and no rule after one that fails.
struct RuleProgram: Sendable {
  /// A rule as it is left for an offer.
  struct Rule: Sendable {
    /// Whether nobody meets it.
    let never: Bool
    /// The conditions that are left of it.
    let conditions: Range<Int>
    /// The expressions that could not be solved.
    let opaque: [Expression]
    /// Whether a condition is over the offer's redemption.
    let readsRedemption: Bool
  }

  /// The rules of each offer, in the rule set's order.
  private(set) var offers: ContiguousArray<ContiguousArray<Rule>> = []
  /// The symbols of the catalog and of the texts that rules compare facts with.
  let symbols: SymbolTable
  /// Whether any condition is over a fact that is counted over all transactions.
  private(set) var readsCounts = false
  private var conditions: ContiguousArray<PackedCondition> = []
  private var ranges: ContiguousArray<ClosedRange<Int64>> = []

  /// Solves the rules of an engine.
  ///
  /// - Parameters:
  ///   - engine: The engine.
  ///   - instant: The instant of the question.
  ///   - symbols: Symbols to continue from, which begin with the catalog's.
  /// - Complexity: O(*o* · *r*) for *o* offers and *r* rules.
  init(_ engine: EligibilityEngine, at instant: Instant, symbols: SymbolTable) {
    var solver = ConditionSolver(at: instant, symbols: symbols)
    var parts: ContiguousArray<ContiguousArray<[ConditionSolver.Part]>> = []
    for program in engine.programs {
      parts.append(ContiguousArray(program.rules.map { solver.parts(of: $0, program.vocabulary) }))
    }
    self.symbols = solver.symbols
    for rules in parts {
      var packed: ContiguousArray<Rule> = []
      for rule in rules { packed.append(pack(rule)) }
      offers.append(packed)
    }
  }

  private mutating func pack(_ parts: [ConditionSolver.Part]) -> Rule {
    let start = conditions.count
    var never = false
    var opaque: [Expression] = []
    var readsRedemption = false
    for part in parts {
      switch part {
      case .never: never = true
      case .condition(let condition):
        conditions.append(PackedCondition(condition, into: &ranges))
        readsRedemption = readsRedemption || condition.place == .fact(.redemptionEndedAt)
        if case .fact(let fact) = condition.place, fact.isCounted { readsCounts = true }
      case .opaque(let expression): opaque.append(expression)
      }
    }
    return Rule(
      never: never,
      conditions: start..<conditions.count,
      opaque: opaque,
      readsRedemption: readsRedemption
    )
  }

  /// Returns whether what could be solved of a rule holds.
  @inline(__always)
  func truth(
    of conditions: Range<Int>,
    _ facts: borrowing Facts,
    _ attributes: borrowing AttributeRow
  ) -> Truth {
    facts.truth(of: self.conditions.span.extracting(conditions), ranges, attributes)
  }
}
