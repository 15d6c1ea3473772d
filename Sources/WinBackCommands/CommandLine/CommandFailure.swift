/// The end of a command that could not do its work.
package struct CommandFailure: Error, Sendable, Hashable {
  package let status: ExitStatus
  package let diagnostics: [Diagnostic]

  /// Where the user finds more, in a last line of its own.
  package let hint: String?

  package init(_ status: ExitStatus, _ diagnostics: [Diagnostic], hint: String? = nil) {
    self.status = status
    self.diagnostics = diagnostics
    self.hint = hint
  }

  package init(
    _ status: ExitStatus,
    _ message: String,
    file: String? = nil,
    suggestion: String? = nil
  ) {
    self.init(status, [Diagnostic(.error, message, file: file, suggestion: suggestion)])
  }

  /// The reader of our output has had enough, as `head` has after ten lines.
  ///
  /// There is nobody to tell and nothing went wrong, so the process ends quietly with status 0.
  package static let readerIsGone = CommandFailure(.done, [])
}

/// The status with which the process ends; the numbers above 1 are those of sysexits.
package enum ExitStatus: Int32, Sendable, Hashable, CaseIterable {
  /// The work was done; an ineligible customer is a normal answer.
  case done = 0

  /// The work was done and a check failed: a test, a lint error, an audit mismatch.
  case checkFailed = 1
  case wrongUsage = 64
  case badData = 65
  case cannotOpen = 66

  /// A fault of ours.
  case fault = 70
  case cannotCreate = 73
  case inputOutput = 74
  case hungUp = 129
  case interrupted = 130
  case terminated = 143
}

extension ExitStatus {
  /// What the status means when a command has nothing more exact to say.
  package var meaning: String {
    switch self {
    case .done: "done"
    case .checkFailed: "a check failed"
    case .wrongUsage: "wrong usage"
    case .badData: "bad input data"
    case .cannotOpen: "an input cannot be opened"
    case .fault: "an internal error"
    case .cannotCreate: "the output cannot be created"
    case .inputOutput: "an error while reading or writing"
    case .hungUp: "hung up"
    case .interrupted: "interrupted"
    case .terminated: "terminated"
    }
  }
}

/// A message to the user about the input or the command line, with its location where one is known.
package struct Diagnostic: Sendable, Hashable {
  package enum Severity: String, Sendable, Hashable {
    case error
    case warning
    case note
  }

  package var severity: Severity

  /// What was expected and what was found: lower case, no full stop, names in single quotes.
  package var message: String

  /// The file as the user named it.
  package var file: String?

  /// The line in the file, from 1.
  package var line: Int?

  /// The column in the line, from 1.
  package var column: Int?

  /// The place inside of JSON, such as `subscriptions[1].offerId`.
  package var path: String?

  /// The known name that was most likely meant.
  package var suggestion: String?

  package init(
    _ severity: Severity = .error,
    _ message: String,
    file: String? = nil,
    line: Int? = nil,
    column: Int? = nil,
    path: String? = nil,
    suggestion: String? = nil
  ) {
    self.severity = severity
    self.message = message
    self.file = file
    self.line = line
    self.column = column
    self.path = path
    self.suggestion = suggestion
  }

  /// The message with its suggestion, without the location.
  var sentence: String { message + (suggestion.map { "; did you mean '\($0)'?" } ?? "") }

  var location: String {
    var location = file ?? "winback"
    if let line {
      location += ":\(line)"
      if let column { location += ":\(column)" }
    }
    return location
  }

  /// The message as one line of text, without the line end.
  ///
  /// Control characters are spelt out: a name from a hostile file must not drive the terminal.
  package func rendered(style: TextStyle = .plain) -> String {
    var text = style.bold("\(location.printable):") + " " + style.bold(label(style: style)) + " "
    text += message.abbreviatedMessage.printable
    if let path { text += " (at \(path.abbreviatedPath.printable))" }
    if let suggestion { text += "; did you mean '\(suggestion.abbreviatedPath.printable)'?" }
    return text
  }

  private func label(style: TextStyle) -> String {
    let label = "\(severity.rawValue):"
    return switch severity {
    case .error: style.red(label)
    case .warning: style.yellow(label)
    case .note: style.cyan(label)
    }
  }
}

extension String {
  /// The most characters of a message; texts of our own, with some names, are shorter.
  private static let messageLimit = 2_000

  /// The message without its middle if it has a value that is far too long.
  fileprivate var abbreviatedMessage: String {
    utf8.count > Self.messageLimit && count > Self.messageLimit
      ? "\(prefix(Self.messageLimit / 2))…\(suffix(Self.messageLimit / 4))" : self
  }
}
