import WinBackCommandLine

package struct CompareCommand: Command {
  private static let histories = ArgumentDescription(
    "HISTORIES",
    isRequired: false,
    isRepeatable: true,
    kind: HistoryInputOptions.histories.kind,
    help: HistoryInputOptions.histories.help
  )
  private static let from = Option(repeatable: "from", "FILE|NAME=VALUE", .file("json")).required
    .help("the side before: a catalog, a winback.json, or the value of a policy; may be repeated")
  private static let to = Option(repeatable: "to", "FILE|NAME=VALUE", .file("json")).required
    .help(
      "the side after, which is as the side before in all that this does not name; may be repeated"
    )
  private static let merchandising = Option(flag: "merchandising")
    .help("count for whom an app shows something else, too").needing(histories)
  private static let csv = Option<Bool>.csv.excluding(.json).needing(histories)
    .help("write who gains and who loses which offer, and by which rules, as CSV")
  static let description = CommandDescription(
    name: "compare",
    abstract: "show who gains and loses when offers, rules or policies change",
    discussion: """
      For each offer, it says whether the offer reaches more customers, fewer customers or other \
      customers, and shows one who gains it and one who loses it. It also shows which offers have \
      changed their order. The result is exact for all possible customers. With HISTORIES it also \
      counts how many of these customers gain and lose each offer at an instant, and by which \
      rule. With --merchandising, it counts for whom an app shows something else, too. To choose \
      new criteria, use 'winback plan', which counts the audience of every setting.
      """,
    positionals: [histories],
    options: [from, to, EngineOptions.kind, merchandising, csv]
      + (CohortOptions.all + HistoryInputOptions.all).map { $0.needing(histories) }
      + EngineOptions.all + [.json],
    examples: [
      "winback compare --from live.json --to next.json":
        "what a new catalog changes for all possible customers",
      "winback compare --from live.json --to next.json customers.jsonl --as-of 2025-01-15":
        "the same, and what it changes for these customers on that day",
      "winback compare --from live.json --to waitStart=redemption customers.jsonl":
        "how many customers depend on an assumption",
      "winback compare --from live.json --to next.json customers.jsonl --csv > changes.csv":
        "all customers who gain or lose an offer",
      "winback compare --from live.json --to next/winback.json --merchandising customers.jsonl":
        "for whom an app with other rules shows something else, too",
    ],
    exitStatuses: [
      .done: "compared, even if something has changed", .checkFailed: Requirements.failure,
      .badData: "more lines were rejected than --allow-rejects allows; the others were compared",
    ]
  )

  private let cohortOptions: CohortOptions?
  private let arguments: ParsedArguments

  init(arguments: ParsedArguments) throws(CommandFailure) {
    self.arguments = arguments
    cohortOptions = arguments.has(Self.histories) ? try CohortOptions(arguments) : nil
    for path in arguments[Self.from] + arguments[.rules] where path == "-" {
      throw arguments.wrongUsage(
        "expected a file for an input that both sides read, found standard input"
      )
    }
  }

  func run(on console: Console) throws(CommandFailure) -> ExitStatus {
    let before = try EngineSettings(Self.from, of: arguments, on: console)
    let after = try EngineSettings(Self.to, of: arguments, startingFrom: before, on: console)
    let fromOptions = EngineOptions(arguments, before)
    let toOptions = EngineOptions(arguments, after)
    let showsScreens = arguments[Self.merchandising]
    let (from, fromScreens) = try fromOptions.engine(showsScreens: showsScreens, on: console)
    let (to, toScreens) = try toOptions.engine(
      showsScreens: showsScreens,
      on: console,
      after: from.index.symbols
    )
    if showsScreens { try arguments.requireScreens(toScreens, of: to) }
    guard let cohortOptions else {
      try write(CompareResult(from: from, to: to), on: console)
      return .done
    }
    let now = try toOptions.instant(for: to, on: console)
    let attributes = try CompareResult.attributes(of: from, and: to) { arguments.wrongUsage($0) }
    let sideBefore = CohortSide(from, fromScreens, asOf: now, attributes: attributes)
    let sideAfter = CohortSide(to, toScreens, asOf: now, attributes: attributes)
    var histories = cohortOptions.source(for: to, attributes, asOf: now, on: console)
    histories.keepPrices(for: from.rules, fromScreens?.rules, toScreens?.rules)
    let reading: HistoryReading
    if arguments[Self.csv] {
      (_, reading) = try arguments.output.withChannel(on: console) {
        channel throws(CommandFailure) in
        try channel.write(changes([]))
        return try histories.compare(sideBefore, with: sideAfter) {
          block throws(CommandFailure) in try channel.write(changes(block), isFirst: false)
        }
      }
    } else {
      var result = CompareResult(from: from, to: to)
      let comparison: CohortComparison
      (comparison, reading) = try histories.compare(sideBefore, with: sideAfter)
      let file = cohortOptions.histories.name
      result.cohorts = [CompareResult.Cohort(file: file, asOf: now, comparison: comparison)]
      try write(result, on: console)
    }
    try cohortOptions.finish(ReadingSummary(reading, "compared", for: to, asOf: now), on: console)
    return .done
  }

  private func changes(_ changes: [CohortComparison.Change]) -> ResultTable {
    ResultTable(
      [
        .identifier("customerId"), .identifier("subscriptionGroupIdentifier"), .text("offerId"),
        .text("change"), .text("cause"), .texts("rules"),
      ],
      changes.map { change in
        [
          .text(change.customerId), .text(change.offer.group), .text(change.offer.offerId),
          .text(change.isGained ? "gained" : "lost"), .text(change.cause.name),
          .texts(change.cause.rules),
        ]
      }
    )
  }

  private func write(_ result: CompareResult, on console: Console) throws(CommandFailure) {
    try arguments.write(
      on: console,
      json: JSONWriter.document { json in
        json.members(of: result)
        if let cohort = result.cohorts.first { json.object("cohort") { $0.members(of: cohort) } }
      }
    ) { $0.text(of: result) }
  }
}

extension EngineSettings {
  /// Reads one side of a comparison; what it does not name is as on another side, if there is one.
  fileprivate init(
    _ option: Option<[String]>,
    of arguments: ParsedArguments,
    startingFrom other: EngineSettings = EngineSettings(),
    on console: Console
  ) throws(CommandFailure) {
    self = other
    var named: [String] = []
    var given: [String: String] = [:]
    for text in arguments[option] {
      if let (name, value) = text.assignment,
        name.allSatisfy({ $0.isLetter || $0.isNumber })
      {
        guard given.updateValue(value, forKey: name) == nil else {
          throw arguments.wrongUsage("the policy '\(name)' is set twice")
        }
      } else if let path = CheckConfiguration.path(named: text) {
        self = EngineSettings(try CheckConfiguration(at: path, on: console).project)
        named += catalogs
      } else {
        named.append(text)
      }
    }
    if !named.isEmpty { catalogs = named }
    set(given)
    guard !catalogs.isEmpty else {
      throw arguments.wrongUsage(
        "option '\(option.description.spelling)' expects a catalog or a winback.json, found a policy only"
      )
    }
  }
}
