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
          "\(lead)[\"\(isText ? filler : "a")\",\(between)[1, [2]],\n\n {\"k\": \"\(isText ? filler : "b")\", "
          + "\"odd name\\n\": [{}, {\"l\": null, \"m\": {\"n\": [0, false]}}]}, \(between)3]"
        let bytes = ContiguousArray(text.utf8)
        let document = try JSONDocument(parsing: bytes)
        var positions = JSONPositions(of: document)
        var nodes = [document.root]
        var count = 0
        while let node = nodes.popLast() {
          count += 1
          let expected = FormatError("x", at: node.offset, in: bytes.rawBytes)
          let error = positions.error("x", at: node)
          #expect(error == expected)
          #expect(node.error("x") == expected)
          switch node.kind {
          case .array: nodes += try node.array()
          case .object: nodes += try node.object().members.flatMap { [$0.key, $0.value] }
          default: break
          }
        }
        #expect(count == 22)
      }
    }
  }
}
