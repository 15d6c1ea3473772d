import CalendarTime
import WinBack

/// Follows customers through the time of a forecast.
struct ForecastWorker: GroupWorker {
  let symbols: SymbolTable
  let products: ProductGroups
  /// What has become of the customers so far.
  private(set) var stretches: ContiguousArray<VerdictStretch> = []

  private let range: ClosedRange<Instant>
  private var evaluator: BatchEvaluator

  init(_ engine: EligibilityEngine, in range: ClosedRange<Instant>) {
    symbols = engine.index.symbols
    products = engine.index.productGroups
    self.range = range
    evaluator = BatchEvaluator(BatchProgram(engine))
  }

  mutating func add(
    _ record: borrowing HistoryRecord,
    _ group: AskedGroup,
    _ symbols: borrowing SymbolTable
  ) {
    evaluator.follow(record, group, symbols, in: range)
    stretches.append(contentsOf: evaluator.results.stretches)
  }

  mutating func removeAll() {
    stretches.removeAll(keepingCapacity: true)
  }
}
