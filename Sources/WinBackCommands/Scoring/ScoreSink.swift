import CalendarTime

/// A place for lines: a stream, a file that appears when it is whole, or one that a later run may
/// go on with.
enum ScoreSink: Sendable {
  case stream(OutputChannel)
  case file(PendingFile, OutputChannel)
  case resumable(ResumableFile)

  /// Opens a place.
  ///
  /// - Parameters:
  ///   - path: The path; nil or `-` for standard output.
  ///   - size: The bytes that an interrupted run has written and that stay; nil where the run cannot
  ///     be gone on with.
  init(path: String?, resumingAt size: Int?, _ console: Console) throws(CommandFailure) {
    guard let path, path != "-", path != "/dev/stdout" else {
      self = .stream(console.output)
      return
    }
    if let size {
      self = .resumable(try ResumableFile(path: path, keeping: size))
    } else {
      let file = try PendingFile(path: path)
      self = .file(file, OutputChannel(name: "'\(path)'", sink: file.descriptor))
    }
  }

  /// Writes some lines.
  func write(_ bytes: Span<UInt8>) throws(CommandFailure) {
    switch self {
    case .stream(let channel), .file(_, let channel): try channel.write(bytes)
    case .resumable(let file): try file.channel.write(bytes)
    }
  }

  /// Returns when what was written is on the disk, where that matters.
  func synchronize() throws(CommandFailure) {
    if case .resumable(let file) = self { try file.synchronize() }
  }

  /// Gives a file its name.
  func finish() throws(CommandFailure) {
    switch self {
    case .stream: break
    case .file(let file, _): try file.finish()
    case .resumable(let file): try file.finish()
    }
  }

  /// Leaves the place as it was before; what a later run can go on with stays beside it.
  func discard() {
    switch self {
    case .stream: break
    case .file(let file, _): file.discard()
    case .resumable(let file): file.leave()
    }
  }
}
