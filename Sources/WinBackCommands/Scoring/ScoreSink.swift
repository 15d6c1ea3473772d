/// A place for lines: a stream, a file that appears when it is whole, or one that a later run may
/// go on with.
struct ScoreSink: Sendable {
  private let channel: OutputChannel
  private let file: PendingFile?

  /// Opens a place.
  ///
  /// - Parameters:
  ///   - path: The path; nil for standard output.
  ///   - size: The bytes that an interrupted run has written and that stay; nil where the run cannot
  ///     be gone on with.
  ///   - console: Where standard output goes.
  /// - Throws: ``CommandFailure`` where nothing can be written there.
  init(path: String?, resumingAt size: Int?, on console: Console) throws(CommandFailure) {
    guard let path, !path.namesStandardOutput else {
      channel = console.output
      file = nil
      return
    }
    let file =
      if let size { try PendingFile(path: path, keeping: size) } else {
        try PendingFile(path: path)
      }
    channel = OutputChannel(name: "'\(path)'", sink: file.descriptor)
    self.file = file
  }

  /// Whether a person is looking.
  var isTerminal: Bool { channel.isTerminal }

  /// Writes some lines.
  func write(_ bytes: Span<UInt8>) throws(CommandFailure) {
    try channel.write(bytes)
  }

  /// Returns when what was written is on the disk, where that matters.
  func synchronize() throws(CommandFailure) {
    try file?.synchronize()
  }

  /// Gives a file its name.
  func finish() throws(CommandFailure) {
    try file?.finish()
  }

  /// Leaves the place as it was before; what a later run can go on with stays beside it.
  func discard() {
    file?.discard()
  }

  /// Removes what would be left behind if the process ended now.
  func removeTemporary() {
    file?.removeTemporary()
  }
}
