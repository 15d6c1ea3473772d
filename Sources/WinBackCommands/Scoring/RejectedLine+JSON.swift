import CEL
import WinBackFiles
import WinBackFormats

extension RejectedLine {
  /// Writes the line as JSON: where it is, the reason, and its text.
  ///
  /// - Parameters:
  ///   - writer: Takes the line.
  ///   - file: The name of the file; nil if there is only one.
  ///   - keepsText: Whether the text is written, and what of it is wrong, which tell whom the line is
  ///     about.
  func write(to writer: inout JSONWriter, file: String?, keepsText: Bool) {
    writer.object { json in
      json.member("file", file)
      json.member("line", line)
      json.member("column", fault.column)
      json.member("offset", offset)
      json.member("reason", keepsText ? fault.messageWithPath : fault.messageWithoutValues)
      guard keepsText else { return }
      // JSON holds text only; other bytes are also kept.
      if let text = String(validating: bytes, as: UTF8.self) {
        json.member("text", text)
      } else {
        json.member("base64", bytes.base64)
      }
    }
    writer.endLine()
  }
}

extension FormatError {
  /// The message with its location in the document, without anything of what was found there.
  ///
  /// What was expected is a text of our own; what was found stays where it is a word for a kind, such as
  /// `a number`.
  fileprivate var messageWithoutValues: String {
    let parts = message.parts(around: ", found ")
    let isKind = !parts.dropFirst().joined().contains { $0 == "'" || $0.isNumber }
    let text = parts.count == 1 ? "it cannot be read" : isKind ? message : String(parts[0])
    return FormatError(message: text, offset: offset, line: line, column: column, path: path)
      .messageWithPath
  }
}
