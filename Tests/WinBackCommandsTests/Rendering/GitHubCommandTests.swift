import Testing
import WinBackCommandLine

@Suite("The log of GitHub")
struct GitHubCommandTests {
  private let folder = ScenarioFolder.make()

  /// Texts of an input that would be commands.
  private static let texts = [
    "::stop-commands::x", "##[set-output name=markdown]/etc/passwd", "a ##[add-mask]b",
    "\\u00a0::error::x", ":\\u0301::x", "##[\\u0301group]x", "x\\n::error::x", "x\\u2028::error::x",
    "a word and some more words, so that the line must be wrapped somewhere ::stop-commands::x",
  ]

  @Test("has no command that stands in a catalog or a scenario", arguments: texts)
  func inputs(text: String) throws {
    let catalog = try folder.read("catalog.json")
    try folder.write(
      catalog.replacing("free_month", with: text).replacing("video", with: text)
        .replacing("\"minimum\": 2", with: "\"minimum\": 0"),
      to: "catalog.json"
    )
    try folder.write(
      """
      { "catalog": "catalog.json", "scenarios": [
        { "name": "\(text)", "history": [ { "subscribe": "basic", "on": "2024-01-01" } ],
          "expect": [ { "asOf": "2024-06-01", "eligible": ["\(text)"] } ] },
        { "name": "\(text)2", "history": [ { "subscribe": "\(text)", "on": "2024-01-01" } ],
          "expect": [ { "asOf": "2024-06-01", "eligible": ["\(text)"] } ] } ] }
      """,
      to: "a.scenarios.json"
    )
    try folder.write("{ \"catalog\": \"catalog.json\" }", to: "winback.json")
    try folder.write(
      #"{ "customerId": "\#(text)", "transactions": [ { "productId": "basic", "#
        + #""purchaseDate": "2024-01-01", "expiresDate": "2024-02-01" } ] }"#,
      to: "history.json"
    )
    let catalogPath = folder.path("catalog.json")
    let runs = [
      ["check", folder.path(), "--report", "github"], ["check", folder.path(), "--json"],
      ["test", folder.path(), "--report", "github"], ["test", folder.path(), "--json"],
      ["lint", catalogPath], ["lint", catalogPath, "--report", "github"],
      ["lint", catalogPath, "--json"],
      ["evaluate", folder.path("history.json"), "--catalog", catalogPath],
      ["evaluate", folder.path("history.json"), "--catalog", catalogPath, "--json"],
      ["evaluate", folder.path("history.json"), "--catalog", text],
      ["compare", "--from", catalogPath, "--to", "\(text)=a"], [text],
    ]
    for arguments in runs {
      let run = CommandRun(arguments)
      expectNoCommand(in: run.output + run.errors + run.evidence, arguments)
    }
  }

  @Test("has no command that stands in the name of a file")
  func names() throws {
    for name in ["::stop-commands::x", "##[group]x"] {
      try folder.write("{", to: "\(name).scenarios.json")
    }
    let memory = InMemoryConsole()
    let run = CommandRun(["test", folder.path(), "--report", "github"], on: memory)
    #expect(run.status == .badData)
    expectNoCommand(in: run.output + run.errors, [])
    let arguments = ["evaluate", "::warning::x.json", "--catalog", "::error::y.json"]
    expectNoCommand(in: CommandRun(arguments).errors, arguments)
  }

  @Test("shows a disarmed text so that a reader recognizes it")
  func spelling() throws {
    let memory = InMemoryConsole()
    try memory.console.output.write("a\n  ::error::b ::c\n##[d]\n")
    #expect(memory.output == "a\n  \\u{3A}:error::b ::c\n#\\u{23}[d]\n")
  }

  /// Expects that no line is a command but those by which messages are shown.
  private func expectNoCommand(in log: String, _ arguments: [String]) {
    #expect(log.utf8.firstRange(of: Array("##[".utf8)) == nil, "\(arguments)")
    for line in log.unicodeScalars.split(whereSeparator: { $0 == "\n" || $0 == "\r" }) {
      let line = line.drop { $0.properties.isWhitespace }
      guard line.starts(with: "::".unicodeScalars) else { continue }
      let isOwn = ["error", "warning", "notice"].contains { name in
        line.starts(with: "::\(name) file=".unicodeScalars)
      }
      #expect(isOwn, "\(arguments): \(String(line))")
    }
  }
}
