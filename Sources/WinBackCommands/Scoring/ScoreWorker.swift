import CalendarTime
import WinBack
import WinBackFormats

/// Scores customers and writes their lines of results.
struct ScoreWorker: GroupWorker {
  /// The lines of results so far.
  private(set) var results: ResultLines
  /// What was counted so far.
  private(set) var tally: ScoreTally

  let products: ProductGroups

  private let program: BatchProgram
  private let format: ResultFormat
  private var evaluator: BatchEvaluator
  /// Describes all offers, if results need it.
  private var outlooks: OutlookEvaluator?
  /// Decides what customers see, if results have it.
  private var screens: MerchandisingBatch?

  /// Creates a worker.
  ///
  /// - Parameters:
  ///   - program: Decides.
  ///   - merchandiser: Determines what customers are shown; nil if results do not.
  ///   - format: How results are written.
  init(_ program: BatchProgram, _ merchandiser: Merchandiser?, _ format: ResultFormat) {
    self.program = program
    self.format = format
    products = program.engine.index.productGroups
    evaluator = BatchEvaluator(program)
    if let now = program.instant {
      outlooks = format.request.map { OutlookEvaluator(program.engine, $0, at: now) }
      screens = merchandiser.map { MerchandisingBatch($0, at: now) }
    }
    results = ResultLines(program.engine, merchandiser, format)
    tally = ScoreTally(offerCount: program.engine.offerIds.count)
  }

  var symbols: SymbolTable { program.engine.index.symbols }

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
    if !evaluator.results.undetermined.isEmpty { tally.undecided += 1 }
    if format.offers != nil {
      let isAsked = evaluator.results.eligible.contains { format.asks(forOfferAt: $0) }
      if !isAsked, format.onlyEligible || format.layout != .long { return }
    } else if format.onlyEligible, evaluator.results.eligible.isEmpty {
      return
    }
    outlooks?.look(at: record, group, symbols, by: &evaluator)
    let shown = group.symbol == nil ? nil : screens?.shown(record, group, symbols, by: evaluator)
    let lines = results.append(
      record,
      group: group.symbol,
      symbols,
      evaluator.results,
      shown,
      outlooks?.outlooks
    )
    tally.results += lines
  }
}
