/// A file that is written beside its place under a lasting name, so that a later run can go on.
struct ResumableFile: Sendable {
  private let path: String
  private let descriptor: FileDescriptor

  private var partialPath: String { Self.partialPath(of: path) }

  /// Opens the file and cuts it off where the run goes on.
  ///
  /// - Parameters:
  ///   - path: The path that the file has at the end.
  ///   - size: How many bytes stay; 0 begins anew.
  init(path: String, keeping size: Int) throws(CommandFailure) {
    self.path = path
    do throws(SystemError) {
      descriptor = FileDescriptor(
        number: try Platform.openForAppending(Self.partialPath(of: path)))
      let found = try Platform.status(of: descriptor.number).size
      guard found >= size else { throw SystemError.noSuchFile }
      try Platform.truncate(descriptor.number, to: size)
    } catch {
      let reason =
        error == .noSuchFile && size > 0
        ? "'\(Self.partialPath(of: path))' does not have the \(size) bytes that the checkpoint counts"
        : error.reason
      throw CommandFailure(.cannotCreate, "cannot create '\(path)': \(reason)")
    }
  }

  var channel: OutputChannel {
    OutputChannel(name: "'\(partialPath)'", sink: descriptor)
  }

  func synchronize() throws(CommandFailure) {
    do {
      try Platform.synchronize(descriptor.number)
    } catch {
      throw CommandFailure(.inputOutput, "cannot write to '\(partialPath)': \(error.reason)")
    }
  }

  /// Gives the file its name.
  func finish() throws(CommandFailure) {
    do {
      try descriptor.close()
      try Platform.rename(partialPath, to: path)
    } catch {
      throw CommandFailure(.inputOutput, "cannot write to '\(path)': \(error.reason)")
    }
  }

  /// Leaves the file as it is, for a later run.
  func leave() {
    try? descriptor.close()
  }

  private static func partialPath(of path: String) -> String { path + ".partial" }
}
