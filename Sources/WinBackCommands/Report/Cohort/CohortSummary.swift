import CalendarTime
import WinBack

/// What a cohort came to, with the names of what was counted: what the sections of its page show.
struct CohortSummary {
  let tally: CohortTally
  let offerIds: [String]
  let rules: [Rule]
  let policies: [Policy]
  /// The values of the policies.
  let policyValues: [String]
  let now: Instant
  /// The dates of which the audience was counted, in order.
  let dates: [Instant]

  init(_ tally: CohortTally, _ engine: EligibilityEngine, asOf now: Instant, dates: [Instant]) {
    self.tally = tally
    self.now = now
    self.dates = dates
    offerIds = engine.offerIds
    rules = engine.rules.ruleSet.rules
    policies = engine.rules.ruleSet.policies
    policyValues = engine.policies.values
  }

  /// The places of the offers with an audience now, the largest first, and equally large ones in the
  /// order of the result.
  var offersByAudience: [Int] {
    offerIds.indices.filter { tally.offers[$0].eligible > 0 }.sorted {
      let (first, second) = (tally.offers[$0].eligible, tally.offers[$1].eligible)
      return first == second ? $0 < $1 : first > second
    }
  }
}

extension Percentage {
  /// Creates the percentage of some customers among others.
  init(_ count: Int, of whole: Int) {
    self.init(Double(count), of: Double(whole))
  }
}
