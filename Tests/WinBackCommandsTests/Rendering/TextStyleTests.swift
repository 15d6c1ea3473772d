import Testing
import WinBackCommandLine

@Suite("Colour")
struct TextStyleTests {
  @Test(
    "is used where a person sees it, or where the environment says so",
    arguments: [
      (true, ["TERM": "xterm"], true),
      (false, ["TERM": "xterm"], false),
      (true, ["TERM": "dumb"], false),
      (true, [:], false),
      (true, ["TERM": "xterm", "NO_COLOR": "1"], false),
      (true, ["TERM": "xterm", "NO_COLOR": "0"], false),
      (true, ["TERM": "xterm", "NO_COLOR": ""], true),
      (false, ["CLICOLOR_FORCE": "1"], true),
      (false, ["CLICOLOR_FORCE": "0"], false),
      (false, ["FORCE_COLOR": "1"], true),
      (false, ["FORCE_COLOR": ""], false),
      (true, ["TERM": "dumb", "FORCE_COLOR": "1"], true),
      (false, ["FORCE_COLOR": "1", "NO_COLOR": "1"], false),
    ]
  )
  func rules(isTerminal: Bool, environment: [String: String], isColored: Bool) {
    let style = TextStyle(isTerminal: isTerminal) { environment[$0] }
    #expect(style.isColored == isColored)
  }

  @Test("ends where it began, also inside of another")
  func nesting() {
    let style = TextStyle.colored
    let text = style.red("a" + style.bold("b") + "c")
    #expect(text == "\u{1B}[31ma\u{1B}[1mb\u{1B}[22mc\u{1B}[39m")
    #expect(style.green("") == "")
  }

  @Test("leaves plain text as it is")
  func plain() {
    let style = TextStyle.plain
    let styles = [
      style.bold, style.dim, style.red, style.green, style.yellow, style.cyan,
    ]
    #expect(styles.allSatisfy { $0("text") == "text" })
  }
}
