import WinBack

/// Reads histories and makes of them what one of the two pages needs.
struct ReportReader {
  enum Page: String, Sendable, CaseIterable {
    case customers
    case cohort
  }

  enum Subject {
    case customers([Decision])
    case cohort(CohortSum)
  }

  /// The most customers that are shown one by one by default.
  static let mostCustomers = 20

  let program: CohortProgram
  let histories: HistorySource
  /// The page that the user wants; nil to go by the number of customers.
  let page: Page?

  func read() throws(CommandFailure) -> (subject: Subject, reading: HistoryReading) {
    guard page != .customers else {
      let (customers, reading) = try histories.decisions(
        of: program.engine,
        showing: program.merchandiser,
        asOf: program.now
      )
      return (.customers(customers.flatMap(\.self)), reading)
    }
    let limit = page == nil ? Self.mostCustomers : 0
    let (sum, reading) = try histories.reduce(
      with: ReportWorker(program, keeping: limit),
      into: CohortSum(program)
    ) { sum, worker, _ throws(CommandFailure) in sum.add(worker) }
    guard page == nil, sum.tally.customers <= limit else { return (.cohort(sum), reading) }
    var decisions: [Decision] = []
    for customer in sum.kept {
      // The worker has opened each of them already.
      guard
        let decided = try? program.engine.decisions(
          for: customer.record,
          customer.symbols,
          asOf: program.now,
          showing: program.merchandiser
        )
      else { continue }
      decisions += decided
    }
    return (.customers(decisions), reading)
  }
}
