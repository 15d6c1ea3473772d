import Testing
import WinBackFormats

@Suite("Places in a JSON document")
struct JSONLocationTests {
  /// `^` marks the byte whose place is asked for.
  @Test(
    "have a line, a column and a path",
    arguments: [
      ("^", 1, 1, ""),
      ("^1", 1, 1, ""),
      ("1^", 1, 2, ""),
      ("\u{FEFF}^1", 1, 1, ""),
      ("{\n  \"a\": ^1\n}", 2, 8, "a"),
      ("{\r\n\"a\": 1,\r\n ^\"b\": 2}", 3, 2, "b"),
      (#"{"é": "€", "ü": ^"x"}"#, 1, 17, #"["ü"]"#),
      (#"{"a": [^1]}"#, 1, 8, "a[0]"),
      (#"{"a": [1^, 2]}"#, 1, 9, "a"),
      (#"{"a": [1, ^2]}"#, 1, 11, "a[1]"),
      (#"{"a": [1, 2^]}"#, 1, 12, "a"),
      (#"{"a": [1, 2]^}"#, 1, 13, ""),
      (#"{"a": [[], [{}, {"b": {"c": "te^xt"}}]]}"#, 1, 32, "a[1][1].b.c"),
      (#"{^"a": 1}"#, 1, 2, "a"),
      (#"{"a"^ : 1}"#, 1, 5, "a"),
      (#"{"a" ^x 1}"#, 1, 6, ""),
      (#"{"a": ^}"#, 1, 7, "a"),
      (#"{"a": [1 ^2]}"#, 1, 10, "a"),
      (#"{"a": [1, {"b": ^x}]}"#, 1, 17, "a[1].b"),
      (#"{"a": [1, {"b": "x^"#, 1, 19, "a[1].b"),
      (#"{"a": [1, {"b": {"c\^x": 1}}]}"#, 1, 21, "a[1].b"),
      (#"{"a": 1}^}"#, 1, 9, ""),
      ("[[[[^", 1, 5, "[0][0][0][0]"),
      (
        #"{"": {"odd key": {"wait-between-offers": ^1}}}"#, 1, 42,
        #"[""]["odd key"].wait-between-offers"#
      ),
      (#"{"line\nfeed": ^1}"#, 1, 16, #"["lineU+000Afeed"]"#),
    ]
  )
  func places(marked: String, line: Int, column: Int, path: String) {
    let text = MarkedText(marked)
    let location = FormatError("", at: text.offset, in: text.bytes.rawBytes)
    #expect(location.line == line)
    #expect(location.column == column)
    #expect(location.path == path)
  }

  @Test("are found however deep they lie")
  func deep() {
    let opening = String(repeating: "[{\"a\":", count: 64)
    let document = ContiguousArray((opening + "[").utf8)
    let location = FormatError("", at: document.count - 1, in: document.rawBytes)
    #expect(location.path == String(repeating: "[0].a", count: 64))
    let deeper = ContiguousArray(String(repeating: "[", count: 10_000).utf8)
    #expect(
      FormatError("", at: 9_999, in: deeper.rawBytes).path == String(repeating: "[0]", count: 128)
    )
  }

  @Test("are found at every byte of a document and of what is left when it is cut there")
  func everywhere() {
    let text = #"{"a": [1, {"b": "\u0041é"}, null], "c": {"d": true, "e": [[]]}} "#
    let document = ContiguousArray(text.utf8)
    for offset in -1...document.count + 1 {
      let whole = FormatError("", at: offset, in: document.rawBytes)
      #expect(whole.line == 1)
      let cut = ContiguousArray(document.prefix(max(0, offset)))
      let broken = FormatError("", at: offset, in: cut.rawBytes)
      #expect(broken.column == whole.column)
    }
  }

  @Test("do not show a long key in full")
  func longKey() {
    let key = String(repeating: "k", count: 1_000)
    let document = ContiguousArray("{\"\(key)\": x}".utf8)
    let location = FormatError("", at: document.count - 2, in: document.rawBytes)
    #expect(location.path == key.prefix(80) + "…")
  }
}
