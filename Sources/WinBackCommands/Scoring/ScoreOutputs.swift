import WinBackFiles

struct ScoreOutputs: Sendable {
  let results: OutputSink
  /// Where the rejected lines go; nil if they are only counted.
  let rejects: OutputSink?

  init(
    _ options: ScoreOptions,
    resuming checkpoint: Checkpoint,
    on console: Console
  ) throws(CommandFailure) {
    results = try OutputSink(
      path: options.outputPath,
      options.checkpointPath.map { _ in checkpoint.beginning(checkpoint.outputSize) },
      on: console
    )
    do throws(CommandFailure) {
      rejects = try options.rejectsPath.map { path throws(CommandFailure) in
        try OutputSink(
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

  func discard() {
    results.discard()
    rejects?.discard()
  }

  var resumablePaths: [String] {
    [results.resumablePath, rejects?.resumablePath].compactMap(\.self)
  }
}
