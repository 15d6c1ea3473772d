/// The place for the results that the user named with `--output`; standard output without it.
///
/// A file is written under another name beside its own and takes its own name at the end, so that
/// nothing half-written is ever at the path. A device or a pipe is written as it comes.
package struct OutputFile: Sendable, Hashable {
  private let path: String?

  /// Creates an output; nil or `-` is standard output.
  package init(_ path: String?) { self.path = path }

  /// Writes a document such as a page as the whole output, as it is.
  package func write(_ text: String, on console: Console) throws(CommandFailure) {
    try write(ContiguousArray(text.utf8), on: console)
  }

  package func write(_ bytes: ContiguousArray<UInt8>, on console: Console) throws(CommandFailure) {
    try withChannel(on: console) { channel throws(CommandFailure) in try channel.write(bytes.span) }
  }

  /// Opens a stream, or a file that appears when it is whole, for the time of a call, to write it piece
  /// by piece.
  ///
  /// If that fails, the file at the path is as it was before.
  package func withChannel<Result>(
    on console: Console,
    _ body: (OutputChannel) throws(CommandFailure) -> Result
  ) throws(CommandFailure) -> Result {
    guard let path, !path.namesStandardOutput else { return try body(console.output) }
    if case .sink(let known)? = console.memory[path] {
      return try body(OutputChannel(name: "'\(path)'", sink: known))
    }
    let file = try PendingFile(at: OutputPlace(path, files: console.files))
    let result: Result
    do {
      result = try body(OutputChannel(name: "'\(path)'", sink: file))
    } catch {
      file.discard()
      throw error
    }
    try file.finish()
    return result
  }
}

extension ParsedArguments {
  package var output: OutputFile { OutputFile(self[.output]) }

  /// Writes a result where the user wants it: as rows with `--csv` if it has some, as JSON for programs
  /// with `--json`, else as text for people, with the annotations that the user wants after it.
  package func write(
    on console: Console,
    rows: ((OutputChannel) throws(CommandFailure) -> Void)? = nil,
    json: @autoclosure () -> ContiguousArray<UInt8>,
    annotations: @autoclosure () -> [GitHubCommand] = [],
    text: (TextPage) -> String
  ) throws(CommandFailure) {
    try output.withChannel(on: console) { channel throws(CommandFailure) in
      if self[.csv], let rows {
        try rows(channel)
      } else if self[.json] {
        try channel.write(GitHubCommand.disarmed(json: json()).span)
      } else {
        try channel.write(text(TextPage(channel)))
        if report(.github) != nil { try channel.write(annotations()) }
      }
    }
  }

  package func write(
    _ document: @autoclosure () -> some Sequence<UInt8>,
    as kind: ReportKind,
    on console: Console
  ) throws(CommandFailure) {
    guard let path = report(kind) else { return }
    try OutputFile(path).write(ContiguousArray(document()), on: console)
  }
}
