import WinBackCommandLine

/// A console whose streams are texts, but for those that a test gives.
struct InMemoryConsole {
  let console: Console

  private let outputStream = InMemoryStream()
  private let errorStream = InMemoryStream()

  init(
    input: String = "",
    reading source: (any ByteSource)? = nil,
    writingTo sink: (any ByteSink)? = nil,
    tellingTo errorSink: (any ByteSink)? = nil,
    now: Instant = Instant(milliseconds: 0),
    width: Int = OutputChannel.defaultWidth,
    isTerminal: Bool = false,
    style: TextStyle = .plain
  ) {
    console = Console(
      input: source ?? InMemoryStream(input),
      output: OutputChannel(
        name: "standard output",
        sink: sink ?? outputStream,
        isTerminal: isTerminal,
        width: width,
        style: style
      ),
      errors: OutputChannel(
        name: "standard error",
        sink: errorSink ?? errorStream,
        width: width,
        style: style
      ),
      now: now
    )
  }

  /// What was written to standard output.
  var output: String { outputStream.text }

  /// What was written to standard error.
  var errors: String { errorStream.text }
}
