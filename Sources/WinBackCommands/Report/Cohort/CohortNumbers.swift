import CalendarTime
import WinBack
import WinBackFormats

/// What a cohort came to, with the names of what was counted: what the sections of its page show.
struct CohortNumbers {
  let tally: CohortTally
  /// The audience of each offer, date by date.
  let audiences: [[Int]]
  /// What the input tells.
  let evidence: EvidenceSummary?
  /// What a reader should know about the input.
  let notices: [String]
  let names: CatalogNames
  let offerIds: [String]
  /// The offers themselves; an identifier can stand for several, in different groups.
  let offers: [IndexedOffer]
  /// How many see each screen, in the order of the screens; nil for those whose subscription group is
  /// not known.
  let shown: [(shown: Shown?, count: Int)]
  /// The group of each offer.
  let groups: [String]
  let rules: [Rule]
  /// The policies with the values by which was decided.
  let policies: [(name: String, value: String)]
  /// The other values that were tried, in the order of the tally.
  let alternatives: [(policy: String, value: String)]
  let now: Instant
  /// The dates of which the audience was counted, in order.
  let dates: [Instant]

  /// What is counted: customers, or timelines where some customers have several.
  var unit: String { tally.timelines == tally.customers ? "customers" : "timelines" }

  init(_ sum: CohortSum, _ reading: ReadingSummary, _ program: CohortProgram) {
    tally = sum.tally
    audiences = sum.forecast.series.map { $0.points.map(\.eligible) }
    evidence = reading.evidence
    notices = reading.notices
    names = CatalogNames(program.engine)
    now = program.now
    dates = Array(program.dates.instants)
    shown = sum.tally.shown.map { ($0.key.map(program.screens.named), $0.value) }.sorted {
      guard let first = $0.0 else { return false }
      return $1.0.map { first < $0 } ?? true
    }
    let ruleSet = program.engine.rules.ruleSet
    offerIds = program.engine.offerIds
    offers = program.engine.indexedOffers
    groups = program.engine.offerGroups
    rules = ruleSet.rules
    policies = zip(ruleSet.policies, program.engine.policies.values).map { ($0.name, $1) }
    alternatives = program.sensitivity.alternatives.map { ($0.policy, $0.value) }
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
