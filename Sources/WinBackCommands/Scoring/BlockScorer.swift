import WinBack
import WinBackFormats

/// Scores blocks of lines on one thread, in storage that is used again.
struct BlockScorer {
  let program: ScoringProgram
  private let format: ScoreFormat
  private var reader: HistoryReader
  /// Reads the rows of a table; nil where histories are lines.
  var customerReader: CustomerReader?
  private var scorer: Scorer
  var symbols: SymbolTable
  var record = HistoryRecord()

  /// The lines of results of the last block.
  private(set) var results: ResultLines
  /// What was counted in the last block.
  var tally: ScoreTally
  /// The lines of the last block that could not be read.
  var rejected: [RejectedLine] = []

  /// Creates a scorer.
  ///
  /// - Parameters:
  ///   - program: Decides.
  ///   - format: How results are written.
  ///   - plan: What the columns of a table mean; nil where each line is a history.
  init(_ program: ScoringProgram, _ format: ScoreFormat, _ plan: ColumnPlan? = nil) {
    self.program = program
    self.format = format
    let attributes = program.engine.rules.ruleSet.attributes
    reader = HistoryReader(attributes: attributes, lastingSymbols: program.symbols.count)
    customerReader = plan.map { plan in
      CustomerReader(
        plan,
        timeZone: program.engine.policies.facts.timeZone,
        attributeCount: attributes.count
      )
    }
    scorer = Scorer(program)
    symbols = program.symbols
    results = ResultLines(program.engine, format)
    tally = ScoreTally(
      offerCount: program.engine.offerIds.count,
      skippedRowKinds: plan?.skippedRows.count ?? 0
    )
  }

  /// Scores the lines of a block.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  mutating func score(_ block: inout LineBlock) {
    results.removeAll()
    rejected.removeAll()
    tally.clear()
    guard customerReader == nil else {
      scoreRows(&block)
      return
    }
    let lines = block.bytes.rawBytes.extracting(block.range)
    var scanner = JSONScanner(lines: lines, startsInput: block.offset == 0)
    let text = HistoryText.shared(block.bytes, offset: block.range.lowerBound)
    while scanner.nextLine() {
      do throws(JSONError) {
        try scoreLine(&scanner, text)
      } catch {
        tally.rejected += 1
        rejected.append(
          RejectedLine(error, inLine: scanner.lineIndex, of: lines, at: block.offset)
        )
      }
    }
    // The block's storage is used again.
    record.text = []
    let endsOpen = block.bytes[block.range.upperBound - 1] != UInt8(ascii: "\n")
    tally.lines = scanner.lineIndex + (endsOpen ? 1 : 0)
    tally.blankLines = tally.lines - tally.customers - tally.rejected
  }

  private mutating func scoreLine(
    _ scanner: inout JSONScanner,
    _ text: HistoryText
  ) throws(JSONError) {
    symbols.removeAll(beyond: program.symbols.count)
    try reader.read(&scanner, into: &record, &symbols, text)
    try scanner.finish()
    do throws(HistoryError) {
      try record.mergeDuplicates(at: program.engine.policies.facts.timeZone)
    } catch {
      throw JSONError(.rejected(error.description), at: error.sourceOffset)
    }
    scoreRecord()
  }

  /// Scores the groups of a history without duplicates.
  mutating func scoreRecord() {
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
