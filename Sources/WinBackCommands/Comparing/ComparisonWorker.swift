import CalendarTime
import WinBack
import WinBackFormats

/// Asks the two sides of a comparison about each customer.
struct ComparisonWorker: HistoryWorker {
  static var takesVersions: Bool { true }

  /// What changes for the customers so far.
  private(set) var comparison: CohortComparison

  private var from: CohortSide
  private var to: CohortSide
  private let empty: CohortComparison
  private let pseudonyms: Pseudonyms?

  /// Creates a worker; the symbols of the side after continue from those of the side before.
  init(
    from: EligibilityEngine,
    at start: Instant,
    to: EligibilityEngine,
    at now: Instant,
    attributes: [RuleSet.Attribute],
    showing merchandisers: (from: Merchandiser, to: Merchandiser)? = nil,
    keepsChanges: Bool = false,
    _ pseudonyms: Pseudonyms? = nil
  ) {
    self.pseudonyms = pseudonyms
    self.from = CohortSide(from, merchandisers?.from, asOf: start, attributes: attributes)
    self.to = CohortSide(to, merchandisers?.to, asOf: now, attributes: attributes)
    empty = CohortComparison(
      from: from,
      to: to,
      comparesScreens: merchandisers != nil,
      keepsChanges: keepsChanges
    )
    comparison = empty
  }

  var symbols: SymbolTable { to.engine.index.symbols }

  mutating func add(
    _ record: borrowing HistoryRecord,
    _ symbols: borrowing SymbolTable
  ) throws(HistoryError) {
    try from.score(record, symbols)
    try to.score(record, symbols)
    // For most customers no verdict changes, which the verdicts alone tell.
    if !comparison.add(unchanged: from.eligible, to.eligible) {
      comparison.add(
        pseudonyms.name(of: record.string(record.customerId)),
        before: try from.evaluations(on: copy record, copy symbols),
        after: try to.evaluations(on: copy record, copy symbols)
      )
    }
    comparison.screens?.add(
      pseudonyms.name(of: record.string(record.customerId)),
      before: from.shown,
      after: to.shown
    )
  }

  mutating func removeAll() {
    comparison = empty
  }
}
