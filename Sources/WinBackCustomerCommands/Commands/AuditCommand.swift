import WinBackCommandLine

package struct AuditCommand: CohortCommand {
  private static let calibrate = Option(flag: "calibrate")
    .help("find the policies that explain the store's answers best, among all combinations")
  private static let answers = Option("answers", "FILE", .file("jsonl", "csv", "tsv", "gz"))
    .help(
      "read the store's answers from this table or JSON Lines, not from the histories: customerId, "
        + "eligibleWinBackOfferIds, signedDate, subscriptionGroupIdentifier"
    )
  private static let csv = Option<Bool>.csv.excluding(.json)
    .help(
      "write CSV, a row for each offer that only one side lists, or with --calibrate for each value "
        + "of a policy, instead of text for people"
    )

  static let description = CommandDescription(
    name: "audit",
    abstract: "compare winback's answers with the store's own",
    discussion: """
      Renewal information that the App Store signs can have 'eligibleWinBackOfferIds': the store's \
      own answer as of its 'signedDate'. This command compares it with winback's answer for each \
      customer. It counts missing and extra offers by the rule that fails, and by the policy that \
      would explain them. With --calibrate it tries all combinations of the policies that Apple \
      leaves open. It shows which ones explain the store best, which customers decide between \
      them, and what is still undecided.
      """,
    positionals: [HistoryInputOptions.histories],
    options: [EngineOptions.catalog, answers, calibrate, csv] + CohortOptions.all
      + HistoryInputOptions.all + EngineOptions.all + [.json],
    examples: [
      "winback audit histories.jsonl --catalog catalog.json": "whether the store and winback agree",
      "winback audit revenuecat.csv -c catalog.json --answers answers.csv":
        "the same with answers that an app has logged",
      "winback audit histories.jsonl -c catalog.json --calibrate --policy timeZone=UTC":
        "the policies that explain the store; the time zone is known",
    ],
    exitStatuses: [
      .checkFailed:
        "winback and the store do not agree, or the input does not fulfil --require",
      .badData: "more lines were rejected than --allow-rejects allows",
    ]
  )

  let options: CohortOptions

  func run(on console: Console) throws(CommandFailure) -> ExitStatus {
    let engineOptions = EngineOptions(arguments)
    let engine = try engineOptions.winBackEngine(on: console)
    let instant = try engineOptions.instant(for: engine, on: console)
    let histories = options.source(for: engine, asOf: instant, on: console)
    let calibrates = arguments[Self.calibrate]
    // What the user sets is known, and is not to be determined.
    let space = PolicySpace(engine, fixed: Set(engineOptions.settings.policies.keys))
    if calibrates, space.count > Calibration.assignmentLimit {
      throw arguments.wrongUsage(
        "expected at most \(Calibration.assignmentLimit.grouped) combinations of policies, found "
          + "\(space.count.grouped); set some policies with '--policy'"
      )
    }
    let answers = try arguments[Self.answers].map { path throws(CommandFailure) in
      try StoreAnswers.read(InputFile(path), on: console)
    }
    let worker = AuditWorker(
      space,
      calibrates: calibrates,
      answers,
      asOf: instant,
      arguments[.asOf]
    )
    let (tally, reading) = try histories.reduce(
      with: worker,
      into: AuditTally(
        worker.alternatives,
        CatalogNames(engine),
        calibrating: calibrates ? space : nil,
        answersElsewhere: answers?.count
      )
    ) { tally, worker, _ throws(CommandFailure) in tally.add(worker.block) }
    var summary = ReadingSummary(reading, "audited", for: engine, asOf: instant)
    guard tally.answers > 0 else {
      try options.finish(summary, on: console)
      throw CommandFailure(.badData, Self.nothingToCompare(tally))
    }
    let calibration = tally.calibration.map { calibration in
      CalibrationOutput(result: calibration.result(), space: space, tally: tally)
    }
    try arguments.write(
      on: console,
      rows: { channel throws(CommandFailure) in
        try channel.write(calibration?.table ?? tally.table)
      },
      json: calibration?.json ?? tally.json,
      text: calibration?.text ?? tally.text
    )
    summary.agreement = (tally.answers, tally.agreements)
    try options.finish(summary, on: console)
    let isAllowed = Requirements.allowsMismatches(tally.mismatches, of: tally.answers, arguments)
    return calibrates || isAllowed ? .done : .checkFailed
  }

  private static func nothingToCompare(_ tally: AuditTally) -> String {
    if let others = tally.withoutSubscription, tally.joined == 0 {
      let found = others > 0 ? "\(others.grouped) about others" : ""
      let open =
        tally.withoutGroup > 0 ? "\(tally.withoutGroup.grouped) that do not say which group" : ""
      return "expected answers of the store about subscriptions of the histories, found "
        + [found, open].filter { !$0.isEmpty }.asList + "; 'customerId' joins them, and "
        + "'subscriptionGroupIdentifier' if a customer has several"
    }
    return tally.withoutInstant > 0
      ? "expected answers of the store with a 'signedDate', found \(tally.withoutInstant.grouped) "
        + "without; '--as-of' gives their instant"
      : "expected the store's own answers, 'eligibleWinBackOfferIds' in renewal information, found "
        + "none; 'winback report --by month' needs none"
  }
}
