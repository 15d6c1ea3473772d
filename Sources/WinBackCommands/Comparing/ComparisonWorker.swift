import WinBack

/// Asks the two sides of a comparison about each customer.
struct ComparisonWorker: HistoryWorker {
  /// What changes for the customers so far.
  private(set) var comparison: CohortComparison

  private let from: CohortSide
  private let to: CohortSide
  private let empty: CohortComparison

  /// Creates a worker.
  ///
  /// - Parameters:
  ///   - from: The side before.
  ///   - to: The side after, whose symbols go on from those of the other one.
  init(from: CohortSide, to: CohortSide) {
    self.from = from
    self.to = to
    empty = CohortComparison(from: from.engine, to: to.engine)
    comparison = empty
  }

  var symbols: SymbolTable { to.engine.index.symbols }

  mutating func add(
    _ record: inout HistoryRecord,
    _ symbols: borrowing SymbolTable
  ) throws(HistoryError) -> Int {
    let before = try from.evaluations(on: record, copy symbols)
    let after = try to.evaluations(on: record, copy symbols)
    comparison.add(
      record.string(record.customerId),
      before: before.evaluations,
      after: after.evaluations
    )
    return after.withoutGroup
  }

  mutating func removeAll() {
    comparison = empty
  }
}
