import WinBackCommandLine

package struct EvaluateCommand: Command {
  private static let history = ArgumentDescription(
    "HISTORY",
    isRepeatable: true,
    kind: HistoryInputOptions.histories.kind,
    help: "the histories of one customer or a few, in one file or in several; '-' is standard input"
  ).inProject("histories")
  private static let offers = Option(repeatable: "offer", "OFFER", .text)
    .help("explain only the offer with this id or name; may be repeated")
  private static let brief = Option(flag: "brief")
    .help("print only the answer about each customer, in at most four sentences").excluding(.json)
  private static let details = Option(flag: "details").help(
    "show every rule with its id, and instants to the millisecond; print the detected format of "
      + "each input"
  )
  private static let redeem = Option("redeem", "OFFER", .text)
    .help("print only whether a purchase with this offer succeeds, at the instant of --as-of")

  static let description = CommandDescription(
    name: "evaluate",
    abstract: "print who is eligible for which offers, why, why not and when",
    discussion: """
      For each offer of the customer's subscription group it shows the rules that do not hold, with \
      their numbers, the windows in which the customer is eligible over all time, what would have \
      to change, and the policies that the answer hinges on. Policies are assumptions about what Apple leaves \
      open; 'winback print rules AppStore' lists them. It also shows what an app shows the customer: nothing, the \
      introductory offer, the best win-back offer, or the plain prices. With --details it also \
      shows the purchases with their prices, and the rules that hold.
      """,
    positionals: [history],
    options: [EngineOptions.catalog, EngineOptions.kind, offers, redeem, brief]
      + HistoryInputOptions.all + EngineOptions.all + [.json, details],
    examples: [
      "winback evaluate alice.json --catalog catalog.json --as-of 2025-01-15":
        "the offers that Alice is eligible for on that day",
      "winback evaluate alice.json --catalog catalog.json --policy waitStart=subscriptionEnd":
        "the same under another assumption",
      "winback evaluate alice.json --catalog catalog.json --json | jq '.offers[].windows'":
        "the windows, for a program",
      "winback evaluate alice.json -c catalog.json --redeem basic_1m_free --as-of 2025-01-14":
        "whether she can redeem the offer on that day",
    ],
    exitStatuses: [.done: "decided; an ineligible customer is a normal answer"]
  )

  private let arguments: ParsedArguments
  private let history: HistoryFiles

  init(arguments: ParsedArguments) throws(CommandFailure) {
    self.arguments = arguments
    var history = try HistoryFiles(arguments, files: arguments.values(Self.history))
    history.options.keepsPrices = true
    history.isVerbose = arguments[Self.details]
    self.history = history
  }

  func run(on console: Console) throws(CommandFailure) -> ExitStatus {
    let engineOptions = EngineOptions(arguments)
    let (engine, merchandiser) = try engineOptions.engine(showsScreens: true, on: console)
    let selection = try arguments.selection(of: arguments[Self.offers], from: engine)
    let redeemed = try arguments[Self.redeem].map { word throws(CommandFailure) in
      try arguments.offer(word, of: engine)
    }
    let now = try engineOptions.instant(for: engine, on: console)
    var histories = HistorySource(history, for: engine, asOf: now, on: console)
    histories.isStrict = true
    histories.gathers = true
    histories.toleratesFiles = true
    if let redeemed {
      let (attempts, reading) = try histories.list(after: engine.index.symbols) {
        record,
        symbols throws(HistoryError) in
        try engine.redemptions(of: redeemed, by: record, symbols, at: now)
      }
      warn(about: reading, of: histories, for: engine, asOf: now, on: console)
      try arguments.write(
        on: console,
        json: JSONWriter.lines(of: attempts) { $0.members(ofRedemption: $1) }
      ) { $0.text(of: attempts, CatalogNames(engine)) }
      return reading.failure ?? .done
    }
    let (decisions, reading) = try histories.list(after: engine.index.symbols) {
      record,
      symbols throws(HistoryError) in
      Array(try engine.decisions(for: record, symbols, asOf: now, showing: merchandiser))
    }
    warn(about: reading, of: histories, for: engine, asOf: now, on: console)
    try arguments.write(
      on: console,
      json: JSONWriter.lines(of: decisions) { $0.members(of: $1, selection) }
    ) { page in
      let text = DecisionText(
        page: page,
        names: CatalogNames(engine),
        selection: selection,
        isVerbose: arguments[Self.details]
      )
      return arguments[Self.brief] ? text.answers(of: decisions) : text.text(of: decisions)
    }
    return reading.failure ?? .done
  }

  /// Warns about rows that are skipped, and about what of the histories the catalog lacks: it need
  /// not be complete, but an identifier can be misspelt.
  private func warn(
    about reading: HistoryReading,
    of histories: HistorySource,
    for engine: EligibilityEngine,
    asOf now: Instant,
    on console: Console
  ) {
    histories.warnAboutSkippedRows(reading)
    ReadingSummary(reading, "evaluated", for: engine, asOf: now)
      .warn(file: history.name, on: console)
  }
}
