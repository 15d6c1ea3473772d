import WinBackFormats

/// Makes text of markup, which reads as HTML and as XML.
///
/// Elements that hold only elements have one on each line, so that two reports can be compared line
/// by line.
struct MarkupWriter {
  /// The text so far.
  private(set) var text = ""

  /// Writes a part; the depth is that of the page's own structure, whatever the input.
  mutating func write(_ part: Markup, indentation: Int = 0) {
    switch part {
    case .text(let words): append(escaping: words)
    case .resource(let resource): text += resource.text
    case .element(let element): write(element, indentation)
    }
  }

  private mutating func write(_ element: Element, _ indentation: Int) {
    text += "<\(element.name)"
    for (name, value) in element.attributes {
      guard let value else { continue }
      text += " \(name)=\""
      append(escaping: value)
      text += "\""
    }
    guard let contents = element.contents else {
      text += "/>"
      return
    }
    text += ">"
    let isList = !contents.isEmpty && contents.allSatisfy(\.isElement)
    for part in contents {
      if isList { startLine(indentation + 1) }
      if case .text(let words) = part, Self.prose.contains(element.name.description) {
        append(prose: words)
      } else {
        write(part, indentation: indentation + 1)
      }
    }
    if isList { startLine(indentation) }
    text += "</\(element.name)>"
  }

  /// The elements in which lines may break.
  private static let prose: Set<String> = ["p", "dd", "td", "th", "li", "div", "span"]

  /// Appends text in which no line breaks within a date.
  private mutating func append(prose words: String) {
    var rest = Array(words.utf8)[...]
    while let start = rest.indices.first(where: { rest[$0...].dateCount != nil }) {
      let end = start + (rest[start...].dateCount ?? 0)
      append(escaping: String(decoding: rest[..<start], as: UTF8.self))
      text += "<span class=\"date\">"
      append(escaping: String(decoding: rest[start..<end], as: UTF8.self))
      text += "</span>"
      rest = rest[end...]
    }
    append(escaping: String(decoding: rest, as: UTF8.self))
  }

  private mutating func startLine(_ indentation: Int) {
    text += "\n" + String(repeating: " ", count: indentation)
  }

  /// Appends text so that nothing in it is markup.
  ///
  /// Characters that steer instead of being seen are spelt out, as on a terminal: XML refuses most
  /// of them, and marks that reverse the direction of writing would disguise an identifier.
  private mutating func append(escaping words: String) {
    for scalar in words.printable.unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "'": text += "&#39;"
      case "\u{FFFE}", "\u{FFFF}": text += "\u{FFFD}"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}

extension Markup {
  fileprivate var isElement: Bool {
    if case .element = self { true } else { false }
  }
}
