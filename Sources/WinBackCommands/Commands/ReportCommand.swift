import CalendarTime
import WinBack
import WinBackFormats

struct ReportCommand: Command {
  private static let section = OptionSection("The page")
  private static let page = Option("page", "NAME", .choice(of: ReportReader.Page.self))
    .help("each customer with reasons, or numbers of customers")
    .default("customers, or cohort for more than \(ReportReader.mostCustomers)").section(section)

  private static let dateOptions = AudienceDateOptions(
    from: "twelve months before the instant of the question",
    until: "twelve months after it",
    .month,
    limit: 1_000,
    section
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
      the answers hinge on.

      To choose the criteria of an offer, 'winback plan --page' makes a page with a slider for each.

      The page is one file without scripts, and it loads nothing from the network. So you can mail, \
      print and archive it. The same input gives the same bytes.
      """,
    positionals: [HistoryInputOptions.histories],
    options: [EngineOptions.catalog, page] + dateOptions.all
      + CohortOptions.all + HistoryInputOptions.all + EngineOptions.all
      + MerchandisingOptions.all + [.output, .pseudonymize, .verbose],
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

  private let engineOptions: EngineOptions
  private let merchandising: MerchandisingOptions
  private let cohortOptions: CohortOptions
  private let page: ReportReader.Page?
  private let arguments: ParsedArguments

  init(arguments: ParsedArguments) throws(CommandFailure) {
    engineOptions = try EngineOptions(arguments)
    merchandising = MerchandisingOptions(arguments)
    cohortOptions = try CohortOptions(arguments)
    page = arguments[Self.page]
    self.arguments = arguments
    if page == .customers { try checkDates() }
  }

  func run(on console: Console) throws(CommandFailure) -> ExitStatus {
    let merchandiser = try engineOptions.merchandiser(merchandising, on: console)
    let engine = merchandiser.winBack
    let now = try engineOptions.instant(for: engine, on: console)
    let dates = try Self.dateOptions.dates(
      of: arguments,
      at: engine.policies.facts.timeZone,
      from: TimelineDate(instant: now.adding(months: -12), isDateOnly: false)
    ) { _ in TimelineDate(instant: now.adding(months: 12), isDateOnly: false) }
    let pseudonyms = try Pseudonyms.asked(by: arguments, on: console)
    let program = CohortProgram(merchandiser, asOf: now, dates: dates)
    var histories = cohortOptions.source(for: engine, asOf: now, on: console)
    histories.gathers = true
    let basis = DecisionBasis(engine, showing: merchandiser, asOf: now)
    let (subject, reading) =
      try ReportReader(program: program, histories: histories, page: page).read()
    let summary = ReadingSummary(reading, "counted", histories.evidence)
    switch subject {
    case .customers(var decisions):
      try checkDates()
      if let pseudonyms {
        for index in decisions.indices {
          decisions[index].customerId = pseudonyms.pseudonym(of: decisions[index].customerId)
        }
      }
      try arguments.output.write(
        CustomerPage(
          decisions,
          CatalogNames(engine),
          basis: basis,
          asOf: now,
          notices: summary.notices
        ).text,
        on: console
      )
      guard reading.tally.rejected > 0 || cohortOptions.needsSummary else { return .done }
    case .cohort(let sum):
      let numbers = CohortNumbers(sum, summary, program)
      try arguments.output.write(CohortPage(summary: numbers, basis: basis).text, on: console)
    }
    try cohortOptions.finish(reading, of: histories, "counted")
    return .done
  }

  /// Checks that no dates are asked for, which a page for each customer does not have.
  private func checkDates() throws(CommandFailure) {
    try arguments.expectNone(
      of: Self.dateOptions.all,
      "needs '--page cohort'; a page for each customer has no dates"
    )
  }
}
