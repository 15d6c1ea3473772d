import Testing
import WinBackFormats

@Suite("JSON Lines")
struct JSONLinesTests {
  /// Reads each line and returns its number with its range or its error.
  private func read(_ text: String) -> [String] {
    let bytes = ContiguousArray(text.utf8)
    var scanner = JSONScanner(lines: bytes.rawBytes)
    var results: [String] = []
    while scanner.nextLine() {
      do throws(JSONError) {
        let range = try scanner.skipValue()
        try scanner.finish()
        results.append("\(scanner.lineIndex + 1): " + String(decoding: bytes[range], as: UTF8.self))
      } catch {
        let error = FormatError(
          error.description,
          at: error.offset,
          inLine: scanner.lineIndex,
          of: bytes.rawBytes
        )
        results.append(error.description)
      }
    }
    results.append("\(scanner.lineIndex) line feeds")
    return results
  }

  @Test("each line is a document; blank lines and either line end are fine")
  func reads() {
    #expect(read("") == ["0 line feeds"])
    #expect(read("\n \r\n\t") == ["2 line feeds"])
    #expect(read("{}\n[1]\n") == ["1: {}", "2: [1]", "2 line feeds"])
    #expect(read("{}\r\n\r\n  [1] \r\n2") == ["1: {}", "3: [1]", "4: 2", "3 line feeds"])
    #expect(read("\u{FEFF}{}\n1") == ["1: {}", "2: 1", "1 line feeds"])
    // The second of two joined files.
    #expect(read("{}\n\u{FEFF}1\n\u{FEFF}\n2") == ["1: {}", "2: 1", "4: 2", "3 line feeds"])
  }

  @Test("a bad line is left out, and the next one is read")
  func recovers() {
    #expect(
      read("{\"a\": [1,\n]}\n\"x\ny\"\n{} {}\n[\"\u{1}\n3") == [
        "1:10: expected a value, found the end of the line (at a[1])",
        "2:1: expected a value, found ']'",
        "3:3: the line ends inside a string",
        "4:1: expected a value, found 'y'",
        "5:4: expected the end of the line after the value, found '{'",
        "6:3: the character U+0001 inside a string must be written as an escape (at [0])",
        "7: 3",
        "6 line feeds",
      ]
    )
  }

  @Test("a line that a reader gives up on in the middle does not disturb the next one")
  func abandons() throws {
    let bytes = ContiguousArray("{\"a\": [[[1\n{\"b\":2}".utf8)
    var scanner = JSONScanner(lines: bytes.rawBytes)
    let hasFirst = scanner.nextLine()
    #expect(hasFirst)
    try scanner.beginObject()
    _ = try scanner.nextKey()
    let hasSecond = scanner.nextLine()
    #expect(hasSecond)
    try scanner.beginObject()
    let key = try scanner.nextKey()
    #expect(key?.range == 13..<14)
    let number = try scanner.readNumber().integer
    #expect(number == 2)
    let end = try scanner.nextKey()
    #expect(end == nil)
    try scanner.finish()
    let hasThird = scanner.nextLine()
    #expect(!hasThird)
  }
}
