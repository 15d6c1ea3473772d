import CEL

/// A line that tells GitHub Actions to show something beside the lines of a change.
///
/// Control characters are spelt out, so that nothing of a hostile file becomes a command of its own.
struct GitHubCommand {
  /// What it does, such as `error`.
  let name: String
  let file: String
  let line: Int?
  var column: Int?
  let title: String
  let message: String

  /// The line, with its end.
  var text: String {
    var properties = ["file=\(Self.property(file))"]
    if let line { properties.append("line=\(line)") }
    if let column { properties.append("col=\(column)") }
    properties.append("title=\(Self.property(title))")
    return "::\(name) \(properties.joined(separator: ","))::\(Self.data(message))\n"
  }

  private static func data(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).printable.replacing(all: "%", by: "%25") }.joined(separator: "%0A")
  }

  private static func property(_ text: String) -> String {
    data(text).replacing(all: ":", by: "%3A").replacing(all: ",", by: "%2C")
  }
}

extension GitHubCommand {
  /// Creates a line that shows a message under a title; `fallback` is the file of a message that
  /// names none.
  init(_ diagnostic: Diagnostic, title: String, fallback: String) {
    let path = diagnostic.path.map { "\($0): " } ?? ""
    let suggestion = diagnostic.suggestion.map { "; did you mean '\($0)'?" } ?? ""
    self.init(
      name: diagnostic.severity == .note ? "notice" : diagnostic.severity.rawValue,
      file: diagnostic.file ?? fallback,
      line: diagnostic.line ?? 1,
      column: diagnostic.column,
      title: title,
      message: path + diagnostic.message + suggestion
    )
  }
}
