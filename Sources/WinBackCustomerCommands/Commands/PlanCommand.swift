import WinBackCommandLine

package struct PlanCommand: CohortCommand {
  private static let offer = Option("offer", "OFFER", .text).required
    .help("the offer whose criteria are varied, by its id or its name")
  private static let group = Option("group", "ID", .text)
    .help("the offer's group, if several groups have its id")
  private static let asOf = Option<TimelineDate?>.asOf
    .default("the start of the offer, or now if it has started")
  private static let until = Option<TimelineDate?>.until
    .help("count customers who are eligible at some instant until this date, inclusive")
  private static let by = Option("by", "storefront", .choice(["storefront"]) { $0 })
    .help("count each storefront's customers separately")
  private static let csv = Option<Bool>.csv.excluding(.json)
    .help("write CSV, a row for each setting, instead of text for people")

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
      setting, and '--report' makes one HTML page with a slider for each criterion.

      With '--until' it counts customers who are eligible at some instant from '--as-of' on, if nobody \
      buys anything more.
      """,
    positionals: [HistoryInputOptions.histories],
    options: [EngineOptions.catalog, offer, group, until, by, csv, .report(.html)]
      + CohortOptions.all + HistoryInputOptions.ofEverybody + EngineOptions.all(asOf) + [.json],
    examples: [
      "winback plan histories.jsonl -c catalog.json --offer basic_1m_free":
        "which settings to choose, on the day on which the offer starts",
      "winback plan histories.jsonl -c catalog.json --offer basic_1m_free --report html:plan.html":
        "and a page with sliders",
      "winback plan histories.jsonl -c catalog.json --offer basic_1m_free "
        + "--as-of 2025-01-01 --until 2025-03-31 --csv > settings.csv":
        "every setting, for customers who are eligible at some time of three months",
    ],
    exitStatuses: [
      .checkFailed: Requirements.failure,
      .badData:
        "a rule reads several criteria together, or more lines were rejected than --allow-rejects "
        + "allows; in the second case the others were counted",
    ]
  )

  let options: CohortOptions

  func run(on console: Console) throws(CommandFailure) -> ExitStatus {
    let engine = try EngineOptions(arguments).winBackEngine(on: console)
    let (index, offer, terms) = try offer(in: engine)
    let span = try span(of: terms, at: engine.policies.facts.timeZone, now: console.now)
    guard let current = Setting(of: terms) ?? Setting(nearestTo: terms) else {
      throw CommandFailure(.fault, "no setting is close to that of the offer")
    }
    let program: PlanProgram
    do {
      program = try PlanProgram(engine, offerAt: index, in: span)
    } catch {
      throw CommandFailure(.badData, "\(error)")
    }
    let now = span.lowerBound
    let histories = options.source(for: engine, asOf: now, on: console)
    let hasPage = arguments.report(.html) != nil
    let (tally, reading) = try histories.reduce(
      with: PlanEvaluator(program),
      into: SettingTally(tellsStorefronts: arguments[Self.by] != nil || hasPage)
    ) { tally, worker, _ throws(CommandFailure) in
      guard tally.add(worker.corners) else {
        throw .badData("expected the storefronts of the App Store, found far more")
      }
    }
    let result = PlanResult(
      offer: offer,
      span: span,
      customers: reading.tally.customers,
      current: current,
      all: tally.all,
      storefronts: tally.byStorefront.ordered { ($0.key?.code ?? "~") < ($1.key?.code ?? "~") }
    )
    var told = result
    if arguments[Self.by] == nil { told.storefronts = [] }
    try arguments.write(on: console, rows: told.writeTable, json: told.json) { $0.text(of: told) }
    let summary = ReadingSummary(reading, "counted", for: engine, asOf: now)
    if hasPage {
      let page = PlanPage(
        result: result,
        plan: result.plan(of: result.all),
        basis: DecisionBasis(engine, asOf: now),
        notices: [result.warning].compactMap(\.self) + summary.notices
      )
      try arguments.write(page.text.utf8, as: .html, on: console)
    }
    if let warning = result.warning { console.warn(warning) }
    if let last = reading.tally.evidence.lastPurchase, span.upperBound < last {
      console.warn(
        "expected an instant after the newest purchase, which is of \(last.day), found "
          + "\(span.upperBound.brief); purchases after it do not count",
        file: options.histories.name
      )
    }
    warnAboutNobody(in: result, engine, reading, on: console)
    try options.finish(summary, on: console)
    return .done
  }

  /// Warns if no setting reaches anybody, and the instant that nobody chose is after all that the input
  /// tells.
  private func warnAboutNobody(
    in result: PlanResult,
    _ engine: EligibilityEngine,
    _ reading: HistoryReading,
    on console: Console
  ) {
    let evidence = reading.tally.evidence
    let end = engine.policies.facts.dataThrough ?? evidence.newestSigning ?? evidence.lastPurchase
    let isInstantGiven = arguments.has(Self.asOf)
    guard !isInstantGiven, result.all.eligible.isEmpty, let end, end < result.span.lowerBound
    else { return }
    console.warn(
      "expected an instant that the input covers, found \(result.span.lowerBound.brief), at which no "
        + "setting reaches any customer; the input reaches until \(end.day), so use "
        + "'--as-of \(end.adding(milliseconds: Instant.millisecondsPerDay).date)'",
      file: options.histories.name
    )
  }

  /// Returns the offer, its index among those of an engine, and its terms.
  private func offer(
    in engine: EligibilityEngine
  ) throws(CommandFailure) -> (index: Int, offer: PlacedOffer, terms: WinBackOffer) {
    let id = try arguments.offer(arguments.required(Self.offer), of: engine)
    let group = arguments[Self.group]
    let named = engine.placedOffers.enumerated().filter { $0.element.key.offerId == id }
    let found = named.filter { group == nil || $0.element.key.group == group }
    guard let (index, offer) = found.first, let terms = offer.winBack, found.count == 1 else {
      let groups = named.map(\.element.key.group).ordered()
      throw arguments.wrongUsage(
        "expected '--group' with a subscription group that has the offer '\(id)': "
          + groups.map { "'\($0)'" }.joined(separator: " or ")
      )
    }
    return (index, offer, terms)
  }

  /// Returns the instants of the question; a date starts where the engine's days start (T4).
  ///
  /// - Throws: ``CommandFailure`` of wrong usage where they are in no order, or outside of all
  ///   years (T5).
  private func span(
    of offer: WinBackOffer,
    at offset: UTCOffset,
    now: Instant
  ) throws(CommandFailure) -> ClosedRange<Instant> {
    let first =
      arguments[Self.asOf]?.resolved(at: offset)
      ?? max(offer.startDate.start(at: offset), now)
    let last = arguments[Self.until]?.end(at: offset) ?? first
    guard first.isValid, last.isValid else {
      throw arguments.wrongUsage(
        "expected instants in the years 0001 to 9999, found \(first.isValid ? last : first)"
      )
    }
    guard first <= last else {
      throw arguments.wrongUsage(
        "option '--until' expects a date that is not before \(first.brief)"
      )
    }
    return first...last
  }
}
