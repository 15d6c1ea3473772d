import CalendarTime
import WinBack
import WinBackFormats

/// `winback evaluate`: one customer, or a few, with reasons.
struct EvaluateCommand: Command {
  private static let history = PositionalDescription(
    "HISTORY",
    kind: .file(extensions: ["json", "jsonl"]),
    help: "the customer's history, or JSON Lines of a few; '-' is standard input")

  static let description = CommandDescription(
    name: "evaluate",
    abstract: "tell which offers a customer may have, best first, and why, why not and when",
    discussion: """
      For each offer of the customer's subscription group it shows every rule with the numbers \
      that met, the windows in which the customer is eligible over the whole timeline, what would \
      have to change, and which undocumented assumption the answer hangs on.
      """,
    positionals: [history],
    options: [EngineOptions.catalog] + EngineOptions.descriptions + [
      .format(["native"]), .output, .json,
    ],
    examples: [
      CommandExample(
        "winback evaluate alice.json --catalog catalog.json --as-of 2025-01-15",
        "what Alice may have on that day"),
      CommandExample(
        "winback evaluate alice.json --catalog catalog.json --policy waitStart=subscriptionEnd",
        "the same under another assumption"),
      CommandExample(
        "winback evaluate alice.json --catalog catalog.json --json | jq .offers[].windows",
        "the windows, for a program"),
    ],
    exitStatuses: [.done: "decided; an ineligible customer is a normal answer"])

  private let engineOptions: EngineOptions
  private let history: InputFile
  private let output: OutputFile
  private let printsJSON: Bool

  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    engineOptions = try EngineOptions(arguments)
    history = InputFile(try arguments.required(Self.history))
    output = OutputFile(arguments.value(.output))
    printsJSON = arguments.flag(.json)
  }

  func run(on console: Console) throws(CommandFailure) -> ExitStatus {
    let engine = try engineOptions.engine(on: console)
    let now = engineOptions.instant(for: engine, on: console)
    let customers = try history.parse(on: console) { bytes throws(FormatError) in
      try engine.decisions(json: bytes, asOf: now)
    }
    guard !customers.isEmpty else {
      throw CommandFailure(
        .badData, [Diagnostic(.error, "expected a history, found none", file: history.name)])
    }
    for customer in customers {
      for product in customer.productsWithoutGroup {
        console.report(
          Diagnostic(
            .warning,
            "no subscription group has the product '\(product)'; its transactions are skipped",
            file: history.name))
      }
    }
    let decisions = customers.flatMap { $0 }
    try output.withChannel(on: console) { channel throws(CommandFailure) in
      if printsJSON {
        var writer = DecisionJSON(isPretty: decisions.count == 1)
        for decision in decisions { writer.append(decision) }
        try channel.write(writer.bytes.span)
      } else {
        let text = DecisionText(style: channel.style, width: channel.width)
        try channel.write(decisions.map(text.text(of:)).joined(separator: "\n"))
      }
    }
    return .done
  }
}
