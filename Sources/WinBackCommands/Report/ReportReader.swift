import CalendarTime
import WinBack
import WinBackFormats

/// Reads histories and makes of them what one of the two pages needs.
struct ReportReader {
  /// What a page is about.
  enum Page: String, Sendable, CaseIterable {
    /// Each customer with reasons.
    case customers
    /// Numbers of customers.
    case cohort
  }

  /// What was made of the histories.
  enum Subject {
    case customers([Decision])
    case cohort(CohortSum, CohortReading)
  }

  /// The most customers that are told of one by one where the user does not say.
  static let mostCustomers = 20

  let program: CohortProgram
  let cohort: Cohort
  /// The page that the user wants; nil to go by the number of customers.
  let page: Page?

  /// Reads the input.
  ///
  /// - Throws: ``CommandFailure`` where it cannot be read, or is not what was expected.
  func read() throws(CommandFailure) -> Subject {
    let histories = cohort.options.histories
    return try StreamedInput.with(histories.file, on: cohort.console) {
      input throws(CommandFailure) in
      var input = try CohortInput(input, histories, on: cohort.console)
      if try wantsCohort(of: &input) {
        let (sum, reading) = try cohort.reduce(
          input,
          with: ReportWorker(program),
          into: CohortSum(program)
        ) { sum, worker throws(CommandFailure) in sum.add(worker) }
        return .cohort(sum, reading)
      }
      try input.readAll()
      return .customers(
        try histories.decisions(
          of: program.engine,
          in: input.head,
          asOf: program.now,
          on: cohort.console
        ).flatMap { $0 }
      )
    }
  }

  private func wantsCohort(of input: inout CohortInput) throws(CommandFailure) -> Bool {
    if let page { return page == .cohort }
    if case .document = input.shape {
      try input.readAll()
      return try cohort.customerCount(of: input) > Self.mostCustomers
    }
    return try input.hasMoreCustomers(than: Self.mostCustomers)
  }
}
