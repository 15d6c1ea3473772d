import CEL
import WinBackFormats

extension FormatError {
  /// The message with its location in the document, without anything of what was found there.
  ///
  /// What was expected is a text of our own; what was found stays where it is a word for a kind, such as
  /// `a number`.
  var messageWithoutValues: String {
    let parts = message.parts(around: ", found ")
    let isKind = !parts.dropFirst().joined().contains { $0 == "'" || $0.isNumber }
    let text = parts.count == 1 ? "it cannot be read" : isKind ? message : String(parts[0])
    return FormatError(message: text, offset: offset, line: line, column: column, path: path)
      .messageWithPath
  }
}
