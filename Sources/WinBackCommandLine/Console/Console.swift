/// Everything outside of the process that a command may touch, besides the files it names.
///
/// Commands never ask the system themselves, so that a test runs them with its own streams and
/// its own clock.
package struct Console: InputConsole {
  package let input: any ByteSource

  /// Standard output: results only.
  package let output: OutputChannel
  package let errors: OutputChannel

  /// The time at which the process began; the same throughout a run.
  package let now: Instant

  package let files: RunFiles

  /// The files that are not on the disk, by the paths that the arguments have for them.
  package var memory: [String: MemoryFile]

  /// Told how many customers have been read, and what part of the input that is, if that is known.
  let progress: (@Sendable (_ customers: Int, _ part: Double?) -> Void)?

  package init(
    input: any ByteSource,
    output: OutputChannel,
    errors: OutputChannel,
    now: Instant? = nil,
    memory: [String: MemoryFile] = [:],
    progress: (@Sendable (_ customers: Int, _ part: Double?) -> Void)? = nil
  ) {
    files = RunFiles()
    self.memory = memory
    self.progress = progress
    self.input = input
    self.output = output
    self.errors = errors
    self.now = now ?? Platform.now()
  }

  package func noteReading(_ file: FileDescriptor) { files.read(file) }

  /// A failure is ignored: standard error is where it would have to be told.
  package func report(_ diagnostic: Diagnostic) {
    reportLine(diagnostic.rendered(style: errors.style))
  }

  package func reportLine(_ line: String) { try? errors.write(line + "\n") }

  package static func ofProcess() -> Console {
    Console(
      input: FileDescriptor.standardInput,
      output: channel(to: .standardOutput, name: "standard output"),
      errors: channel(to: .standardError, name: "standard error")
    )
  }

  private static func channel(to descriptor: FileDescriptor, name: String) -> OutputChannel {
    let isTerminal = Platform.isTerminal(descriptor.number)
    return OutputChannel(
      name: name,
      sink: descriptor,
      isTerminal: isTerminal,
      width: Platform.terminalWidth(descriptor.number) ?? OutputChannel.defaultWidth,
      style: TextStyle(isTerminal: isTerminal, environment: Platform.environmentVariable)
    )
  }
}

/// A way out for results or messages: the bytes, and how text should look at the other end.
package struct OutputChannel: Sendable {
  /// What the channel is called in a message, such as `standard output`.
  package let name: String
  package let sink: any ByteSink
  package let isTerminal: Bool

  /// The columns that text should be wrapped to.
  package let width: Int
  package let style: TextStyle
  /// What the rows of tables are written as.
  package let form: RowWriter.Form

  /// The columns that text is wrapped to where the other end does not say.
  package static let defaultWidth = 80

  package init(
    name: String,
    sink: any ByteSink,
    isTerminal: Bool = false,
    width: Int = OutputChannel.defaultWidth,
    style: TextStyle = .plain,
    form: RowWriter.Form = .csv
  ) {
    self.name = name
    self.sink = sink
    self.isTerminal = isTerminal
    self.width = width
    self.style = style
    self.form = form
  }

  /// Writes text, no line of which is a command for GitHub.
  package func write(_ text: String) throws(CommandFailure) {
    // Nobody obeys a file while it is written.
    let shown = sink is PendingFile ? text : GitHubCommand.disarmed(text)
    try write(ContiguousArray(shown.utf8).span)
  }

  func write(_ commands: [GitHubCommand]) throws(CommandFailure) {
    try write(ContiguousArray(commands.map(\.text).joined().utf8).span)
  }

  /// Writes bytes; nothing goes wrong if nobody reads them any more, as behind `head`.
  ///
  /// Another result, or a check, may still be of use. With `stopsUnread` these bytes are the
  /// only result, and this throws ``CommandFailure/readerIsGone``.
  package func write(
    _ bytes: Span<UInt8>,
    stopsUnread: Bool = false
  ) throws(CommandFailure) {
    do {
      try sink.write(bytes)
    } catch .brokenPipe {
      if stopsUnread { throw .readerIsGone }
    } catch {
      throw CommandFailure(.inputOutput, "cannot write to \(name): \(error.reason)")
    }
  }
}
