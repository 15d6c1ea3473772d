import WinBackFormats

extension FormatError {
  /// The message with its location in the document, without anything of what was found there.
  ///
  /// What was expected is a text of our own; what was found stays where it is a word for a kind, such as
  /// `a number`.
  var messageWithoutValues: String {
    var text = "it cannot be read"
    if let separator = message.firstRange(of: ", found ") {
      let isKind = !message[separator.upperBound...].contains { $0 == "'" || $0.isNumber }
      text = isKind ? message : String(message[..<separator.lowerBound])
    }
    return FormatError(message: text, offset: offset, line: line, column: column, path: path)
      .messageWithPath
  }
}
