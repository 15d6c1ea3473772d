package import CalendarTime

/// Everything outside of the process that a command may touch, besides the files it names.
///
/// Commands never ask the system themselves, so that a test runs them with its own streams and
/// its own clock.
package struct Console: Sendable {
  /// Standard input.
  package let input: any ByteSource

  /// Standard output: results only.
  package let output: OutputChannel

  /// Standard error: messages.
  package let errors: OutputChannel

  /// The time at which the process began; the same throughout a run.
  package let now: Instant

  /// What the run knows of the files that it reads and writes.
  let files: RunFiles

  /// Creates a console.
  package init(
    input: any ByteSource,
    output: OutputChannel,
    errors: OutputChannel,
    now: Instant
  ) {
    files = RunFiles()
    self.input = input
    self.output = output
    self.errors = errors
    self.now = now
  }

  /// Writes a message to standard error.
  ///
  /// A failure is ignored: standard error is where it would have to be told.
  package func report(_ diagnostic: Diagnostic) {
    reportLine(diagnostic.rendered(style: errors.style))
  }

  /// Writes a warning to standard error.
  func warn(_ message: String, file: String? = nil, suggestion: String? = nil) {
    report(Diagnostic(.warning, message, file: file, suggestion: suggestion))
  }

  /// Writes a line to standard error; a failure is ignored.
  func reportLine(_ line: String) {
    try? errors.write(line + "\n")
  }
}

extension Console {
  /// The console of the process.
  static func ofProcess() -> Console {
    Console(
      input: FileDescriptor.standardInput,
      output: channel(to: .standardOutput, name: "standard output"),
      errors: channel(to: .standardError, name: "standard error"),
      now: Platform.now()
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
