import CalendarTime
import WinBackCommands

/// A console whose streams are texts.
struct InMemoryConsole {
  let console: Console

  private let outputStream = InMemoryStream()
  private let errorStream = InMemoryStream()

  init(
    input: String = "",
    now: Instant = Instant(milliseconds: 0),
    width: Int = OutputChannel.defaultWidth,
    style: TextStyle = .plain
  ) {
    console = Console(
      input: InMemoryStream(input),
      output: OutputChannel(
        name: "standard output",
        sink: outputStream,
        width: width,
        style: style
      ),
      errors: OutputChannel(name: "standard error", sink: errorStream, width: width, style: style),
      now: now
    )
  }

  /// What was written to standard output.
  var output: String { outputStream.text }

  /// What was written to standard error.
  var errors: String { errorStream.text }
}
