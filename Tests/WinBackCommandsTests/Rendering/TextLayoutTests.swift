import Testing
import WinBackCommandLine

@Suite("Text layout")
struct TextLayoutTests {
  @Test(
    "counts the columns that a terminal shows",
    arguments: [
      ("", 0),
      ("abc", 3),
      ("é", 1),
      ("e\u{301}", 1),
      ("日本語", 6),
      ("한국", 4),
      ("ｆｕｌｌ", 8),
      ("ﾊﾝｶｸ", 4),
      ("👍", 2),
      ("👨‍👩‍👧", 2),
      ("🇩🇪", 2),
      ("❤\u{FE0F}", 2),
      ("→ ✓", 3),
      ("\u{200B}", 0),
      ("a\u{7}b", 2),
      ("\u{1B}[1mbold\u{1B}[22m", 4),
      ("עברית", 5),
    ]
  )
  func widths(text: String, width: Int) {
    #expect(text.displayWidth == width)
  }

  @Test(
    "breaks lines between words",
    arguments: [
      ("", 10, [""]),
      ("one two three", 20, ["one two three"]),
      ("one two three", 8, ["one two", "three"]),
      ("one two three", 7, ["one two", "three"]),
      ("one two three", 6, ["one", "two", "three"]),
      ("a verylongword b", 5, ["a", "verylongword", "b"]),
      ("a\nb\n\nc", 10, ["a", "b", "", "c"]),
      ("a  b\n  by   hand", 4, ["a b", "  by   hand"]),
      ("日本 語", 4, ["日本", "語"]),
      ("a b\u{A0}c d", 4, ["a", "b c", "d"]),
    ]
  )
  func wraps(text: String, width: Int, lines: [String]) {
    #expect(text.wrapped(to: width) == lines)
  }

  @Test("aligns the columns of a table")
  func tables() {
    let table = ResultTable(
      ["offer", "days", "why"],
      numbers: [1],
      [
        ["basic", "7", "日本"], ["日本語の", "1234", ""], ["x"],
        ["\u{1B}[31mred\u{1B}[39m", "", "far", "dropped"],
      ]
    )
    #expect(
      table.text() == """
        offer     days  why
        basic        7  日本
        日本語の  1234
        x
        \u{1B}[31mred\u{1B}[39m             far

        """
    )
    #expect(ResultTable(["a", ""], []).text() == "a\n")
  }

  @Test("needs no titles for a table")
  func untitled() {
    let table = ResultTable(["", ""], [["a", "b"], ["long", "c"]])
    #expect(table.text() == "a     b\nlong  c\n")
  }
}
