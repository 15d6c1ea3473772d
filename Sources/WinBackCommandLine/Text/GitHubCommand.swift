/// A line that tells GitHub Actions to show something beside the lines of a change.
///
/// GitHub obeys a line of the log that begins with `::`, and `##[` anywhere in a line. Only values of
/// this type make such a line: all other text is disarmed before it is written.
package struct GitHubCommand {
  let text: String

  /// Makes the line that shows a message, whose severity is the name of the command; `fallback` is the file
  /// of a message that names none.
  package init(_ diagnostic: Diagnostic, title: String, fallback: String) {
    var properties = ["file=\(Self.property(diagnostic.file ?? fallback))"]
    if let line = diagnostic.line { properties.append("line=\(line)") }
    if let column = diagnostic.column { properties.append("col=\(column)") }
    properties.append("title=\(Self.property(title))")
    let name = diagnostic.severity == .note ? "notice" : diagnostic.severity.rawValue
    let message = (diagnostic.subject.map { "\($0): " } ?? "") + diagnostic.message
    text = "::\(name) \(properties.joined(separator: ","))::\(Self.data(message))\n"
  }

  private static func data(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { withoutBrackets(String($0).printable).replacing(all: "%", by: "%25") }
      .joined(separator: "%0A")
  }

  private static func property(_ text: String) -> String {
    data(text).replacing(all: ":", by: "%3A").replacing(all: ",", by: "%2C")
  }

  /// Returns text in which GitHub finds no command; other text stays as it is.
  static func disarmed(_ text: String) -> String {
    guard text.utf8.contains(part: "::".utf8) || text.utf8.contains(part: "##[".utf8) else {
      return text
    }
    // By scalars, because a mark behind a colon makes another character of it.
    var disarmed = String.UnicodeScalarView()
    var isStart = true
    let scalars = withoutBrackets(text).unicodeScalars
    for (index, scalar) in zip(scalars.indices, scalars) {
      if isStart, scalars[index...].starts(with: "::".unicodeScalars) {
        disarmed.append(contentsOf: "\\u{3A}".unicodeScalars)
      } else {
        disarmed.append(scalar)
      }
      // GitHub looks for a command behind such characters, too.
      let properties = scalar.properties
      let isIgnored = properties.isWhitespace || properties.generalCategory == .format
      isStart = isStart && isIgnored || scalar == "\n" || scalar == "\r"
    }
    return String(disarmed)
  }

  /// Returns a JSON document in whose strings GitHub finds no command; it has the same meaning.
  static func disarmed(json: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
    let mark = UInt8(ascii: "#")
    guard zip(json, json.dropFirst()).contains(where: { $0 == mark && $1 == mark }) else {
      return json
    }
    let parts = json.parts(around: Array("##[".utf8))
    return parts.count == 1 ? json : ContiguousArray(parts.joined(separator: "#\\u0023[".utf8))
  }

  private static func withoutBrackets(_ text: String) -> String {
    text.utf8.parts(around: "##[".utf8).map { String(decoding: $0, as: UTF8.self) }
      .joined(separator: "#\\u{23}[")
  }

  package static func all(
    _ diagnostics: [Diagnostic],
    title: String,
    fallback: String
  ) -> [GitHubCommand] {
    diagnostics.map { diagnostic in
      let shown = diagnostic.with {
        $0.line = $0.line ?? 1
        $0.message = ($0.path.map { "\($0): " } ?? "") + $0.sentence
      }
      return GitHubCommand(shown, title: title, fallback: fallback)
    }
  }
}
