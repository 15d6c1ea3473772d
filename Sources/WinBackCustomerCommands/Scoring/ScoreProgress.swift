import CEL
import CalendarTime
import WinBack
import WinBackCommandLine
import WinBackFiles
import WinBackFormats

/// How far a run has come, and where its results go, in the order of the input.
struct ScoreProgress: Sendable {
  var checkpoint: Checkpoint

  /// How long a run continues without saving how far it has come, in milliseconds.
  private static let savingInterval: UInt64 = 1_000

  private let outputs: ScoreOutputs
  private let checkpointFile: CheckpointFile?
  private let files: [InputFile]
  /// Whether rejected lines keep their text, which tells whom they are about.
  private let keepsText: Bool
  private var savedAt = Platform.now()
  private var writer = JSONWriter()

  init(
    from checkpoint: Checkpoint,
    _ checkpointFile: CheckpointFile?,
    _ outputs: ScoreOutputs,
    of files: [InputFile],
    keepsText: Bool
  ) {
    self.checkpoint = checkpoint
    self.checkpointFile = checkpointFile
    self.outputs = outputs
    self.files = files
    self.keepsText = keepsText
  }

  /// Writes the first line of the results, unless an earlier run has written it.
  mutating func begin(with header: String) throws(CommandFailure) {
    guard checkpoint.outputSize == 0 else { return }
    try outputs.results.write(ContiguousArray(header.utf8).span)
    checkpoint.outputSize = header.utf8.count
  }

  /// Writes what has come of a block; if that fails, everything before it has been written.
  mutating func add(
    _ worker: borrowing ScoreWorker,
    _ passage: HistorySource.Passage
  ) throws(CommandFailure) {
    let bytes = worker.results.bytes
    try outputs.results.write(bytes.span, stopsUnread: outputs.hasOnlyResults)
    checkpoint.outputSize += bytes.count
    checkpoint.scores.add(worker.tally)
    checkpoint.reading = passage.reading
    if let rejects = outputs.rejects {
      for line in passage.rejected {
        writer.removeAll()
        let file = files.count > 1 ? line.file ?? passage.reading.place.file : nil
        line.write(to: &writer, file: file.map { files[$0].name }, keepsText: keepsText)
        let bytes = writer.bytes
        try rejects.write(bytes.span)
        checkpoint.rejectsSize += bytes.count
      }
    }
    // A run that has only sorted begins again.
    guard checkpointFile != nil, checkpoint.reading.place != .start else { return }
    let now = Platform.now()
    guard savedAt.milliseconds(until: now).magnitude >= Self.savingInterval else { return }
    savedAt = now
    try save()
  }

  /// Saves how far the run has come, once everything before it is on the disk.
  func save() throws(CommandFailure) {
    guard let checkpointFile else { return }
    try outputs.synchronize()
    try checkpointFile.save(checkpoint)
    checkpointFile.keep(with: outputs)
  }
}

struct ScoreOutputs: Sendable {
  let results: OutputChannel
  /// Where the rejected lines go; nil if they are only counted.
  let rejects: OutputChannel?
  /// Whether the user wants nothing else of the run, neither another file nor a requirement.
  let hasOnlyResults: Bool

  private var files: [PendingFile] { [results.file, rejects?.file].compactMap(\.self) }

  init(
    of command: ScoreCommand,
    resuming checkpoint: Checkpoint,
    on console: Console
  ) throws(CommandFailure) {
    func channel(_ path: String?, after size: Int) throws(CommandFailure) -> OutputChannel {
      let beginning = command.checkpointPath.map { _ in checkpoint.beginning(size) }
      return try OutputChannel(to: path, beginning, on: console)
    }
    hasOnlyResults = command.rejectsPath == nil && !command.cohortOptions.needsSummary
    results = try channel(command.outputPath, after: checkpoint.outputSize)
    do throws(CommandFailure) {
      rejects = try command.rejectsPath.map { path throws(CommandFailure) in
        try channel(path, after: checkpoint.rejectsSize)
      }
    } catch {
      results.file?.discard()
      throw error
    }
  }

  func synchronize() throws(CommandFailure) {
    for file in files { try file.synchronize() }
  }

  func finish() throws(CommandFailure) {
    do {
      try rejects?.file?.finish()
    } catch {
      results.file?.discard()
      throw error
    }
    try results.file?.finish()
  }

  func discard() { for file in files { file.discard() } }

  var resumablePaths: [String] { files.compactMap(\.resumablePath) }
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

extension RejectedLine {
  /// Writes the line as JSON: where it is, the reason, and its text.
  ///
  /// - Parameters:
  ///   - writer: Takes the line.
  ///   - file: The name of the file; nil if there is only one.
  ///   - keepsText: Whether the text is written, and what of it is wrong, which tell whom the line is
  ///     about.
  func write(to writer: inout JSONWriter, file: String?, keepsText: Bool) {
    writer.object { json in
      json.member("file", file)
      json.member("line", line)
      json.member("column", fault.column)
      json.member("offset", offset)
      json.member("reason", keepsText ? fault.messageWithPath : fault.messageWithoutValues)
      guard keepsText else { return }
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

extension FormatError {
  /// The message with its location in the document, without anything of what was found there.
  ///
  /// What was expected is a text of our own; what was found stays where it is a word for a kind, such as
  /// `a number`.
  fileprivate var messageWithoutValues: String {
    let parts = message.parts(around: ", found ")
    let isKind = !parts.dropFirst().joined().contains { $0 == "'" || $0.isNumber }
    let text = parts.count == 1 ? "it cannot be read" : isKind ? message : String(parts[0])
    return FormatError(message: text, offset: offset, line: line, column: column, path: path)
      .messageWithPath
  }
}
