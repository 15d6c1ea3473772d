/// The place for the results that the user named with `--output`; standard output without it.
///
/// A file is written under another name beside its own and takes its own name at the end, so that
/// nothing half-written is ever at the path. A device or a pipe is written as it comes.
package struct OutputFile: Sendable, Hashable {
  private let path: String?

  /// Creates an output.
  ///
  /// - Parameter path: The path as the user gave it; nil or `-` for standard output.
  package init(_ path: String?) {
    self.path = path == "-" || path == "/dev/stdout" ? nil : path
  }

  /// Writes a document such as a page as the whole output, as it is.
  ///
  /// - Throws: ``CommandFailure`` when the output cannot be created or written.
  package func write(_ text: String, on console: Console) throws(CommandFailure) {
    try write(ContiguousArray(text.utf8), on: console)
  }

  /// Writes bytes as the whole output.
  func write(
    _ bytes: ContiguousArray<UInt8>,
    on console: Console
  ) throws(CommandFailure) {
    try withChannel(on: console) { channel throws(CommandFailure) in try channel.write(bytes.span) }
  }

  /// Opens the output for the time of a call, to write it piece by piece.
  ///
  /// - Parameters:
  ///   - console: Where standard output goes.
  ///   - body: Writes the results.
  /// - Returns: What the body returns.
  /// - Throws: ``CommandFailure`` when the output cannot be created or written, and what the body
  ///   throws; the file at the path is then as it was before.
  package func withChannel<Result>(
    on console: Console,
    _ body: (OutputChannel) throws(CommandFailure) -> Result
  ) throws(CommandFailure) -> Result {
    guard let path else { return try body(console.output) }
    let file = try PendingFile(path: path, console.files)
    let result: Result
    do {
      result = try body(OutputChannel(name: "'\(path)'", sink: file.descriptor, isFile: true))
    } catch {
      file.discard()
      throw error
    }
    try file.finish()
    return result
  }
}

extension ParsedArguments {
  /// Writes a result where the user wants it: as JSON for programs with `--json`, else as text for
  /// people, with annotations after it.
  func write(
    on console: Console,
    json: @autoclosure () -> ContiguousArray<UInt8>,
    annotations: @autoclosure () -> [GitHubCommand] = [],
    text: (OutputChannel) -> String
  ) throws(CommandFailure) {
    try OutputFile(self[.output]).withChannel(on: console) { channel throws(CommandFailure) in
      if self[.json] {
        try channel.write(GitHubCommand.disarmed(json: json()).span)
      } else {
        try channel.write(text(channel))
        try channel.write(annotations())
      }
    }
  }
}
