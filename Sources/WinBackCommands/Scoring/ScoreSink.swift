/// A place for lines: a stream, a file that appears when it is whole, or one that a later run may
/// continue with.
struct ScoreSink: Sendable {
  private enum Storage: Sendable {
    case stream
    case pending(PendingFile)
    case resumable(ResumableFile)
  }

  private let channel: OutputChannel?
  private let storage: Storage

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
      storage = .stream
      return
    }
    let descriptor: FileDescriptor?
    if let beginning {
      let file = try ResumableFile(path: path, beginning, console.files)
      descriptor = file.descriptor
      storage = .resumable(file)
    } else {
      let file = try PendingFile(path: path, console.files)
      descriptor = file.descriptor
      storage = .pending(file)
    }
    channel = descriptor.map { OutputChannel(name: "'\(path)'", sink: $0) }
  }

  /// Whether a person is looking.
  var isTerminal: Bool { channel?.isTerminal ?? false }

  /// Writes some lines.
  func write(_ bytes: Span<UInt8>) throws(CommandFailure) {
    try channel?.write(bytes)
  }

  /// Returns when what was written is on the disk, where a later run counts on that.
  func synchronize() throws(CommandFailure) {
    if case .resumable(let file) = storage { try file.synchronize() }
  }

  /// The path of what was written, if a later run can continue with it.
  var resumablePath: String? {
    if case .resumable(let file) = storage { file.partial } else { nil }
  }

  /// Gives a file its name.
  func finish() throws(CommandFailure) {
    switch storage {
    case .stream: break
    case .pending(let file): try file.finish()
    case .resumable(let file): try file.finish()
    }
  }

  /// Leaves the place as it was before; what a later run can continue with stays beside it.
  func discard() {
    switch storage {
    case .stream: break
    case .pending(let file): file.discard()
    case .resumable(let file): file.discard()
    }
  }
}
