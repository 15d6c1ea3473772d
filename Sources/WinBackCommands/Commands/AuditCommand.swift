import CalendarTime
import WinBack
import WinBackAnalysis
import WinBackFormats

struct AuditCommand: Command {
  static let description = CommandDescription(
    name: "audit",
    abstract: "compare winback's answers with the store's own",
    discussion: """
      Renewal information that the App Store signs can have 'eligibleWinBackOfferIds': the store's \
      own answer as of its 'signedDate'. This command compares it with winback's answer for each \
      customer. It counts missing and extra offers by the rule that fails, and by the policy that \
      would explain them. With --calibrate it tries all combinations of the policies that Apple \
      leaves open. It shows which ones explain the store best, which customers decide between \
      them, and what is still undecided. With --sensitivity it needs no answers: it counts the \
      customers whose lists depend on a policy.
      """,
    positionals: [HistoryInputOptions.histories],
    options: [EngineOptions.catalog] + AuditOptions.all + CohortOptions.all
      + HistoryInputOptions.all + EngineOptions.all
      + [.output, .json, .pseudonymize, .verbose],
    examples: [
      "winback audit histories.jsonl --catalog catalog.json": "whether the store and winback agree",
      "winback audit revenuecat.csv -c catalog.json --answers answers.csv":
        "the same with answers that an app has logged",
      "winback audit histories.jsonl -c catalog.json --calibrate --policy timeZone=UTC":
        "the policies that explain the store; the time zone is known",
      "winback audit histories.jsonl -c catalog.json --sensitivity --as-of 2025-01-15":
        "how many customers depend on what Apple does not say",
    ],
    exitStatuses: [
      .checkFailed:
        "more mismatches than --allow-mismatches allows, or the input does not fulfil --require",
      .badData: "more lines were rejected than --allow-rejects allows",
    ]
  )

  private let arguments: ParsedArguments
  private let engineOptions: EngineOptions
  private let cohortOptions: CohortOptions
  private let options: AuditOptions

  init(arguments: ParsedArguments) throws(CommandFailure) {
    self.arguments = arguments
    engineOptions = try EngineOptions(arguments)
    cohortOptions = try CohortOptions(arguments)
    options = try AuditOptions(arguments)
  }

  func run(on console: Console) throws(CommandFailure) -> ExitStatus {
    let engine = try engineOptions.engine(on: console)
    let instant = try engineOptions.instant(for: engine, on: console)
    let histories = cohortOptions.source(for: engine, asOf: instant, on: console)
    let pseudonyms = try Pseudonyms.asked(by: arguments, on: console)
    guard !options.measuresSensitivity else {
      return try measureSensitivity(of: histories, engine, pseudonyms, asOf: instant)
    }
    var options = options
    if engineOptions.isAsOfGiven { options.instant = instant }
    // What the user sets is known, and is not to be determined.
    let space = PolicySpace(engine, fixed: engineOptions.policyNames)
    if options.calibrates, space.count > Calibration.assignmentLimit {
      throw arguments.wrongUsage(
        "expected at most \(Calibration.assignmentLimit.grouped) combinations of policies, found "
          + "\(space.count.grouped); set some policies with '--policy'"
      )
    }
    let answers = try options.answersFile.map { file throws(CommandFailure) in
      try StoreAnswers.read(file, on: console)
    }
    let worker = AuditWorker(space, options, answers, pseudonyms, asOf: instant)
    let (sum, reading) = try histories.reduce(
      with: worker,
      into: AuditSum(worker, space, options)
    ) { sum, worker, _ throws(CommandFailure) in sum.add(worker) }
    guard sum.tally.answers > 0 else {
      try cohortOptions.finish(reading, of: histories, "audited")
      throw CommandFailure(.badData, Self.nothingToCompare(sum.tally, answers))
    }
    if let calibration = sum.calibration {
      let output = CalibrationOutput(
        result: calibration.result(),
        space: space,
        alternatives: worker.alternatives,
        deciding: sum.deciding
      )
      try arguments.write(on: console, json: output.json, text: output.text)
    } else {
      let output = AuditOutput(
        tally: sum.tally,
        alternatives: worker.alternatives,
        answers: answers
      )
      try arguments.write(on: console, json: output.json, text: output.text)
    }
    try cohortOptions.finish(reading, of: histories, "audited")
    let isAllowed = options.allowance.covers(sum.tally.mismatches, of: sum.tally.answers)
    return options.calibrates || isAllowed ? .done : .checkFailed
  }

  private static func nothingToCompare(_ tally: AuditTally, _ answers: StoreAnswers?) -> String {
    if let answers, tally.joined == 0 {
      return "expected answers of the store about subscriptions of the histories, found "
        + "\(answers.count.grouped) about others; 'customerId' joins them, and "
        + "'subscriptionGroupIdentifier' if a customer has several"
    }
    return tally.withoutInstant > 0
      ? "expected answers of the store with a 'signedDate', found \(tally.withoutInstant.grouped) "
        + "without; '--as-of' gives their instant"
      : "expected the store's own answers, 'eligibleWinBackOfferIds' in renewal information, found "
        + "none; '--sensitivity' needs none"
  }

  private func measureSensitivity(
    of histories: HistorySource,
    _ engine: EligibilityEngine,
    _ pseudonyms: Pseudonyms?,
    asOf instant: Instant
  ) throws(CommandFailure) -> ExitStatus {
    let worker = SensitivityWorker(PolicySpace(engine), pseudonyms, asOf: instant)
    let (sum, reading) = try histories.reduce(
      with: worker,
      into: worker.tally
    ) { sum, worker, _ throws(CommandFailure) in sum.add(worker.tally) }
    let output = SensitivityOutput(tally: sum)
    try arguments.write(on: histories.console, json: output.json, text: output.text)
    try cohortOptions.finish(reading, of: histories, "looked at")
    return .done
  }
}
