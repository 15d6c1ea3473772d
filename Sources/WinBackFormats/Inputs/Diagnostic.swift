import CEL

/// A message to the user about the input or the command line, with its location where one is known.
package struct Diagnostic: Error, Sendable, Hashable {
  package enum Severity: String, Sendable, Hashable {
    case error, warning, note
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

  /// The location in JSON, such as `subscriptions[1].offerId`.
  package var path: String?

  /// The known name that was most likely meant.
  package var suggestion: String?

  /// What the message is about, such as the identifier of an offer.
  package var subject: String?

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

  /// Returns the message with something changed.
  package func with(_ change: (inout Diagnostic) -> Void) -> Diagnostic {
    var diagnostic = self
    change(&diagnostic)
    return diagnostic
  }

  /// The message with its suggestion, without the location.
  package var sentence: String { message.suggesting(suggestion) }

  package var location: String {
    var location = file ?? "winback"
    if let line {
      location += ":\(line)"
      if let column { location += ":\(column)" }
    }
    return location
  }

  /// Creates a message of a reader, which has read some lines before those of the file.
  package init(
    _ severity: Severity,
    _ message: FormatWarning,
    file: String?,
    after lineCount: Int = 0
  ) {
    self.init(
      severity,
      message.message,
      file: file,
      line: message.line.map { $0 &- lineCount },
      column: message.column,
      path: message.path.isEmpty ? nil : message.path.abbreviatedPath
    )
  }

  package init(_ severity: Severity, _ error: FormatError, file: String?) {
    self.init(severity, FormatWarning(error), file: file)
  }

  /// Creates a message about inputs that were read as one.
  package init(_ severity: Severity, _ message: FormatWarning, in text: JoinedText) {
    let (file, linesBefore) = text.file(ofLine: message.line)
    self.init(severity, message, file: file, after: linesBefore)
  }

  /// Writes the members of a JSON object.
  package func write(to json: inout JSONWriter) {
    json.member("severity", severity.rawValue)
    json.member("file", file)
    json.member("line", line)
    json.member("column", column)
    json.member("path", path?.printable)
    json.member("message", message.abbreviatedMessage.printable)
  }
}

extension String {
  /// The most characters of a message; texts of our own, with some names, are shorter.
  private static let messageLimit = 2_000

  /// The message without its middle where it is far too long.
  package var abbreviatedMessage: String {
    utf8.count > Self.messageLimit && count > Self.messageLimit
      ? "\(prefix(Self.messageLimit / 2))…\(suffix(Self.messageLimit / 4))" : self
  }

  /// The path without its middle where it is far too long for a message.
  package var abbreviatedPath: String { count > 200 ? "\(prefix(80))…\(suffix(80))" : self }
}
