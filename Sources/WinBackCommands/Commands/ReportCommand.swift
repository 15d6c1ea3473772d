import WinBack
import WinBackFormats

/// `winback report`: a page with pictures about one customer or a few.
struct ReportCommand: Command {
  private static let histories = PositionalDescription(
    "HISTORIES",
    kind: .file(extensions: ["json", "jsonl"]),
    help: "the history of a customer, or JSON Lines of a few; '-' is standard input"
  )

  static let description = CommandDescription(
    name: "report",
    abstract: "make a page with pictures: one HTML file that needs no other",
    discussion: """
      The page shows each customer's timeline with the windows of the offers, and for each offer \
      every rule with the values that met. It is one file without scripts that reads nothing from \
      the network, so that it can be mailed, printed and kept.
      """,
    positionals: [histories],
    options: [EngineOptions.catalog] + HistoryInputOptions.descriptions
      + EngineOptions.descriptions + [.output, .verbose],
    examples: [
      CommandExample(
        "winback report alice.json --catalog catalog.json --output alice.html",
        "the page about Alice, as of now"
      )
    ]
  )

  private let engineOptions: EngineOptions
  private let history: HistoryInputOptions
  private let output: OutputFile

  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    engineOptions = try EngineOptions(arguments)
    history = try HistoryInputOptions(arguments, input: arguments.required(Self.histories))
    output = OutputFile(arguments.value(.output))
  }

  func run(on console: Console) throws(CommandFailure) -> ExitStatus {
    let engine = try engineOptions.engine(on: console)
    let now = try engineOptions.instant(for: engine, on: console)
    let customers = try history.decisions(of: engine, asOf: now, on: console)
    let page = CustomerPage(
      customers.flatMap { $0 },
      basis: DecisionBasis(engine, asOf: now),
      asOf: now
    )
    try output.write(page.text, on: console)
    return .done
  }
}
