extension Diagnostic {
  /// The message as one line of text, without the line end.
  ///
  /// Control characters are spelt out: a name from a hostile file must not drive the terminal.
  package func rendered(style: TextStyle = .plain) -> String {
    let color: (String) -> String =
      switch severity {
      case .error: style.red
      case .warning: style.yellow
      case .note: style.cyan
      }
    let label = color("\(severity.rawValue):")
    var text = style.bold("\(location.printable):") + " " + style.bold(label) + " "
    text += message.abbreviatedMessage.printable
    let places = [subject.map { "of \($0)" }, path.map { "at \($0.abbreviatedPath)" }]
    let place = places.compactMap(\.self).joined(separator: ", ")
    if !place.isEmpty { text += " (\(place.printable))" }
    return text.suggesting(suggestion?.abbreviatedPath.printable)
  }
}
