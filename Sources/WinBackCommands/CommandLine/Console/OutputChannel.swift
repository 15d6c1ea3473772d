/// A way out for results or messages: the bytes, and how text should look at the other end.
package struct OutputChannel: Sendable {
  /// What the channel is called in a message, such as `standard output`.
  package let name: String

  /// Where the bytes go.
  package let sink: any ByteSink

  /// A Boolean value indicating whether a person is looking.
  package let isTerminal: Bool

  /// A Boolean value indicating whether a file gets the bytes, and nobody obeys them meanwhile.
  package let isFile: Bool

  /// The columns that text should be wrapped to.
  package let width: Int

  /// How text is coloured; plain when nobody would see it.
  package let style: TextStyle

  /// The columns that text is wrapped to where the other end does not say.
  package static let defaultWidth = 80

  /// Creates a channel; without further words nobody is looking.
  package init(
    name: String,
    sink: any ByteSink,
    isTerminal: Bool = false,
    isFile: Bool = false,
    width: Int = OutputChannel.defaultWidth,
    style: TextStyle = .plain
  ) {
    self.name = name
    self.sink = sink
    self.isTerminal = isTerminal
    self.isFile = isFile
    self.width = width
    self.style = style
  }

  /// Writes text, no line of which is a command for GitHub.
  ///
  /// - Throws: ``CommandFailure`` when the text cannot be written.
  package func write(_ text: String) throws(CommandFailure) {
    try write(ContiguousArray((isFile ? text : GitHubCommand.disarmed(text)).utf8).span)
  }

  /// Writes commands for GitHub.
  ///
  /// - Throws: ``CommandFailure`` when they cannot be written.
  func write(_ commands: [GitHubCommand]) throws(CommandFailure) {
    try write(ContiguousArray(commands.map(\.text).joined().utf8).span)
  }

  /// Writes bytes.
  ///
  /// - Throws: ``CommandFailure`` when the bytes cannot be written; ``CommandFailure/readerIsGone``
  ///   when nobody reads them any more.
  package func write(_ bytes: Span<UInt8>) throws(CommandFailure) {
    do {
      try sink.write(bytes)
    } catch .brokenPipe {
      throw .readerIsGone
    } catch {
      throw CommandFailure(.inputOutput, "cannot write to \(name): \(error.reason)")
    }
  }
}
