import CEL
import WinBack

/// All that there is to show of an engine's offers, offer by offer and rule by rule.
///
/// What is left of a rule for an offer is what counts: a wait that is not set asks for nothing.
struct CoverageGoals: Sendable {
  private var goals: [CoverageGoal] = []
  private var ranges: [Range<Int>] = []

  init(_ engine: EligibilityEngine) {
    for (offer, program) in engine.programs.enumerated() {
      let start = goals.count
      for (rule, conjuncts) in program.rules.enumerated() {
        for (conjunct, condition) in conjuncts.enumerated() where condition.constant == nil {
          append(condition, offer: offer, rule: rule, conjunct: conjunct)
        }
      }
      ranges.append(start..<goals.count)
    }
  }

  private mutating func append(
    _ condition: Expression,
    offer: Int,
    rule: Int,
    conjunct: Int
  ) {
    func goal(_ expression: Expression, _ kind: CoverageGoal.Kind) -> CoverageGoal {
      CoverageGoal(
        offer: offer,
        rule: rule,
        conjunct: conjunct,
        expression: expression,
        kind: kind
      )
    }
    goals += condition.disjuncts.map { goal($0, .holds) }
    goals.append(goal(condition, .fails))
    for comparison in condition.comparisons {
      goals += CoverageGoal.Edge.edges(of: comparison).map {
        goal(comparison.expression, .edge($0))
      }
    }
  }

  /// Returns the places of the goals of an offer.
  func indices(ofOffer offer: Int) -> Range<Int> {
    ranges[offer]
  }
}

extension CoverageGoals: RandomAccessCollection {
  var startIndex: Int { goals.startIndex }

  var endIndex: Int { goals.endIndex }

  subscript(position: Int) -> CoverageGoal { goals[position] }
}
