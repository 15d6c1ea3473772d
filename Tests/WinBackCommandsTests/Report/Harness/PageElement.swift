import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// An element of a page that was read back.
final class PageElement {
  let name: String
  let attributes: [String: String]
  private(set) var children: [PageElement] = []
  /// What is said, in order: words and the text of elements, of which a `span` is a part of its line.
  private var parts: [() -> String] = []

  private init(name: String, attributes: [String: String]) {
    self.name = name
    self.attributes = attributes
  }

  /// Reads a page as XML, which is stricter than HTML; nil where it is not well-formed.
  static func read(_ page: String) -> PageElement? {
    let reader = Reader()
    let parser = XMLParser(data: Data(page.utf8))
    parser.delegate = reader
    return parser.parse() ? reader.root : nil
  }

  /// The element and all within, in the order of the page.
  var all: [PageElement] { [self] + children.flatMap(\.all) }

  /// The text of the element and of all within, with single spaces.
  var text: String {
    parts.map { $0() }.joined().split { $0.isWhitespace }.joined(separator: " ")
  }

  /// Returns the elements within of a name.
  func elements(_ name: String) -> [PageElement] { all.filter { $0.name == name } }

  /// Returns the cells of the table with a caption, or with an identifier in brackets at its end, without
  /// its titles; nil where there is none.
  func table(_ caption: String) -> [[String]]? {
    let table = elements("table").first { table in
      let found = table.elements("caption").first?.text
      return found == caption || found?.hasSuffix("(\(caption))") == true
    }
    return table?.elements("tbody").first?.children.map { row in row.children.map(\.text) }
  }

  private final class Reader: NSObject, XMLParserDelegate {
    var root: PageElement?
    private var open: [PageElement] = []

    func parser(
      _ parser: XMLParser,
      didStartElement name: String,
      namespaceURI: String?,
      qualifiedName: String?,
      attributes: [String: String]
    ) {
      let element = PageElement(name: name, attributes: attributes)
      open.last?.children.append(element)
      open.last?.parts.append {
        element.name == "span" && element.attributes["class"] == "date"
          ? element.text : " \(element.text) "
      }
      root = root ?? element
      open.append(element)
    }

    func parser(
      _ parser: XMLParser,
      didEndElement name: String,
      namespaceURI: String?,
      qualifiedName: String?
    ) {
      open.removeLast()
    }

    func parser(_ parser: XMLParser, foundCharacters words: String) {
      open.last?.parts.append { words }
    }
  }
}
