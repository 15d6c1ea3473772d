/// A message to the user about the input or the command line, with its location where one is known.
package struct Diagnostic: Sendable, Hashable {
  /// How much it matters.
  package enum Severity: String, Sendable, Hashable {
    case error
    case warning
    case note
  }

  /// How much it matters.
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

  /// Creates a message.
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

  /// The message as one line of text, without the line end.
  ///
  /// Control characters are spelt out: a name from a hostile file must not drive the terminal.
  package func rendered(style: TextStyle = .plain) -> String {
    var place = (file ?? "winback").printable
    if let line {
      place += ":\(line)"
      if let column { place += ":\(column)" }
    }
    var text = style.bold("\(place):") + " " + style.bold(label(style: style)) + " "
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
