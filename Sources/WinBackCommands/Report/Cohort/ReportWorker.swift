import WinBack

/// Counts customers for the page about a cohort.
struct ReportWorker: HistoryWorker {
  static var takesVersions: Bool { true }

  /// What was counted so far.
  private(set) var tally: CohortTally
  /// The results of the customers so far.
  private(set) var stretches: ContiguousArray<VerdictStretch> = []

  /// The first customers, as many as are kept.
  private(set) var kept: [(record: HistoryRecord, symbols: SymbolTable)] = []

  private let keptCount: Int
  private let program: CohortProgram
  private var evaluator: BatchEvaluator
  private var sensitivity: Sensitivity

  var symbols: SymbolTable { program.symbols }

  /// Creates a worker that also keeps some of the first customers.
  init(_ program: CohortProgram, keeping keptCount: Int) {
    self.keptCount = keptCount
    self.program = program
    evaluator = BatchEvaluator(program.batch)
    sensitivity = program.sensitivity
    tally = program.emptyTally
  }

  mutating func removeAll() {
    tally = program.emptyTally
    stretches.removeAll(keepingCapacity: true)
    kept.removeAll()
  }

  mutating func add(
    _ record: borrowing HistoryRecord,
    _ symbols: borrowing SymbolTable
  ) throws(HistoryError) {
    let groups = try program.engine.groups(of: copy record, copy symbols)
    tally.customers += 1
    if kept.count < keptCount { kept.append((copy record, copy symbols)) }
    for history in groups {
      let snapshot = history.snapshot(asOf: program.now)
      let evaluations = program.engine.evaluations(of: snapshot)
      let eligible = evaluations.filter { $0.verdict == .eligible }.map(\.index).sorted()
      tally.timelines += 1
      if !eligible.isEmpty { tally.withOffer += 1 }
      for evaluation in evaluations { count(evaluation) }
      count(eligible, in: snapshot.subscription.storefront)
      tally.shown[program.merchandiser.shown(on: snapshot), default: 0] += 1
      evaluator.follow(history, symbols, in: program.dates.range)
      stretches.append(contentsOf: evaluator.results.stretches)
      countAlternatives(for: history)
    }
  }

  private mutating func count(_ eligible: [Int], in storefront: Storefront?) {
    for (position, first) in eligible.enumerated() {
      for second in eligible[position...] {
        tally.overlap[first * tally.offers.count + second] += 1
      }
    }
    let known = tally.storefronts[storefront] ?? (0, 0)
    tally.storefronts[storefront] = (
      known.customers + 1, known.withOffer + (eligible.isEmpty ? 0 : 1)
    )
  }

  private mutating func count(_ evaluation: OfferEvaluation) {
    tally.offers[evaluation.index].customers += 1
    switch evaluation.verdict {
    case .eligible: tally.offers[evaluation.index].eligible += 1
    case .undetermined: tally.offers[evaluation.index].undetermined += 1
    case .ineligible: break
    }
    var failures: [Int] = []
    for (rule, truth) in evaluation.truths.enumerated() {
      if truth == .fails { failures.append(rule) }
      if failures.isEmpty { tally.offers[evaluation.index].left[rule] += 1 }
    }
    if failures.count == 1, !evaluation.truths.contains(.unknown) {
      tally.offers[evaluation.index].failsAlone[failures[0]] += 1
    }
  }

  /// Counts, for each other value of a policy, whether the list would be another one.
  private mutating func countAlternatives(for history: GroupHistory) {
    sensitivity.follow(history, at: program.now)
    for change in sensitivity.changes where change.gained + change.lost > 0 {
      tally.changes[change.alternative].customers += 1
      tally.changes[change.alternative].gaining += change.gained > 0 ? 1 : 0
      tally.changes[change.alternative].losing += change.lost > 0 ? 1 : 0
    }
  }
}
