/// A worker that looks at each subscription group of a customer by itself (R5).
package protocol GroupWorker: HistoryWorker {
  var products: ProductGroups { get }

  /// Takes in a group of a customer, in whose history no transaction is there twice.
  mutating func add(
    _ record: borrowing HistoryRecord,
    _ group: AskedGroup,
    _ symbols: borrowing SymbolTable
  )
}

extension GroupWorker {
  package mutating func add(_ record: borrowing HistoryRecord, _ symbols: borrowing SymbolTable) {
    for group in record.askedGroups(in: products, symbols) { add(record, group, symbols) }
  }
}

struct ForecastWorker: GroupWorker {
  let symbols: SymbolTable
  let products: ProductGroups
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

  mutating func removeAll() { stretches.removeAll(keepingCapacity: true) }
}

extension PlanEvaluator: GroupWorker {
  package mutating func evidence() -> TimelineEvidence? {
    facts.flatMap { TimelineEvidence(withoutMonths: $0) }
  }
}
