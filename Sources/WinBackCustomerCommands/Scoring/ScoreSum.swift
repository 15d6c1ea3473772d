import WinBackCommandLine

/// What has come of the customers so far, whose lines are written in the order of the input.
struct ScoreSum: Sendable {
  private(set) var scores: ScoreTally

  private let outputs: ScoreOutputs
  private let files: [InputFile]
  private var writer = JSONWriter()

  init(_ outputs: ScoreOutputs, of files: [InputFile], offerCount: Int) {
    self.outputs = outputs
    self.files = files
    scores = ScoreTally(offerCount: offerCount)
  }

  /// Writes what has come of a block; if that fails, everything before it has been written.
  mutating func add(
    _ worker: borrowing ScoreWorker,
    _ passage: HistorySource.Passage
  ) throws(CommandFailure) {
    try outputs.results.write(worker.results.bytes.span, stopsUnread: outputs.hasOnlyResults)
    scores.add(worker.tally)
    guard let rejects = outputs.rejects else { return }
    for line in passage.rejected {
      writer.removeAll()
      let file = files.count > 1 ? line.file ?? passage.reading.place.file : nil
      line.write(to: &writer, file: file.map { files[$0].name })
      try rejects.write(writer.bytes.span)
    }
  }
}

struct ScoreOutputs: Sendable {
  let results: OutputChannel
  /// Where the rejected lines go; nil if they are only counted.
  var rejects: OutputChannel?
  /// Whether the user wants nothing else of the run, neither another file nor a requirement.
  var hasOnlyResults = false
}

struct ScoreWorker: GroupWorker {
  private(set) var results: ResultLines
  private(set) var tally: ScoreTally
  let symbols: SymbolTable
  let products: ProductGroups

  private let format: ResultFormat
  private var evaluator: BatchEvaluator
  /// Describes all offers, if results need it.
  private var outlooks: OutlookEvaluator?
  /// Decides what customers see, if results have it.
  private var screens: MerchandisingBatch?

  init(
    _ program: BatchProgram,
    _ results: ResultLines,
    _ outlooks: OutlookEvaluator?,
    _ screens: MerchandisingBatch?,
    _ format: ResultFormat
  ) {
    symbols = program.engine.index.symbols
    products = program.engine.index.productGroups
    evaluator = BatchEvaluator(program)
    self.results = results
    self.outlooks = outlooks
    self.screens = screens
    self.format = format
    tally = ScoreTally(offerCount: program.engine.offerIds.count)
  }

  mutating func evidence() -> TimelineEvidence? { evaluator.evidence() }

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
    if format.offers != nil, format.layout != .long {
      guard evaluator.results.eligible.contains(where: format.asks(forOfferAt:)) else { return }
    }
    outlooks?.look(at: record, group, symbols, by: &evaluator)
    var shown: MerchandisingBatch.Shown?
    if screens != nil, let screened = record.screenGroup(of: group, in: products) {
      if group.symbol == nil { evaluator.score(record, screened, symbols) }
      shown = screens?.shown(record, screened, symbols, by: &evaluator)
      if group.symbol == nil { evaluator.score(record, group, symbols) }
    }
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

extension RejectedLine {
  /// Writes the line as JSON: where it is, the reason, and its text; `file` is nil if there is only one.
  func write(to writer: inout JSONWriter, file: String?) {
    writer.object { json in
      json.member("file", file)
      json.member("line", line)
      json.member("column", fault.column)
      json.member("offset", offset)
      json.member("reason", fault.messageWithPath)
      // JSON holds text only; other bytes are also kept.
      if let text = String(validating: bytes, as: UTF8.self) {
        json.member("text", text)
      } else {
        json.member("base64", bytes.base64)
      }
    }
    writer.endLine()
  }
}
