import CalendarTime
import WinBack

/// Asks the two sides of a comparison about each customer.
struct ComparisonWorker: HistoryWorker {
  static var takesVersions: Bool { true }

  /// What changes for the customers so far.
  private(set) var comparison: CohortComparison

  private var from: CohortSide
  private var to: CohortSide
  private let empty: CohortComparison

  /// Creates a worker.
  ///
  /// - Parameters:
  ///   - from: Decides before.
  ///   - start: The instant that is asked about before.
  ///   - to: Decides after; its symbols go on from those of the one before.
  ///   - now: The instant that is asked about after.
  ///   - attributes: The attributes of customers that are read.
  init(
    from: EligibilityEngine,
    at start: Instant,
    to: EligibilityEngine,
    at now: Instant,
    attributes: [RuleSet.Attribute]
  ) {
    let side = CohortSide(from, asOf: start, attributes: attributes, after: to.index.symbols)
    self.from = side
    self.to = CohortSide(to, asOf: now, attributes: attributes, after: side.symbols)
    empty = CohortComparison(from: from, to: to)
    comparison = empty
  }

  var symbols: SymbolTable { to.symbols }

  mutating func add(
    _ record: borrowing HistoryRecord,
    _ symbols: borrowing SymbolTable
  ) throws(HistoryError) {
    if from.tellsQuickly, to.tellsQuickly {
      // For most customers nothing changes, which verdicts alone tell.
      from.score(try merged(record, by: from), symbols)
      to.score(try merged(record, by: to), symbols)
      if comparison.add(unchanged: from.eligible, to.eligible) { return }
    }
    comparison.add(
      record.string(record.customerId),
      before: try from.evaluations(on: copy record, copy symbols),
      after: try to.evaluations(on: copy record, copy symbols)
    )
  }

  private func merged(
    _ record: borrowing HistoryRecord,
    by side: CohortSide
  ) throws(HistoryError) -> HistoryRecord {
    var record = copy record
    try record.mergeDuplicates(at: side.engine.policies.facts.timeZone)
    return record
  }

  mutating func removeAll() {
    comparison = empty
  }
}
