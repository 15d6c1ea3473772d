struct ScoreOutputs: Sendable {
  let results: ScoreSink
  /// Where the rejected lines go; nil if they are only counted.
  let rejects: ScoreSink?

  init(
    _ options: ScoreOptions,
    resuming checkpoint: Checkpoint,
    on console: Console
  ) throws(CommandFailure) {
    results = try ScoreSink(
      path: options.outputPath,
      options.checkpointPath.map { _ in checkpoint.beginning(checkpoint.outputSize) },
      on: console
    )
    do throws(CommandFailure) {
      rejects = try options.rejectsPath.map { path throws(CommandFailure) in
        try ScoreSink(
          path: path,
          options.checkpointPath.map { _ in checkpoint.beginning(checkpoint.rejectsSize) },
          on: console
        )
      }
    } catch {
      results.discard()
      throw error
    }
  }

  /// Returns when what was written is on the disk, where that matters.
  func synchronize() throws(CommandFailure) {
    try results.synchronize()
    try rejects?.synchronize()
  }

  func finish() throws(CommandFailure) {
    do {
      try rejects?.finish()
    } catch {
      results.discard()
      throw error
    }
    try results.finish()
  }

  /// Leaves everything as it was before; what a later run can continue with stays.
  func discard() {
    results.discard()
    rejects?.discard()
  }

  /// The paths of what was written, where a later run can continue with it.
  var resumablePaths: [String] {
    [results.resumablePath, rejects?.resumablePath].compactMap(\.self)
  }
}

/// A place for lines: a stream, a file that appears when it is whole, or one that a later run may
/// continue with.
struct ScoreSink: Sendable {
  private let channel: OutputChannel?
  /// What is written; nil for a stream.
  private let file: (any WrittenFile)?

  /// Opens a place.
  ///
  /// - Parameters:
  ///   - path: The path; nil for standard output.
  ///   - beginning: What an earlier run has written; nil if the run cannot be gone on with.
  ///   - console: Where standard output goes.
  /// - Throws: ``CommandFailure`` if nothing can be written there.
  init(
    path: String?,
    _ beginning: ResumableFile.Beginning?,
    on console: Console
  ) throws(CommandFailure) {
    guard let path, !path.namesStandardOutput else {
      channel = console.output
      file = nil
      return
    }
    if let channel = console.channel(inMemory: path) {
      self.channel = channel
      file = nil
      return
    }
    let file: any WrittenFile
    if let beginning {
      file = try ResumableFile(path: path, beginning, console.files)
    } else {
      file = try PendingFile(path: path, console.files)
    }
    channel = file.sink.map { OutputChannel(name: "'\(path)'", sink: $0) }
    self.file = file
  }

  /// Whether a person is looking.
  var isTerminal: Bool { channel?.isTerminal ?? false }

  /// Writes some lines.
  func write(_ bytes: Span<UInt8>) throws(CommandFailure) { try channel?.write(bytes) }

  /// What a later run can continue with; nil if there is nothing of the kind.
  private var resumable: ResumableFile? { file as? ResumableFile }

  /// Returns when what was written is on the disk, where a later run counts on that.
  func synchronize() throws(CommandFailure) { try resumable?.synchronize() }

  /// The path of what was written, if a later run can continue with it.
  var resumablePath: String? { resumable?.partial }

  func finish() throws(CommandFailure) { try file?.finish() }

  /// Leaves the place as it was before; what a later run can continue with stays beside it.
  func discard() { file?.discard() }
}
