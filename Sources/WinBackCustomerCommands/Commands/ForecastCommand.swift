import CEL
import CalendarTime
import WinBack
import WinBackCommandLine
import WinBackFiles
import WinBackFormats

package struct ForecastCommand: Command {
  private static let dateOptions = AudienceDateOptions(
    from: "today",
    until: "twelve months after the first",
    .day,
    // Every day of ten years.
    limit: 3_660,
    ArgumentDescription.ownSection
  )
  private static let product = Option(
    pairs: "product",
    "APPLE-ID=PRODUCT",
    .pair(expecting: "an Apple ID and a product such as 6001=basic.monthly", takesEmpty: false)
  ) { "the product of '\($0)' is named twice" }
  .help("in a Win-back Eligibility report, the product of a subscription; may be repeated")
  .default("the one with its name")
  private static let csv = Option(flag: "csv")
    .help("write CSV, a row for each date and offer, instead of text for people")

  private static let own: [any OptionDeclaration] =
    dateOptions.all + [.byStorefront, product, csv, .escapeFormulas]

  static let description = CommandDescription(
    name: "forecast",
    abstract: "count how many customers each offer reaches, date by date",
    discussion: """
      For each offer it counts how many customers are eligible at each date, how many become \
      eligible and how many cease to be in each step. It reads the customers once, for any number \
      of dates, and is exact: at each date it counts the same customers as 'winback score --as-of \
      DATE'. It assumes that nobody buys anything; events in a history count from their date on.

      With Apple's Win-back Eligibility report instead of histories, it makes a forecast for each \
      month from the report's date, '--from': an estimate for each offer, before the offer \
      exists.
      """,
    positionals: [HistoryInputOptions.histories],
    options: [EngineOptions.catalog] + own + CohortOptions.all + HistoryInputOptions.all
      + EngineOptions.deciding + [.output, .json, .verbose],
    examples: [
      "winback forecast histories.jsonl -c catalog.json --from 2025-01-01 --until 2025-12-31":
        "a picture of a year, day by day",
      "winback forecast histories.jsonl -c catalog.json --by month --csv > audience.csv":
        "the next twelve months, for a spreadsheet",
      "winback forecast histories.jsonl -c catalog.json --by week --by-storefront --json":
        "each storefront separately, for a program",
      "winback forecast eligibility.tsv -c catalog.json --from 2025-01-15":
        "what Apple counted on that day, and the twelve months after it",
    ],
    exitStatuses: [
      .checkFailed: Requirements.failure,
      .badData:
        "more lines were rejected than --allow-rejects allows; the forecast covers the others",
    ]
  )

  private let engineOptions: EngineOptions
  private let cohortOptions: CohortOptions
  private let arguments: ParsedArguments

  init(arguments: ParsedArguments) throws(CommandFailure) {
    engineOptions = EngineOptions(arguments)
    cohortOptions = try CohortOptions(arguments)
    self.arguments = arguments
    try arguments.expectOne(of: Self.csv, .json)
    try arguments.expect(Self.csv, for: .escapeFormulas)
  }

  func run(on console: Console) throws(CommandFailure) -> ExitStatus {
    let engine = try engineOptions.engine(on: console)
    let files = cohortOptions.histories.files
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
    let histories = cohortOptions.source(for: engine, asOf: now, on: console)
    let (audience, reading) = try histories.reduce(
      with: ForecastWorker(engine, in: dates.range),
      into: AudienceForecast(
        dates,
        offerCount: engine.offerIds.count,
        tellsStorefronts: arguments[.byStorefront]
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
    try cohortOptions.finish(reading, "followed", for: engine, asOf: now, on: console)
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
    try check(report, engine.catalog)
    let zone = engine.policies.facts.timeZone
    let dates = try dates(at: zone, asOf: console.now, by: .month)
    let products = ReportedProducts(report, engine.catalog, given: arguments[Self.product])
    for product in products.unknown {
      console.warn(
        "expected the subscription of '\(product)', found \(products.subscriptions); its offers are "
          + "left out; use '--product APPLE-ID=\(product)'",
        file: input.file.name
      )
    }
    let forecast = Forecast(
      of: engine,
      by: report,
      products,
      at: dates,
      tellsStorefronts: arguments[.byStorefront]
    )
    try write(forecast, on: console)
    guard !cohortOptions.isQuiet else { return }
    try? console.errors.write(
      "\(report.rows.count.counted("row")) read: \(forecast.customers.counted("customer")) counted by "
        + "Apple, each number is an estimate\n"
    )
  }

  private func write(_ forecast: Forecast, on console: Console) throws(CommandFailure) {
    guard !arguments[Self.csv] else {
      let csv = forecast.csv(escapesFormulas: arguments[.escapeFormulas])
      return try arguments.output.write(csv, on: console)
    }
    try arguments.write(on: console, json: forecast.json) { $0.text(of: forecast) }
  }

  /// Checks that the options fit a report, which counts customers and has no histories.
  private func check(_ report: EligibilityReport, _ catalog: Catalog) throws(CommandFailure) {
    try arguments.expectNone(
      of: [
        .rules, .policy, CohortOptions.summary, CohortOptions.jobs, CohortOptions.allowRejects,
        Requirements.option, EngineOptions.dataThrough,
      ] + HistoryInputOptions.all,
      "needs histories, not a report that counts customers"
    )
    let known = catalog.subscriptionGroups.flatMap { $0.subscriptions.map(\.productId) }
    for (id, product) in arguments[Self.product].ordered(by: { $0.key < $1.key }) {
      guard known.contains(product) else {
        throw arguments.unknown("product", product, inCatalog: known)
      }
      guard report.rows.contains(where: { $0.subscriptionAppleId == id }) else {
        throw arguments.wrongUsage("the report has no subscription with the Apple ID '\(id)'")
      }
    }
  }

  private func dates(
    at offset: UTCOffset,
    asOf now: Instant,
    by onlyStep: AudienceStep? = nil
  ) throws(CommandFailure) -> AudienceDates {
    try Self.dateOptions.dates(
      of: arguments,
      at: offset,
      from: TimelineDate(now.adding(milliseconds: offset.milliseconds).date),
      by: onlyStep
    ) { start in
      TimelineDate(instant: start.instant.adding(months: 12), isDateOnly: start.isDateOnly)
    }
  }
}
