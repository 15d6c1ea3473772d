import WinBack

/// What a reader says about one of several files: an error, or what its user should know.
package struct FileMessage: Error, Sendable, Hashable {
  package let isError: Bool
  package let message: String
  /// The name of the file; nil for all of them together.
  package let file: String?
  /// The line and the column, counted from 1; nil if they are not known.
  package let line: Int?
  package let column: Int?
  /// The path in a JSON document; nil if there is none.
  package let path: String?

  /// Creates a warning about a whole file.
  package init(_ message: String, in file: String? = nil) {
    self.init(FormatWarning(message), in: file)
  }

  /// Creates a message of a reader, which has read some lines before those of the file.
  package init(
    _ warning: FormatWarning,
    in file: String?,
    after linesBefore: Int = 0,
    isError: Bool = false
  ) {
    self.isError = isError
    message = warning.message
    self.file = file
    line = warning.line.map { $0 &- linesBefore }
    column = warning.column
    path = warning.path.isEmpty ? nil : warning.path
  }

  /// Creates an error of a reader.
  package init(_ error: FormatError, in file: String?) {
    self.init(FormatWarning(error), in: file, isError: true)
  }

  /// Creates a message about inputs that were read as one.
  package init(_ warning: FormatWarning, in text: JoinedText, isError: Bool = false) {
    let (file, linesBefore) = text.file(ofLine: warning.line)
    self.init(warning, in: file, after: linesBefore, isError: isError)
  }

  /// Writes the members of a JSON object.
  package func write(to json: inout JSONWriter) {
    json.member("severity", isError ? "error" : "warning")
    json.member("file", file)
    json.member("line", line)
    json.member("column", column)
    json.member("path", path?.abbreviatedPath.printable)
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
