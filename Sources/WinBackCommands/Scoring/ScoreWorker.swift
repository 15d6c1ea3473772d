import CalendarTime
import WinBack

/// Scores customers and writes their lines of results.
struct ScoreWorker: GroupWorker {
  /// The lines of results so far.
  private(set) var results: ResultLines
  /// What was counted so far.
  private(set) var tally: ScoreTally

  let symbols: SymbolTable
  let products: ProductGroups

  private let program: BatchProgram
  private let format: ScoreFormat
  private var evaluator: BatchEvaluator
  /// Follows customers over all time, if results need it.
  private var follower: BatchEvaluator
  /// Decides what customers see, if results have it.
  private var screens: MerchandisingBatch?

  /// Creates a worker.
  ///
  /// - Parameters:
  ///   - program: Decides.
  ///   - merchandiser: Determines what customers are shown; nil if results do not.
  ///   - format: How results are written.
  init(_ program: BatchProgram, _ merchandiser: Merchandiser?, _ format: ScoreFormat) {
    self.program = program
    self.format = format
    products = program.engine.index.productGroups
    evaluator = BatchEvaluator(program)
    let lasting =
      format.tellsOfTime ? BatchProgram(program.engine, symbols: program.symbols) : program
    follower = BatchEvaluator(lasting)
    screens = program.instant.flatMap { instant in
      merchandiser.map { MerchandisingBatch($0, at: instant, after: lasting.symbols) }
    }
    symbols = screens?.symbols ?? lasting.symbols
    results = ResultLines(program.engine, merchandiser, format)
    tally = ScoreTally(offerCount: program.engine.offerIds.count)
  }

  var evidence: TimelineEvidence? { TimelineEvidence(evaluator.facts) }

  mutating func removeAll() {
    results.removeAll()
    tally.clear()
  }

  mutating func add(
    _ record: borrowing HistoryRecord,
    _ group: AskedGroup,
    _ symbols: borrowing SymbolTable
  ) {
    evaluator.score(record, group, symbols)
    for offer in evaluator.results.eligible { tally.eligible[offer] += 1 }
    for offer in evaluator.results.undetermined { tally.undetermined[offer] += 1 }
    if format.onlyEligible, evaluator.results.eligible.isEmpty { return }
    // Without eligible offers, a result that describes only those is empty.
    let needsOutlook =
      format.tellsOfTime
      && (format.showsDetails || format.layout == .long || !evaluator.results.eligible.isEmpty)
    let outlooks = needsOutlook ? outlooks(on: record, group, symbols) : []
    let shown = group.symbol == nil ? nil : screens?.shown(record, group, symbols, by: evaluator)
    let lines = results.append(
      record,
      group: group.symbol,
      symbols,
      evaluator.results.eligible,
      evaluator.results.undetermined,
      shown,
      outlooks
    )
    tally.results += lines
  }

  private mutating func outlooks(
    on record: borrowing HistoryRecord,
    _ group: AskedGroup,
    _ symbols: borrowing SymbolTable
  ) -> [OfferOutlook] {
    guard let now = program.instant else { return [] }
    let engine = program.engine
    let history = GroupHistory(
      copy record,
      group,
      copy symbols,
      products,
      engine.policies.facts
    )
    return engine.outlooks(on: history.snapshot(asOf: now), by: &follower)
  }
}
