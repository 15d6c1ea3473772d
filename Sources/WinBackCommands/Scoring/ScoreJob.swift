import CalendarTime
import WinBack
import WinBackFiles
import WinBackFormats

/// A run over histories, whose results come in the order of the input.
struct ScoreJob: Sendable {
  let program: BatchProgram
  /// Decides what customers see, if results have it.
  let merchandiser: Merchandiser?
  let format: ResultFormat
  let source: HistorySource
  let outputs: ScoreOutputs
  let checkpointFile: CheckpointFile?

  /// How long a run continues without saving how far it has come, in milliseconds.
  private static let checkpointInterval: UInt64 = 1_000

  private struct Progress: Sendable {
    var checkpoint: Checkpoint
    var savedAt = Platform.now()
    var writer = JSONWriter()
  }

  /// Scores everybody, and returns how far the run has come, with what was counted by earlier runs, too.
  ///
  /// If that fails, everything before the failure has been written.
  func run(from checkpoint: Checkpoint) throws(CommandFailure) -> Checkpoint {
    var progress = Progress(checkpoint: checkpoint)
    if checkpoint.outputSize == 0 {
      let header = ContiguousArray(ResultLines(program.engine, nil, format).header.utf8)
      try outputs.results.write(header.span)
      progress.checkpoint.outputSize = header.count
    }
    let end = try source.reduce(
      with: ScoreWorker(program, merchandiser, format),
      into: progress,
      from: checkpoint.reading,
      showsProgress: !outputs.results.isTerminal,
      write
    )
    var whole = end.sum.checkpoint
    whole.reading = end.reading
    return whole
  }

  @Sendable
  private func write(
    _ progress: inout Progress,
    _ worker: borrowing ScoreWorker,
    _ passage: HistorySource.Passage
  ) throws(CommandFailure) {
    let bytes = worker.results.bytes
    try outputs.results.write(bytes.span)
    progress.checkpoint.outputSize += bytes.count
    progress.checkpoint.scores.add(worker.tally)
    progress.checkpoint.reading = passage.reading
    if let rejects = outputs.rejects {
      for line in passage.rejected {
        progress.writer.removeAll()
        let file = source.options.files.count > 1 ? line.file ?? passage.reading.place.file : nil
        line.write(
          to: &progress.writer,
          file: file.map { source.options.files[$0].name },
          keepsText: format.pseudonyms == nil
        )
        let bytes = progress.writer.bytes
        try rejects.write(bytes.span)
        progress.checkpoint.rejectsSize += bytes.count
      }
    }
    try saveNowAndThen(&progress)
  }

  /// Saves how far the run has come, once everything before it is on the disk.
  private func saveNowAndThen(_ progress: inout Progress) throws(CommandFailure) {
    guard let checkpointFile else { return }
    let now = Platform.now()
    guard progress.savedAt.milliseconds(until: now).magnitude >= Self.checkpointInterval else {
      return
    }
    progress.savedAt = now
    try outputs.synchronize()
    try checkpointFile.save(progress.checkpoint)
    checkpointFile.keep(with: outputs)
  }
}

struct ScoreWorker: GroupWorker {
  private(set) var results: ResultLines
  private(set) var tally: ScoreTally
  let products: ProductGroups

  private let program: BatchProgram
  private let format: ResultFormat
  private var evaluator: BatchEvaluator
  /// Describes all offers, if results need it.
  private var outlooks: OutlookEvaluator?
  /// Decides what customers see, if results have it.
  private var screens: MerchandisingBatch?

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

  mutating func evidence() -> TimelineEvidence? { TimelineEvidence(evaluator.facts) }

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

/// How many customers may have which offers; the numbers of blocks add up to those of the whole.
struct ScoreTally: Sendable, Hashable {
  /// The lines of results, of which a customer has one for each group.
  var results = 0
  /// The timelines for which some offer cannot be decided.
  var undecided = 0
  /// How many customers may have each offer, by the offer's index in the engine.
  var eligible: [Int]
  var undetermined: [Int]

  init(offerCount: Int) {
    eligible = Array(repeating: 0, count: offerCount)
    undetermined = Array(repeating: 0, count: offerCount)
  }

  mutating func add(_ other: ScoreTally) {
    results += other.results
    undecided += other.undecided
    eligible.add(other.eligible)
    undetermined.add(other.undetermined)
  }

  mutating func clear() { self = ScoreTally(offerCount: eligible.count) }
}
