import WinBack
import WinBackFormats

/// Scores blocks of lines on one thread, in storage that is used again.
struct BlockScorer {
  private let program: ScoringProgram
  private let format: ScoreFormat
  private var reader: HistoryReader
  private var scorer: Scorer
  private var symbols: SymbolTable
  private var record = HistoryRecord()

  /// The lines of results of the last block.
  private(set) var results: ResultLines
  /// What was counted in the last block.
  private(set) var tally: ScoreTally
  /// The lines of the last block that could not be read.
  private(set) var rejected: [RejectedLine] = []

  init(_ program: ScoringProgram, _ format: ScoreFormat) {
    self.program = program
    self.format = format
    reader = HistoryReader(attributes: program.engine.rules.ruleSet.attributes)
    scorer = Scorer(program)
    symbols = program.symbols
    results = ResultLines(program.engine, format)
    tally = ScoreTally(offerCount: program.engine.offerIds.count)
  }

  /// Scores the lines of a block.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  mutating func score(_ block: borrowing LineBlock) {
    results.removeAll()
    rejected.removeAll()
    tally.clear()
    let lines = block.bytes.rawBytes.extracting(block.range)
    var scanner = JSONScanner(lines: lines, startsInput: block.offset == 0)
    while scanner.nextLine() {
      do throws(JSONError) {
        try scoreLine(&scanner)
      } catch {
        tally.rejected += 1
        rejected.append(
          RejectedLine(error, inLine: scanner.lineIndex, of: lines, at: block.offset)
        )
      }
    }
    let endsOpen = block.bytes[block.range.upperBound - 1] != UInt8(ascii: "\n")
    tally.lines = scanner.lineIndex + (endsOpen ? 1 : 0)
    tally.blankLines = tally.lines - tally.customers - tally.rejected
  }

  private mutating func scoreLine(_ scanner: inout JSONScanner) throws(JSONError) {
    symbols.removeAll(beyond: program.symbols.count)
    try reader.read(&scanner, into: &record, &symbols)
    try scanner.finish()
    do throws(HistoryError) {
      try record.mergeDuplicates(at: program.engine.policies.facts.timeZone)
    } catch {
      throw JSONError(.rejected(error.description), at: error.sourceOffset)
    }
    let (groups, withoutGroup) = record.groupCount(in: program.engine.index.productGroups)
    tally.customers += 1
    tally.skippedTransactions += withoutGroup
    switch groups {
    case .one(let group): score(group, isOnlyGroup: true)
    case .none: score(record.subscriptionGroupIdentifier, isOnlyGroup: true)
    case .several:
      for group in record.groups(in: program.engine.index.productGroups, symbols) {
        score(group, isOnlyGroup: false)
      }
    }
  }

  private mutating func score(_ group: Symbol?, isOnlyGroup: Bool) {
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
        on: record,
        group: group,
        isOnlyGroup: isOnlyGroup,
        symbols,
        asOf: program.now
      ) : []
    results.append(
      record,
      group: group,
      symbols,
      scorer,
      outlooks
    )
  }
}
