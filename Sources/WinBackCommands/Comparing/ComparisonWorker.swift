import WinBack

/// Asks the two sides of a comparison about each customer.
struct ComparisonWorker: HistoryWorker {
  static var takesVersions: Bool { true }

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
    _ record: borrowing HistoryRecord,
    _ symbols: borrowing SymbolTable
  ) throws(HistoryError) {
    comparison.add(
      record.string(record.customerId),
      before: try from.evaluations(on: copy record, copy symbols),
      after: try to.evaluations(on: copy record, copy symbols)
    )
  }

  mutating func removeAll() {
    comparison = empty
  }
}
