import WinBack
import WinBackFormats

/// `winback compare`: who gains and who loses when offers, rules or policies change.
struct CompareCommand: Command {
  private static let histories = PositionalDescription(
    "HISTORIES",
    count: .zeroOrMore,
    kind: HistoryInputOptions.histories.kind,
    help: HistoryInputOptions.histories.help
  )

  private static let from = Option(
    repeatable: "from",
    "CATALOG",
    .file("json"),
    isRequired: true,
    help: "the catalog before; may be repeated"
  )

  private static let to = Option(
    repeatable: "to",
    "CATALOG",
    .file("json"),
    help: "the catalog after; may be repeated",
    default: "the catalog before, if rules or policies change"
  )

  private static let fromRules = rules("from-rules", "the rules before", of: .rules)
  private static let toRules = rules("to-rules", "the rules after", of: .rules)
  private static let fromPolicy = Option.policy(
    "from-policy",
    help: "set a policy before, which overrides --policy; may be repeated"
  )
  private static let toPolicy = Option.policy(
    "to-policy",
    help: "set a policy after, which overrides --policy; may be repeated"
  )

  private static let merchandising = Option(
    flag: "merchandising",
    help: "count for whom an app shows something else, too; needs HISTORIES"
  )
  private static let changes = Option(
    "changes",
    "FILE",
    .newFile("csv"),
    help:
      "write who gains and who loses which offer, and by which rules, to this file, as CSV; needs "
      + "HISTORIES"
  )
  private static let fromScreens = rules(
    "from-merchandising-rules",
    "the merchandising rules before",
    of: MerchandisingOptions.screens
  )
  private static let toScreens = rules(
    "to-merchandising-rules",
    "the merchandising rules after",
    of: MerchandisingOptions.screens
  )

  private static func rules(
    _ name: String,
    _ help: String,
    of both: Option<String?>
  ) -> Option<String?> {
    Option(
      name,
      "FILE",
      .file("json"),
      help: help,
      default: "those of \(both.description.spelling)"
    )
  }

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
    options: [
      from, to, fromRules, toRules, fromPolicy, toPolicy, merchandising, fromScreens, toScreens,
      changes, .escapeFormulas,
    ] + CohortOptions.all + HistoryInputOptions.all + EngineOptions.all
      + MerchandisingOptions.all + [.output, .json, .pseudonymize, .verbose],
    examples: [
      "winback compare --from live.json --to next.json":
        "what a new catalog changes for all possible customers",
      "winback compare --from live.json --to next.json customers.jsonl --as-of 2025-01-15":
        "the same, and what it changes for these customers on that day",
      "winback compare --from live.json --to-policy waitStart=redemption customers.jsonl":
        "how many customers depend on an assumption",
      "winback compare --from live.json --to next.json customers.jsonl --changes changes.csv":
        "the same, and a list of all customers who gain or lose an offer",
      "winback compare --from live.json --merchandising --to-merchandising-rules paywall.json c.jsonl":
        "for whom a new paywall shows something else",
    ],
    exitStatuses: [
      .done: "compared, even if something has changed",
      .checkFailed: Requirements.failure,
      .badData: "more lines were rejected than --allow-rejects allows; the others were compared",
    ]
  )

  private let fromOptions: EngineOptions
  private let toOptions: EngineOptions
  /// The merchandising rules before and after; nil if not needed.
  private let screens: (from: MerchandisingOptions, to: MerchandisingOptions)?
  private let cohortOptions: CohortOptions?
  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    self.arguments = arguments
    let from = arguments[Self.from]
    let to = arguments[Self.to]
    let inputs: [any OptionDeclaration] = [
      Self.from, Self.to, Self.fromRules, Self.toRules, Self.fromScreens, Self.toScreens,
    ]
    fromOptions = try EngineOptions(
      arguments,
      catalogs: from,
      rules: arguments[Self.fromRules],
      policies: [.policy, Self.fromPolicy],
      inputs: inputs
    )
    toOptions = try EngineOptions(
      arguments,
      catalogs: to.isEmpty ? from : to,
      rules: arguments[Self.toRules],
      policies: [.policy, Self.toPolicy],
      inputs: inputs
    )
    let files = arguments.values(Self.histories)
    cohortOptions = files.isEmpty ? nil : try CohortOptions(arguments, files: files)
    screens = arguments[Self.merchandising] ? Self.screens(of: arguments) : nil
    let aboutHistories: [any OptionDeclaration] =
      [Self.merchandising, Self.changes, .pseudonymize] + CohortOptions.all
      + HistoryInputOptions.all
    if files.isEmpty, let option = aboutHistories.first(where: arguments.has) {
      throw arguments.wrongUsage("option '\(option.description.spelling)' needs 'HISTORIES'")
    }
    if arguments[.escapeFormulas], !arguments.has(Self.changes) {
      throw arguments.wrongUsage("option '--escape-formulas' needs '--changes'")
    }
    let shown = MerchandisingOptions.all + [Self.fromScreens, Self.toScreens]
    if screens == nil, let option = shown.first(where: arguments.has) {
      throw arguments.wrongUsage(
        "option '\(option.description.spelling)' needs '--merchandising'"
      )
    }
    let changes: [any OptionDeclaration] = [
      Self.to, Self.fromRules, Self.toRules, Self.fromPolicy, Self.toPolicy, Self.fromScreens,
      Self.toScreens,
    ]
    guard changes.contains(where: arguments.has) else {
      throw arguments.wrongUsage(
        "expected what changes: "
          + changes.map { "'\($0.description.spelling)'" }.joined(separator: ", ")
      )
    }
    for path in from + [arguments[.rules]] where path == "-" {
      throw arguments.wrongUsage(
        "expected a file for an input that both sides read, found standard input"
      )
    }
  }

  private static func screens(
    of arguments: ParsedArguments
  ) -> (from: MerchandisingOptions, to: MerchandisingOptions) {
    (
      from: MerchandisingOptions(arguments, screens: arguments[fromScreens]),
      to: MerchandisingOptions(arguments, screens: arguments[toScreens])
    )
  }

  func run(on console: Console) throws(CommandFailure) -> ExitStatus {
    var merchandisers: (from: Merchandiser, to: Merchandiser)?
    let from: EligibilityEngine
    let to: EligibilityEngine
    if let screens {
      let before = try fromOptions.merchandiser(screens.from, on: console)
      from = before.winBack
      let symbols = from.index.symbols
      let after = try toOptions.merchandiser(screens.to, on: console, after: symbols)
      to = after.winBack
      merchandisers = (before, after)
    } else {
      from = try fromOptions.engine(on: console)
      to = try toOptions.engine(on: console, after: from.index.symbols)
    }
    guard let cohortOptions else {
      try write(CompareResult(CatalogComparison(from: from, to: to)), on: console)
      return .done
    }
    let now = try toOptions.instant(for: to, on: console)
    let attributes: [RuleSet.Attribute]
    do {
      attributes = try CompareResult.attributes(of: from, and: to)
    } catch {
      throw arguments.wrongUsage(error.message)
    }
    let worker = ComparisonWorker(
      from: from,
      at: try fromOptions.instant(for: from, on: console),
      to: to,
      at: now,
      attributes: attributes,
      showing: merchandisers,
      keepsChanges: arguments.has(Self.changes),
      try Pseudonyms.asked(by: arguments, on: console)
    )
    let histories = cohortOptions.source(for: to, attributes, asOf: now, on: console)
    let (comparison, reading) = try compare(histories, with: worker)
    let result = try CompareResult(
      CatalogComparison(from: from, to: to),
      cohort: CompareResult.Cohort(
        file: cohortOptions.histories.name,
        asOf: now,
        comparison: comparison
      )
    )
    try write(result, on: console)
    try cohortOptions.finish(reading, of: histories, "compared")
    return .done
  }

  /// Counts what changes for the customers, and writes it down where the user wants it.
  private func compare(
    _ histories: HistorySource,
    with worker: ComparisonWorker
  ) throws(CommandFailure) -> (CohortComparison, HistoryReading) {
    guard let path = arguments[Self.changes] else {
      return try histories.reduce(with: worker, into: worker.comparison) {
        sum,
        worker,
        _ throws(CommandFailure) in sum.add(worker.comparison)
      }
    }
    let escapesFormulas = arguments[.escapeFormulas]
    return try OutputFile(path).withChannel(on: histories.console) {
      channel throws(CommandFailure) in
      try channel.write(ChangesTable.header)
      return try histories.reduce(with: worker, into: worker.comparison) {
        sum,
        worker,
        _ throws(CommandFailure) in
        let rows = ChangesTable(worker.comparison.changes ?? [], escapesFormulas: escapesFormulas)
        try channel.write(rows.bytes.span)
        sum.add(worker.comparison)
      }
    }
  }

  private func write(_ result: CompareResult, on console: Console) throws(CommandFailure) {
    try arguments.write(on: console, json: JSONWriter.document { $0.members(of: result) }) {
      CompareText(channel: $0).text(of: result)
    }
  }
}
