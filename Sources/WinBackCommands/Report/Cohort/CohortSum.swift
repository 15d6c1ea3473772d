import WinBack

/// All that a page counts of a cohort, added up block by block.
struct CohortSum: Sendable {
  private(set) var tally: CohortTally
  private(set) var forecast: AudienceForecast

  /// The customers that workers have kept; some may be missing if there are many.
  private(set) var kept: [(record: HistoryRecord, symbols: SymbolTable)] = []

  /// Creates the sum of nobody.
  init(_ program: CohortProgram) {
    tally = program.emptyTally
    forecast = AudienceForecast(
      program.dates,
      offerCount: program.engine.offerIds.count,
      tellsStorefronts: false
    )
  }

  /// Adds the customers whom a worker has counted.
  mutating func add(_ worker: borrowing ReportWorker) {
    tally.add(worker.tally)
    kept = tally.customers > ReportReader.mostCustomers ? [] : kept + worker.kept
    for stretch in worker.stretches { _ = forecast.add(stretch) }
  }
}
