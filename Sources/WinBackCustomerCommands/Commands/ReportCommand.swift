import WinBackCommandLine

package struct ReportCommand: CohortCommand {
  static let mostCustomers = 20

  private static let dateOptions = AudienceDateOptions(
    until: "twelve months after the instant of the question",
    .month,
    limit: 1_000
  )

  static let description = CommandDescription(
    name: "report",
    abstract: "make one HTML page with pictures",
    discussion: """
      For one customer or a few, the page shows each timeline with the windows of the offers. It \
      shows every rule of every offer with the actual and the needed value, and what an app shows \
      the customer, from when until when. For many customers, it shows the audience of each offer \
      now and over time, how many customers see each screen of the app, which rules exclude \
      customers, which offers have customers in common, the storefronts, and the policies that \
      the answers hinge on, from twelve months before the instant of the question on. More than \
      \(mostCustomers) customers are many; '--by' and '--until' ask for the numbers of fewer, too.

      To choose the criteria of an offer, 'winback plan --report html:FILE' makes a page with a slider \
      for each.

      The page is one file without scripts, and it loads nothing from the network. So you can mail, \
      print and archive it. The same input gives the same bytes.
      """,
    positionals: [HistoryInputOptions.histories],
    options: [EngineOptions.catalog] + dateOptions.all + CohortOptions.all
      + HistoryInputOptions.all + EngineOptions.all,
    examples: [
      "winback report alice.json --catalog catalog.json --output alice.html":
        "the page about Alice, as of now",
      "winback report histories.jsonl.gz -c catalog.json --by week -o audience.html":
        "the page about all customers",
    ],
    exitStatuses: [
      .checkFailed: Requirements.failure,
      .badData:
        "more lines were rejected than --allow-rejects allows; the page is about the others",
    ]
  )

  let options: CohortOptions

  func run(on console: Console) throws(CommandFailure) -> ExitStatus {
    let engineOptions = EngineOptions(arguments)
    let merchandiser = try engineOptions.merchandiser(on: console)
    let engine = merchandiser.winBack
    let now = try engineOptions.instant(for: engine, on: console)
    let dates = try Self.dateOptions.dates(
      of: arguments,
      at: engine.policies.facts.timeZone,
      from: TimelineDate(max(now.adding(months: -12), .minimum)),
      until: TimelineDate(now.adding(months: 12))
    )
    let program = CohortProgram(merchandiser, asOf: now, dates: dates)
    var histories = options.source(for: engine, asOf: now, on: console)
    histories.gathers = true
    histories.keepPrices(for: merchandiser.rules)
    let names = CatalogNames(engine)
    let basis = DecisionBasis(engine, showing: merchandiser, asOf: now)
    let wantsNumbers = Self.dateOptions.all.contains(where: arguments.has)
    let limit = wantsNumbers ? 0 : Self.mostCustomers
    let (sum, reading) = try histories.reduce(
      with: ReportWorker(program, keeping: limit),
      into: (
        tally: CohortTally(program),
        forecast: AudienceForecast(dates, offerCount: engine.offerIds.count)
      )
    ) { sum, worker, _ throws(CommandFailure) in
      sum.tally.add(worker.tally)
      for stretch in worker.stretches { _ = sum.forecast.add(stretch) }
    }
    let summary = ReadingSummary(reading, "counted", for: engine, asOf: now)
    let isAboutMany = wantsNumbers || sum.tally.customers > limit
    if isAboutMany {
      let page = CohortPage(
        tally: sum.tally,
        forecast: sum.forecast,
        reading: summary,
        program: program,
        names: names,
        basis: basis
      )
      try arguments.output.write(page.text, on: console)
    } else {
      // The worker has opened each of them already.
      let decisions = sum.tally.kept.flatMap { record, symbols in
        (try? engine.decisions(for: record, symbols, asOf: now, showing: merchandiser))
          .map(Array.init) ?? []
      }
      let page = CustomerPage(
        decisions: decisions,
        names: names,
        basis: basis,
        notices: summary.notices
      )
      try arguments.output.write(page.text, on: console)
    }
    if isAboutMany || reading.tally.rejected > 0 || options.needsSummary {
      try options.finish(summary, on: console)
    } else {
      summary.warn(file: histories.options.name, on: console)
    }
    return .done
  }
}
