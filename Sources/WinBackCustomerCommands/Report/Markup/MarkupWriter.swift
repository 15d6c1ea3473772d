import BuiltInFiles
import WinBackCommandLine

/// Makes text of markup, which reads as HTML and as XML.
///
/// Elements that hold only elements have one on each line, so that two reports can be compared line
/// by line.
struct MarkupWriter {
  private(set) var text = ""

  /// Writes a part; the depth is that of the page's own structure, whatever the input.
  mutating func write(_ part: Markup, indentation: Int = 0) {
    switch part {
    case .text(let words): append(escaping: words)
    case .resource(let resource): text += resource.text
    case .element(let name, let attributes, let contents):
      text += "<\(name)"
      for case (let name, let value?) in attributes {
        text += " \(name)=\""
        append(escaping: value)
        text += "\""
      }
      guard let contents else { return text += "/>" }
      text += ">"
      let isList = !contents.isEmpty && contents.allSatisfy(\.isElement)
      for part in contents {
        if isList { startLine(indentation + 1) }
        if case .text(let words) = part, Self.prose.contains(name.description) {
          append(prose: words)
        } else {
          write(part, indentation: indentation + 1)
        }
      }
      if isList { startLine(indentation) }
      text += "</\(name)>"
    }
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
    text += words.printable.markup(apostrophe: "&#39;")
  }
}

/// What a page has of the program itself: it stands in the page as it is.
enum PageResource: Sendable {
  case stylesheet, planStylesheet, planScript

  var text: String {
    switch self {
    case .stylesheet: String(decoding: pageStylesheet.contents, as: UTF8.self)
    case .planStylesheet: String(decoding: BuiltInFiles.planStylesheet.contents, as: UTF8.self)
    case .planScript:
      // XML takes no '<' or '&' but in such a section, and HTML takes its marks for comments.
      "//<![CDATA[\n" + String(decoding: BuiltInFiles.planScript.contents, as: UTF8.self)
        + "//]]>\n"
    }
  }

  /// How a Content-Security-Policy names a script that may run, and no other.
  var policySource: String {
    var hash = SHA256()
    hash.update(text.utf8)
    return "'sha256-\(ContiguousArray(hash.digest()).base64)'"
  }
}

extension ContiguousArray<UInt8> {
  /// The bytes in Base64, with padding.
  var base64: String {
    let alphabet = ContiguousArray(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    )
    var text: ContiguousArray<UInt8> = []
    text.reserveCapacity((count + 2) / 3 * 4)
    for start in stride(from: 0, to: count, by: 3) {
      let group = self[start..<Swift.min(start + 3, count)]
      let value = group.reduce(0) { $0 << 8 | Int($1) }
      let bits = value << (8 * (3 - group.count))
      for place in 0...group.count { text.append(alphabet[bits >> (18 - 6 * place) & 63]) }
      text += repeatElement(UInt8(ascii: "="), count: 3 - group.count)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
