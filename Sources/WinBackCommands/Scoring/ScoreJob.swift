import CalendarTime
import WinBack
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

  /// How far the run has come.
  private struct Progress: Sendable {
    var checkpoint: Checkpoint
    var savedAt = Platform.now()
    var writer = JSONWriter()
  }

  /// Scores everybody.
  ///
  /// - Parameter checkpoint: Where to begin.
  /// - Returns: How far the run has come, with what was counted, by earlier runs, too.
  /// - Throws: ``CommandFailure``; everything before the failure has been written then.
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

  /// Writes what came out of a block.
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
