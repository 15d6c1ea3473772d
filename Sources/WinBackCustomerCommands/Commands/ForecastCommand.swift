import WinBackCommandLine

package struct ForecastCommand: CohortCommand {
  private static let dateOptions = AudienceDateOptions(
    until: "twelve months after the first",
    .day,
    // Every day of ten years.
    limit: 3_660,
    storefronts: true
  )
  private static let asOf = Option<TimelineDate?>.asOf.default("today")
    .help("the first date, an ISO 8601 date or date-time")
  private static let csv = Option<Bool>.csv.excluding(.json)
    .help("write CSV, a row for each date and offer, instead of text for people")

  static let description = CommandDescription(
    name: "forecast",
    abstract: "count how many customers each offer reaches, date by date",
    discussion: """
      For each offer it counts how many customers are eligible at each date, how many become \
      eligible and how many cease to be in each step. It reads the customers once, for any number \
      of dates, and is exact: at each date it counts the same customers as 'winback score --as-of \
      DATE'. It assumes that nobody buys anything; events in a history count from their date on.

      With Apple's Win-back Eligibility report instead of histories, it makes a forecast for each \
      month from the report's date, '--as-of': an estimate for each offer, before the offer \
      exists.
      """,
    positionals: [HistoryInputOptions.histories],
    options: [EngineOptions.catalog] + dateOptions.all + [csv]
      + CohortOptions.all + HistoryInputOptions.ofEverybody + EngineOptions.all(asOf) + [.json],
    examples: [
      "winback forecast histories.jsonl -c catalog.json --as-of 2025-01-01 --until 2025-12-31":
        "a picture of a year, day by day",
      "winback forecast histories.jsonl -c catalog.json --by month --csv > audience.csv":
        "the next twelve months, for a spreadsheet",
      "winback forecast histories.jsonl -c catalog.json --by week --by storefront --json":
        "each storefront separately, for a program",
      "winback forecast eligibility.tsv -c catalog.json --as-of 2025-01-15":
        "what Apple counted on that day, and the twelve months after it",
    ],
    exitStatuses: [
      .checkFailed: Requirements.failure,
      .badData:
        "more lines were rejected than --allow-rejects allows; the forecast covers the others",
    ]
  )

  let options: CohortOptions

  func run(on console: Console) throws(CommandFailure) -> ExitStatus {
    let engineOptions = EngineOptions(arguments)
    let engine = try engineOptions.engine(by: engineOptions.ruleSets(on: console), on: console)
    let files = options.histories.files
    return try files[0].withInput(on: console) { input throws(CommandFailure) in
      let (head, whole) = try input.peeking(1 << 16)
      if EligibilityReport.isShown(by: head.rawBytes) {
        guard files.count == 1 else {
          throw whole.failure(
            "expected one Win-back Eligibility report, found \(files.count) files"
          )
        }
        try forecast(of: engine, byReport: whole, on: console)
      } else {
        try forecast(of: engine, by: whole, on: console)
      }
      return .done
    }
  }

  private func forecast(
    of engine: EligibilityEngine,
    by input: StreamedInput,
    on console: Console
  ) throws(CommandFailure) {
    let dates = try dates(at: engine.policies.facts.timeZone, asOf: console.now)
    let now = dates.range.lowerBound
    let histories = options.source(for: engine, asOf: now, on: console)
    let (audience, reading) = try histories.reduce(
      with: ForecastWorker(engine, in: dates.range),
      into: AudienceForecast(
        dates,
        offerCount: engine.offerIds.count,
        tellsStorefronts: Self.dateOptions.tellsStorefronts(arguments)
      ),
      first: input
    ) { audience, worker, _ throws(CommandFailure) in
      for stretch in worker.stretches {
        guard audience.add(stretch) else {
          throw .badData("expected the storefronts of the App Store, found far more")
        }
      }
    }
    try write(Forecast(audience, of: engine, customers: reading.tally.customers), on: console)
    try options.finish(ReadingSummary(reading, "followed", for: engine, asOf: now), on: console)
  }

  private func forecast(
    of engine: EligibilityEngine,
    byReport input: StreamedInput,
    on console: Console
  ) throws(CommandFailure) {
    let bytes = try input.readAll()
    let report = try input.file.parsing { () throws(FormatError) in
      try EligibilityReport(table: bytes)
    }
    try arguments.expectNone(
      of: [.rules, .policy, EngineOptions.dataThrough]
        + CohortOptions.all + HistoryInputOptions.ofEverybody,
      "needs histories, not a report that counts customers"
    )
    let zone = engine.policies.facts.timeZone
    let dates = try dates(at: zone, asOf: console.now, by: .month)
    let products = ReportedProducts(report, engine.catalog)
    for product in products.unknown {
      console.warn(
        "expected the subscription of '\(product)', found \(products.subscriptions); its offers are "
          + "left out; its 'referenceName' in the catalog must be the name in the report",
        file: input.file.name
      )
    }
    let forecast = Forecast(
      of: engine,
      by: report,
      products,
      at: dates,
      tellsStorefronts: Self.dateOptions.tellsStorefronts(arguments)
    )
    try write(forecast, on: console)
    guard !arguments[.quiet] else { return }
    try? console.errors.write(
      "\(report.rows.count.counted("row")) read: \(forecast.customers.counted("customer")) counted by "
        + "Apple, each number is an estimate\n"
    )
  }

  private func write(_ forecast: Forecast, on console: Console) throws(CommandFailure) {
    try arguments.write(on: console, rows: forecast.writeTable, json: forecast.json) {
      $0.text(of: forecast)
    }
  }

  private func dates(
    at offset: UTCOffset,
    asOf now: Instant,
    by onlyStep: AudienceStep? = nil
  ) throws(CommandFailure) -> AudienceDates {
    let start =
      arguments[Self.asOf] ?? TimelineDate(now.adding(milliseconds: offset.milliseconds).date)
    return try Self.dateOptions.dates(
      of: arguments,
      at: offset,
      from: start,
      by: onlyStep,
      until: TimelineDate(instant: start.instant.adding(months: 12), isDateOnly: start.isDateOnly)
    )
  }
}
