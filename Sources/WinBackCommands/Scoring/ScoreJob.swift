import CalendarTime
import Synchronization
import WinBack
import WinBackFormats

/// A run over an input, on several threads, with the results in the order of the input.
struct ScoreJob: Sendable {
  let program: BatchProgram
  let format: ScoreFormat
  let threads: Int
  let input: StreamedInput
  let histories: ScoreHistories
  let range: ByteRange
  let outputs: ScoreOutputs
  let checkpointFile: CheckpointFile?
  let console: Console

  /// How many rejected lines are told of on standard error.
  private static let reportLimit = 5

  /// How long a run goes on without saving how far it has come, in milliseconds.
  private static let checkpointInterval: UInt64 = 1_000

  /// What the threads share; only the one whose turn it is touches it.
  private struct Shared {
    var checkpoint: Checkpoint
    var progress: ReadingProgress?
    var savedAt: Instant
    var seen = SeenCustomers()
    var writer = JSONWriter()
    var reported = 0
  }

  /// Scores the whole input.
  ///
  /// - Parameter checkpoint: Where to begin.
  /// - Returns: How far the run has come, with what was counted, by earlier runs, too.
  /// - Throws: ``CommandFailure``; everything before the failure has been written then.
  func run(from checkpoint: Checkpoint) throws(CommandFailure) -> Checkpoint {
    var first = Shared(
      checkpoint: checkpoint,
      progress: progress(from: checkpoint),
      savedAt: Platform.now()
    )
    if checkpoint.outputSize == 0 {
      let header = ContiguousArray(ResultLines(program.engine, format).header.utf8)
      try outputs.results.write(header.span)
      first.checkpoint.outputSize = header.count
    }
    let shared = Mutex(first)
    defer { shared.withLock { $0.progress?.clear() } }
    try BlockThreads(count: threads, label: "winback.score").run(
      over: histories.source,
      with: BlockReader(
        ScoreWorker(program, format),
        attributes: program.engine.rules.ruleSet.attributes,
        plan: histories.plan,
        timeZone: program.engine.policies.facts.timeZone
      ),
      read: { reader, block in reader.read(&block) },
      take: { reader, block throws(CommandFailure) in
        try shared.withLock { shared throws(CommandFailure) in
          try write(reader, block, &shared)
        }
      }
    )
    return shared.withLock { $0.checkpoint }
  }

  /// The line of progress; nil where nobody would see it, or results come on the same terminal.
  private func progress(from checkpoint: Checkpoint) -> ReadingProgress? {
    guard console.errors.isTerminal, !outputs.results.isTerminal else { return nil }
    return ReadingProgress(
      on: console.errors,
      bytes: input.byteCount.map { count in
        min(range.start, count)..<min(range.end, count)
      },
      from: checkpoint.inputOffset,
      customers: checkpoint.reading.customers
    )
  }

  /// Writes what came out of a block.
  private func write(
    _ reader: borrowing BlockReader<ScoreWorker>,
    _ block: borrowing LineBlock,
    _ shared: inout Shared
  ) throws(CommandFailure) {
    try checkLayout(reader, block)
    if histories.mayRepeatCustomers, let rows = reader.customerReader {
      try shared.seen.insert(rows.starts, of: block, in: input.file)
    }
    let bytes = reader.worker.results.bytes
    try outputs.results.write(bytes.span)
    shared.checkpoint.outputSize += bytes.count
    for line in reader.rejected { try reject(line, &shared) }
    shared.checkpoint.reading.add(reader.tally)
    shared.checkpoint.scores.add(reader.worker.tally)
    shared.checkpoint.inputOffset = block.endOffset
    shared.progress?.update(
      offset: block.endOffset,
      customers: shared.checkpoint.reading.customers
    )
    try saveNowAndThen(&shared)
  }

  /// Refuses JSON that is laid out for people, instead of rejecting it line by line.
  ///
  /// A line or two of it may read as histories of their own: the last element of an array does.
  private func checkLayout(
    _ reader: borrowing BlockReader<ScoreWorker>,
    _ block: borrowing LineBlock
  ) throws(CommandFailure) {
    guard histories.plan == nil, block.offset == 0, reader.tally.customers <= 1,
      reader.tally.rejected > 2,
      block.startsWithLongValue
    else { return }
    throw input.failure(
      "expected a history on each line, found one that goes on over several lines; use "
        + "'winback evaluate' for it, or write it on one line as 'jq -c' does"
    )
  }

  private func reject(_ line: RejectedLine, _ shared: inout Shared) throws(CommandFailure) {
    let linesBefore = shared.checkpoint.reading.lines
    if let rejects = outputs.rejects {
      shared.writer.removeAll()
      line.write(
        to: &shared.writer,
        linesBefore: linesBefore,
        keepsText: format.pseudonyms == nil
      )
      let bytes = shared.writer.bytes
      try rejects.write(bytes.span)
      shared.checkpoint.rejectsSize += bytes.count
    }
    guard shared.reported < Self.reportLimit else { return }
    shared.reported += 1
    shared.progress?.clear()
    console.report(
      Diagnostic(
        .error,
        line.message,
        file: input.file.name,
        line: line.number(linesBefore: linesBefore),
        column: line.column
      )
    )
  }

  /// Saves how far the run has come, once everything before it is on the disk.
  private func saveNowAndThen(_ shared: inout Shared) throws(CommandFailure) {
    guard let checkpointFile else { return }
    let now = Platform.now()
    guard shared.savedAt.milliseconds(until: now).magnitude >= Self.checkpointInterval else {
      return
    }
    shared.savedAt = now
    try outputs.synchronize()
    try checkpointFile.save(shared.checkpoint)
    checkpointFile.keep()
    outputs.keep()
  }
}
