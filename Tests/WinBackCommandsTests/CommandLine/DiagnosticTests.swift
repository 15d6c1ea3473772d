import Testing
import WinBackCommandLine

@Suite("A message")
struct DiagnosticTests {
  @Test(
    "names the place as far as it is known",
    arguments: [
      (Diagnostic(.error, "it broke"), "winback: error: it broke"),
      (Diagnostic(.warning, "odd", file: "c.json"), "c.json: warning: odd"),
      (Diagnostic(.note, "see", file: "c.json", line: 3), "c.json:3: note: see"),
      (Diagnostic(.error, "bad", file: "c.json", line: 3, column: 7), "c.json:3:7: error: bad"),
      (Diagnostic(.error, "bad", file: "c.json", column: 7), "c.json: error: bad"),
      (
        Diagnostic(
          .error,
          "unknown key 'offerID'",
          file: "c.json",
          line: 3,
          column: 7,
          path: "winBackOffers[0].offerID",
          suggestion: "offerId"
        ),
        "c.json:3:7: error: unknown key 'offerID' (at winBackOffers[0].offerID); "
          + "did you mean 'offerId'?"
      ),
    ]
  )
  func places(diagnostic: Diagnostic, expected: String) {
    #expect(diagnostic.rendered() == expected)
  }

  @Test("spells out what would steer the terminal")
  func controls() {
    let diagnostic = Diagnostic(
      .error,
      "a\u{1B}[2Jb\nc\u{9B}\u{202E}",
      file: "\u{7}.json",
      path: "\u{0}",
      suggestion: "\u{2028}é日"
    )
    #expect(
      diagnostic.rendered()
        == "\\u{7}.json: error: a\\u{1B}[2Jb\\u{A}c\\u{9B}\\u{202E} (at \\u{0}); "
        + "did you mean '\\u{2028}é日'?"
    )
  }

  @Test("is coloured by how much it matters")
  func colors() {
    let text = Diagnostic(.error, "bad", file: "c").rendered(style: .colored)
    let visible = text.replacing("\u{1B}", with: "^")
    #expect(visible == "^[1mc:^[22m ^[1m^[31merror:^[39m^[22m bad")
    #expect(Diagnostic(.warning, "x").rendered(style: .colored).contains("[33mwarning:"))
    #expect(Diagnostic(.note, "x").rendered(style: .colored).contains("[36mnote:"))
  }

  @Test("goes to standard error as one line")
  func reported() {
    let memory = InMemoryConsole()
    memory.console.report(Diagnostic(.warning, "odd", file: "c.json"))
    #expect(memory.errors == "c.json: warning: odd\n")
    #expect(memory.output.isEmpty)
  }
}
