/// Counts customers for the page about a cohort.
struct ReportWorker: HistoryWorker {
  /// The time zone is a policy that lists can depend on, and decides which version is the newest.
  static var takesVersions: Bool { true }

  private(set) var tally: CohortTally
  private(set) var stretches: ContiguousArray<VerdictStretch> = []

  private let keptCount: Int
  private let program: CohortProgram
  // Copies of what is needed for every customer.
  private let products: ProductGroups
  private let policies: FactPolicies
  private let offersByGroup: [Symbol: [Int]]
  private var evaluator: BatchEvaluator
  private var screens: MerchandisingBatch
  private var follower: BatchEvaluator
  private var sensitivity: Sensitivity

  var symbols: SymbolTable { program.engine.index.symbols }

  init(_ program: CohortProgram, keeping keptCount: Int) {
    self.keptCount = keptCount
    self.program = program
    products = program.engine.index.productGroups
    policies = program.engine.policies.facts
    offersByGroup = program.engine.offersByGroup
    evaluator = BatchEvaluator(program.atInstant)
    screens = program.screens
    follower = BatchEvaluator(program.atAnyInstant)
    sensitivity = program.sensitivity
    tally = CohortTally(program)
  }

  mutating func evidence() -> TimelineEvidence? { evaluator.evidence() }

  mutating func removeAll() {
    tally = CohortTally(program)
    stretches.removeAll(keepingCapacity: true)
  }

  mutating func add(
    _ record: borrowing HistoryRecord,
    _ symbols: borrowing SymbolTable
  ) throws(HistoryError) {
    var merged = copy record
    try merged.mergeDuplicates(at: policies.timeZone)
    tally.customers += 1
    if tally.kept.count < keptCount { tally.kept.append((copy record, copy symbols)) }
    for group in merged.askedGroups(in: products, symbols) { add(merged, record, group, symbols) }
  }

  private mutating func add(
    _ record: borrowing HistoryRecord,
    _ original: borrowing HistoryRecord,
    _ group: AskedGroup,
    _ symbols: borrowing SymbolTable
  ) {
    tally.timelines += 1
    guard let symbol = group.symbol else {
      tally.count([], at: record.transactions.isEmpty ? .withoutPurchase : .withoutGroup)
      var shown: MerchandisingBatch.Shown?
      if let screened = record.screenGroup(of: group, in: products) {
        evaluator.score(record, screened, symbols)
        shown = screens.shown(record, screened, symbols, by: &evaluator)
      }
      return tally.shown[shown, default: 0] += 1
    }
    let history = GroupHistory(
      copy record,
      original: copy original,
      group,
      copy symbols,
      products,
      policies
    )
    evaluator.score(history)
    tally.count(evaluator.results.eligible, at: CohortTally.Place(evaluator.facts))
    tally.shown[screens.shown(record, group, symbols, by: &evaluator), default: 0] += 1
    sensitivity.follow(history, at: program.now, scoredBy: evaluator)
    for change in sensitivity.changes { tally.hinges[change.alternative].count(change) }
    for offer in offersByGroup[symbol] ?? [] { count(offer, record, group) }
    follower.follow(history, in: program.dates.range)
    stretches.append(contentsOf: follower.results.stretches)
  }

  /// Counts which rules exclude a customer from an offer; a second one decides nothing more.
  private mutating func count(
    _ offer: Int,
    _ record: borrowing HistoryRecord,
    _ group: AskedGroup
  ) {
    tally.offers[offer].customers += 1
    var failed: Int?
    var isOpen = false
    for rule in 0..<evaluator.program.ruleCount {
      switch evaluator.truth(ofRuleAt: rule, forOfferAt: offer, record, group) {
      case .fails:
        guard failed == nil else { return }
        failed = rule
        tally.offers[offer].failsFirst[rule] += 1
      case .unknown: isOpen = true
      case .holds: break
      }
    }
    switch failed {
    case let rule?: if !isOpen { tally.offers[offer].failsAlone[rule] += 1 }
    case nil where isOpen: tally.offers[offer].undetermined += 1
    case nil: tally.offers[offer].eligible += 1
    }
  }
}

/// The questions about every customer of a cohort, prepared once.
final class CohortProgram: Sendable {
  let merchandiser: Merchandiser
  let now: Instant
  let dates: AudienceDates
  let atInstant: BatchProgram
  let atAnyInstant: BatchProgram
  let screens: MerchandisingBatch
  let sensitivity: Sensitivity
  var engine: EligibilityEngine { merchandiser.winBack }

  init(_ merchandiser: Merchandiser, asOf now: Instant, dates: AudienceDates) {
    self.merchandiser = merchandiser
    self.now = now
    self.dates = dates
    let engine = merchandiser.winBack
    atInstant = BatchProgram(engine, at: now)
    atAnyInstant = BatchProgram(engine)
    screens = MerchandisingBatch(merchandiser, at: now)
    sensitivity = Sensitivity(engine, at: now)
  }
}
