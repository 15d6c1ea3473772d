import CalendarTime
import WinBack

/// Scores customers and writes their lines of results.
struct ScoreWorker: GroupWorker {
  /// The lines of results so far.
  private(set) var results: ResultLines
  /// What was counted so far.
  private(set) var tally: ScoreTally

  let products: ProductGroups
  let timeZone: UTCOffset

  private let program: ScoringProgram
  private let format: ScoreFormat
  private var scorer: Scorer

  /// Creates a worker.
  ///
  /// - Parameters:
  ///   - program: Decides.
  ///   - format: How results are written.
  init(_ program: ScoringProgram, _ format: ScoreFormat) {
    self.program = program
    self.format = format
    products = program.engine.index.productGroups
    timeZone = program.engine.policies.facts.timeZone
    scorer = Scorer(program)
    results = ResultLines(program.engine, format)
    tally = ScoreTally(offerCount: program.engine.offerIds.count)
  }

  var symbols: SymbolTable { program.symbols }

  mutating func removeAll() {
    results.removeAll()
    tally.clear()
  }

  mutating func add(
    _ record: borrowing HistoryRecord,
    _ group: Symbol?,
    isOnlyGroup: Bool,
    _ symbols: borrowing SymbolTable
  ) {
    scorer.score(record, group: group, isOnlyGroup: isOnlyGroup, symbols)
    for offer in scorer.eligible { tally.eligible[offer] += 1 }
    for offer in scorer.undetermined { tally.undetermined[offer] += 1 }
    if format.onlyEligible, scorer.eligible.isEmpty { return }
    tally.results += 1
    let needsOutlook =
      format.showsDetails || (format.until != nil && !scorer.eligible.isEmpty)
    let outlooks =
      needsOutlook
      ? program.engine.outlooks(
        on: copy record,
        group: group,
        isOnlyGroup: isOnlyGroup,
        copy symbols,
        asOf: program.now
      ) : []
    results.append(record, group: group, symbols, scorer, outlooks)
  }
}
