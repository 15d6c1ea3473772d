import CalendarTime
import WinBack
import WinBackFormats

/// `winback plan`: the audience of every setting of an offer's criteria.
struct PlanCommand: Command {
  static let description = CommandDescription(
    name: "plan",
    abstract: "count the audience of every setting of an offer's criteria",
    discussion: """
      The criteria of an offer lock when it starts, and you cannot test them before. This command \
      counts, in one pass over the histories, how many customers would be eligible under each of \
      the 194,400 settings that App Store Connect accepts: paid duration, minimum and maximum of \
      the time since last subscribed, and wait between offers. Nothing else changes, and the offer \
      counts as live. The numbers are exact: each is what 'winback score' counts with a catalog \
      that has this setting.

      The text shows the offer's setting, what one step of a criterion gains or costs, each \
      criterion alone, and the strictest settings for each size of audience. '--csv' has every \
      setting, and '--page' makes one HTML page with a slider for each criterion.

      With '--from' and '--until' it counts customers who are eligible at some instant of that \
      time, if nobody buys anything more.
      """,
    positionals: [HistoryInputOptions.histories],
    options: [EngineOptions.catalog] + PlanOptions.all + CohortOptions.all
      + HistoryInputOptions.all + EngineOptions.deciding + [.output, .json, .verbose],
    examples: [
      "winback plan histories.jsonl -c catalog.json --offer basic_1m_free":
        "which settings to choose, on the day on which the offer starts",
      "winback plan histories.jsonl -c catalog.json --offer basic_1m_free --page plan.html":
        "and a page with sliders",
      "winback plan histories.jsonl -c catalog.json --offer basic_1m_free "
        + "--from 2025-01-01 --until 2025-03-31 --csv > settings.csv":
        "every setting, for customers who are eligible at some time of three months",
    ],
    exitStatuses: [
      .checkFailed: Requirements.failure,
      .badData:
        "a rule reads several criteria together, or more lines were rejected than --allow-rejects "
        + "allows; in the second case the others were counted",
    ]
  )

  private let engineOptions: EngineOptions
  private let cohortOptions: CohortOptions
  private let options: PlanOptions
  private let output: OutputFile

  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    engineOptions = try EngineOptions(arguments)
    cohortOptions = try CohortOptions(arguments)
    options = try PlanOptions(arguments)
    output = OutputFile(arguments[.output])
  }

  func run(on console: Console) throws(CommandFailure) -> ExitStatus {
    let engine = try engineOptions.engine(on: console)
    let index = try options.offer(of: engine)
    let offer = engine.indexedOffers[index]
    let span = try options.span(
      of: offer.offer,
      at: engine.policies.facts.timeZone,
      now: console.now
    )
    let current = try current(of: offer.offer, on: console)
    let program: PlanProgram
    do {
      program = try PlanProgram(engine, offerAt: index, in: span)
    } catch {
      throw CommandFailure(.badData, "\(error)")
    }
    let histories = cohortOptions.source(for: engine, asOf: span.lowerBound, on: console)
    let (tally, reading) = try histories.reduce(
      with: PlanWorker(program, of: engine),
      into: SettingTally(tellsStorefronts: options.tellsStorefronts || options.pagePath != nil)
    ) { tally, worker, _ throws(CommandFailure) in
      guard tally.add(worker.corners) else {
        throw CommandFailure(.badData, "expected the storefronts of the App Store, found far more")
      }
    }
    let result = PlanResult(
      offer,
      group: engine.index.symbols.text(of: offer.group),
      in: span,
      customers: reading.tally.customers,
      current: current,
      tally
    )
    try write(options.tellsStorefronts ? result : result.withoutStorefronts, on: console)
    if let path = options.pagePath {
      let summary = ReadingSummary(reading, "counted", histories.evidence)
      let page = PlanPage(
        result,
        CatalogNames(engine),
        basis: DecisionBasis(engine, asOf: span.lowerBound),
        notices: summary.notices
      )
      try OutputFile(path).write(page.text, on: console)
    }
    if let last = reading.tally.evidence.lastPurchase, span.upperBound < last {
      console.warn(
        "expected an instant after the newest purchase, which is of \(last.day), found "
          + "\(span.upperBound.brief); purchases after it do not count",
        file: cohortOptions.histories.name
      )
    }
    try cohortOptions.finish(reading, of: histories, "counted")
    return .done
  }

  /// Returns the setting of the offer, or the nearest one that App Store Connect accepts.
  private func current(
    of offer: WinBackOffer,
    on console: Console
  ) throws(CommandFailure) -> Setting {
    if let setting = Setting(of: offer) { return setting }
    guard let setting = Setting(nearestTo: offer) else {
      throw CommandFailure(.fault, "no setting is close to that of the offer")
    }
    console.warn(
      "expected criteria that App Store Connect accepts, found others in the offer "
        + "'\(offer.offerId)'; the closest setting is shown instead: \(setting.words)"
    )
    return setting
  }

  private func write(_ result: PlanResult, on console: Console) throws(CommandFailure) {
    try output.withChannel(on: console) { channel throws(CommandFailure) in
      switch options.layout {
      case .text: try channel.write(PlanText(channel: channel).text(of: result))
      case .csv: try PlanTable(result).write(to: channel)
      case .json: try channel.write(PlanJSON.document(of: result).span)
      }
    }
  }
}
