import CalendarTime
import Dispatch
import Synchronization
import WinBack
import WinBackFormats

/// A run over an input, on several threads, with the results in the order of the input.
struct ScoreJob: Sendable {
  let program: ScoringProgram
  let format: ScoreFormat
  let threads: Int
  let input: InputFile
  let source: LineSource
  let results: ScoreSink
  let rejects: ScoreSink?
  let checkpointPath: String?
  let console: Console

  /// How many rejected lines are told of on standard error.
  private static let reportLimit = 5

  /// How long a run goes on without saving how far it has come, in milliseconds.
  private static let checkpointInterval: Int64 = 1_000

  /// What the threads share; only the one whose turn it is touches it.
  private struct Shared {
    var checkpoint: Checkpoint
    var progress: ScoreProgress
    var savedAt: Instant
    var writer = JSONWriter()
    var reported = 0
  }

  /// Scores the whole input.
  ///
  /// - Parameters:
  ///   - checkpoint: Where to begin.
  ///   - inputSize: The bytes of the input; 0 where that is not known.
  /// - Returns: What was counted, by earlier runs, too.
  func run(from checkpoint: Checkpoint, inputSize: Int) throws(CommandFailure) -> ScoreTally {
    let shared = Mutex(
      Shared(
        checkpoint: checkpoint,
        progress: ScoreProgress(console, inputSize: inputSize, from: checkpoint.inputOffset),
        savedAt: Platform.now()))
    if checkpoint.inputOffset == 0 {
      let header = ContiguousArray(ResultLines(program.engine, format).header.utf8)
      try results.write(header.span)
      shared.withLock { $0.checkpoint.outputSize = header.count }
    }
    let order = OrderedResults()
    let failure = Mutex<CommandFailure?>(nil)
    let work: @Sendable () -> Void = {
      do throws(CommandFailure) {
        try scoreBlocks(order, shared)
      } catch {
        failure.withLock { $0 = $0 ?? error }
        order.finish()
      }
    }
    if threads == 1 {
      work()
    } else {
      let group = DispatchGroup()
      for index in 0..<threads {
        // A queue of its own gives each its own thread, even where there are more than processors.
        DispatchQueue(label: "winback.score.\(index)").async(group: group, execute: work)
      }
      group.wait()
    }
    shared.withLock { $0.progress.clear() }
    if let failure = failure.withLock({ $0 }) {
      if failure.status == .interrupted || failure.status == .terminated {
        try shared.withLock { shared throws(CommandFailure) in try save(&shared) }
      }
      throw failure
    }
    return shared.withLock { $0.checkpoint.tally }
  }

  /// Scores blocks until there are no more: the work of one thread.
  private func scoreBlocks(
    _ order: OrderedResults, _ shared: borrowing Mutex<Shared>
  ) throws(CommandFailure) {
    var scorer = BlockScorer(program, format)
    var block = LineBlock()
    while try source.next(&block) {
      scorer.score(block)
      let isDone = try order.inTurn(block.number) { () throws(CommandFailure) in
        try shared.withLock { shared throws(CommandFailure) in
          try write(scorer, block, &shared)
        }
      }
      guard isDone else { return }
    }
  }

  /// Writes what came out of a block.
  private func write(
    _ scorer: borrowing BlockScorer, _ block: borrowing LineBlock, _ shared: inout Shared
  ) throws(CommandFailure) {
    let bytes = scorer.results.bytes
    try results.write(bytes.span)
    shared.checkpoint.outputSize += bytes.count
    for line in scorer.rejected { try reject(line, &shared) }
    shared.checkpoint.tally.add(scorer.tally)
    shared.checkpoint.inputOffset = block.endOffset
    shared.progress.update(
      offset: block.endOffset, customers: shared.checkpoint.tally.customers)
    if checkpointPath != nil {
      let now = Platform.now()
      if shared.savedAt.milliseconds(until: now) >= Self.checkpointInterval {
        try save(&shared)
        shared.savedAt = now
      }
    }
  }

  private func reject(_ line: RejectedLine, _ shared: inout Shared) throws(CommandFailure) {
    let tally = shared.checkpoint.tally
    if let rejects {
      shared.writer.removeAll()
      line.write(to: &shared.writer, linesBefore: tally.lines)
      let bytes = shared.writer.bytes
      try rejects.write(bytes.span)
      shared.checkpoint.rejectsSize += bytes.count
    }
    if shared.reported < Self.reportLimit {
      shared.progress.clear()
      console.report(
        Diagnostic(
          .error, line.message, file: input.name, line: tally.lines + line.lineIndex + 1,
          column: line.column))
      shared.reported += 1
    }
  }

  /// Saves how far the run has come, once everything before it is on the disk.
  private func save(_ shared: inout Shared) throws(CommandFailure) {
    guard let checkpointPath else { return }
    try results.synchronize()
    try rejects?.synchronize()
    let bytes = shared.checkpoint.json
    try OutputFile(checkpointPath).withChannel(on: console) { channel throws(CommandFailure) in
      try channel.write(bytes.span)
    }
  }
}
