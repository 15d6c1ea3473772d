import Testing
import WinBackFormats

@Suite("Positions in a document")
struct JSONPositionsTests {
  @Test("are those of the places themselves, wherever marks fall")
  func positions() throws {
    for lead in ["", "\u{FEFF}"] {
      for filler in ["é", "\n", "\"", " "].map({ String(repeating: $0, count: 700) }) {
        let isText = filler.hasPrefix("é")
        let between = isText ? "" : filler.replacing("\"", with: "\t")
        let text =
          "\(lead)[\"\(isText ? filler : "a")\",\(between)[1, 2],\n\n {\"k\": \"\(isText ? filler : "b")\"}, "
          + "\(between)3]"
        let bytes = ContiguousArray(text.utf8)
        let document = try JSONDocument(parsing: bytes)
        let positions = JSONPositions(of: document)
        for node in try document.root.array() {
          let expected = FormatError("x", at: node.offset, in: bytes.rawBytes)
          #expect(positions.error("x", at: node.offset, path: expected.path) == expected)
          #expect(node.error("x") == expected)
        }
      }
    }
  }
}
