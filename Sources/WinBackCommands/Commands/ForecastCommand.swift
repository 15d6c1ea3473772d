import CalendarTime
import WinBack
import WinBackFormats

/// `winback forecast`: the audience of each offer, date by date.
struct ForecastCommand: Command {
  static let description = CommandDescription(
    name: "forecast",
    abstract: "count how many customers each offer reaches, date by date",
    discussion: """
      For each offer it tells how many customers are eligible at each date, how many become so and \
      how many cease to be in each step. It reads the customers once, however many dates there are, \
      and is exact: at each date it counts what 'winback score --as-of DATE' does. Nobody is assumed \
      to buy anything; what a history already has counts from its date on.
      """,
    positionals: [CohortOptions.histories],
    options: [EngineOptions.catalog] + ForecastOptions.descriptions + CohortOptions.descriptions
      + HistoryInputOptions.descriptions
      + EngineOptions.descriptions.filter { $0 != .asOf } + [.output, .json, .verbose],
    examples: [
      CommandExample(
        "winback forecast histories.jsonl -c catalog.json --from 2025-01-01 --until 2025-12-31",
        "a picture of a year, day by day"
      ),
      CommandExample(
        "winback forecast histories.jsonl -c catalog.json --by month --csv > audience.csv",
        "the next twelve months, for a spreadsheet"
      ),
      CommandExample(
        "winback forecast histories.jsonl -c catalog.json --by week --by-storefront --json",
        "each storefront on its own, for a program"
      ),
    ],
    exitStatuses: [
      .badData:
        "more lines were rejected than --allow-rejects covers; the forecast is of the others"
    ]
  )

  private let engineOptions: EngineOptions
  private let cohortOptions: CohortOptions
  private let options: ForecastOptions
  private let output: OutputFile

  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    engineOptions = try EngineOptions(arguments)
    cohortOptions = try CohortOptions(arguments)
    options = try ForecastOptions(arguments)
    output = OutputFile(arguments.value(.output))
  }

  func run(on console: Console) throws(CommandFailure) -> ExitStatus {
    let engine = try engineOptions.engine(on: console)
    let dates = try options.dates(at: engine.policies.facts.timeZone, asOf: console.now)
    let cohort = Cohort(cohortOptions, for: engine, on: console)
    let (forecast, reading) = try cohort.reduce(
      with: ForecastWorker(engine, in: dates.range),
      into: AudienceForecast(
        dates,
        offerCount: engine.offerIds.count,
        tellsStorefronts: options.tellsStorefronts
      )
    ) { forecast, worker throws(CommandFailure) in
      for stretch in worker.stretches {
        guard forecast.add(stretch) else {
          throw CommandFailure(
            .badData,
            "expected the storefronts of the App Store, found far more"
          )
        }
      }
    }
    let rows = forecast.rows(of: engine)
    try output.withChannel(on: console) { channel throws(CommandFailure) in
      switch options.layout {
      case .text: try channel.write(ForecastText(for: channel).text(rows, forecast))
      case .csv: try channel.write(ForecastTable(rows, forecast).bytes.span)
      case .json:
        let json = ForecastJSON(rows, forecast, customers: reading.tally.customers)
        try channel.write(json.bytes.span)
      }
    }
    try cohort.finish(reading, "followed")
    return .done
  }
}
