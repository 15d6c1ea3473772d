import CalendarTime
import WinBack
import WinBackFormats

/// `winback report`: a page with pictures about customers, or about many of them.
struct ReportCommand: Command {
  private static let section = OptionSection("The page")

  private static let histories = PositionalDescription(
    "HISTORIES",
    kind: .file(extensions: ["json", "jsonl", "gz"]),
    help: "the history of a customer, or JSON Lines of many, also gzipped (.gz); "
      + "'-' is standard input"
  )

  private static let page = OptionDescription.value(
    "page",
    "NAME",
    kind: .choices(ReportReader.Page.allCases.map(\.rawValue)),
    help: "each customer with reasons, or numbers of customers",
    defaultText: "customers, or cohort where there are more than \(ReportReader.mostCustomers)",
    section: section
  )

  private static let from = OptionDescription.value(
    "from",
    "DATE",
    help: "the first date of the audience over time",
    defaultText: "12 months before the instant asked about",
    section: section
  )

  private static let until = OptionDescription.value(
    "until",
    "DATE",
    help: "the last date of the audience over time",
    defaultText: "12 months after the instant asked about",
    section: section
  )

  private static let step = OptionDescription.value(
    "by",
    "STEP",
    kind: .choices(AudienceDates.Step.allCases.map(\.rawValue)),
    help: "count the audience once a day, week or month",
    defaultText: "month",
    section: section
  )

  static let description = CommandDescription(
    name: "report",
    abstract: "make a page with pictures: one HTML file that needs no other",
    discussion: """
      For a customer or a few, the page shows each timeline with the windows of the offers, and \
      every rule of every offer with the values that met. For many, it shows the audience of each \
      offer now and over time, what turns customers away, what offers have in common, the \
      storefronts, and what the answers hinge on.

      It is one file without scripts that reads nothing from the network, so that it can be mailed, \
      printed and kept. The same input gives the same bytes.
      """,
    positionals: [histories],
    options: [EngineOptions.catalog, page, from, until, step]
      + HistoryInputOptions.descriptions + EngineOptions.descriptions + [.output, .verbose],
    examples: [
      CommandExample(
        "winback report alice.json --catalog catalog.json --output alice.html",
        "the page about Alice, as of now"
      ),
      CommandExample(
        "winback report histories.jsonl.gz -c catalog.json --by week -o audience.html",
        "the page about everybody"
      ),
    ],
    exitStatuses: [.badData: "some lines could not be read; the page is about the others"]
  )

  private let arguments: ParsedArguments
  private let engineOptions: EngineOptions
  private let history: HistoryInputOptions
  private let output: OutputFile
  private let page: ReportReader.Page?
  private let step: AudienceDates.Step

  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    self.arguments = arguments
    engineOptions = try EngineOptions(arguments)
    history = try HistoryInputOptions(arguments, input: arguments.required(Self.histories))
    output = OutputFile(arguments.value(.output))
    page = arguments.value(Self.page).flatMap(ReportReader.Page.init(rawValue:))
    step = arguments.value(Self.step).flatMap(AudienceDates.Step.init(rawValue:)) ?? .month
  }

  func run(on console: Console) throws(CommandFailure) -> ExitStatus {
    let engine = try engineOptions.engine(on: console)
    let now = try engineOptions.instant(for: engine, on: console)
    let dates = try dates(for: engine, asOf: now)
    let program = CohortProgram(engine, asOf: now, dates: dates)
    let reader = ReportReader(program: program, history: history, page: page, console: console)
    let basis = DecisionBasis(engine, asOf: now)
    switch try reader.read() {
    case .customers(let decisions):
      let page = CustomerPage(decisions, basis: basis, asOf: now)
      try output.write(page.text, on: console)
    case .cohort(let tally):
      let summary = CohortNumbers(tally, program)
      try output.write(CohortPage(summary, basis: basis).text, on: console)
      guard tally.rejected == 0 else {
        let lines = tally.rejected == 1 ? "1 line" : "\(tally.rejected.grouped) lines"
        throw CommandFailure(
          .badData,
          [
            Diagnostic(
              .error,
              "\(lines) of \(tally.lines.grouped) could not be read; the page is about the others",
              file: history.file.name
            )
          ]
        )
      }
    }
    return .done
  }

  private func dates(
    for engine: EligibilityEngine,
    asOf now: Instant
  ) throws(CommandFailure) -> [Instant] {
    let offset = engine.policies.facts.timeZone
    let first = try date(Self.from)?.resolved(at: offset) ?? now.adding(months: -12)
    let last = try date(Self.until)?.resolved(at: offset) ?? now.adding(months: 12)
    guard first <= last else {
      throw arguments.wrongUsage(
        "expected '--from' not to be after '--until', found \(first.brief) and \(last.brief)"
      )
    }
    guard let dates = AudienceDates(from: first, through: last, by: step) else {
      throw arguments.wrongUsage(
        "expected at most \(AudienceDates.limit.grouped) dates, found more from \(first.brief) "
          + "to \(last.brief) by \(step.rawValue)"
      )
    }
    return dates.instants
  }

  private func date(_ option: OptionDescription) throws(CommandFailure) -> TimelineDate? {
    try arguments.value(
      option,
      expected: "a date such as 2025-01-15 or a date-time such as 2025-01-15T09:30:00Z"
    ) { text in
      (try? ISO8601Date(parsing: text)).map {
        TimelineDate(instant: $0.instant, isDateOnly: $0.isDateOnly)
      }
    }
  }
}
