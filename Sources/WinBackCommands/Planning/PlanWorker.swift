import WinBack

/// Asks about every setting of an offer for the customers of a stream.
struct PlanWorker: GroupWorker {
  let symbols: SymbolTable
  let products: ProductGroups

  private var evaluator: PlanEvaluator

  init(_ program: PlanProgram, of engine: EligibilityEngine) {
    symbols = program.symbols
    products = engine.index.productGroups
    evaluator = PlanEvaluator(program)
  }

  /// The corners of the customers' settings so far.
  var corners: ContiguousArray<SettingCorner> { evaluator.corners }

  var evidence: TimelineEvidence? { evaluator.facts.map { TimelineEvidence($0) } }

  mutating func add(
    _ record: borrowing HistoryRecord,
    _ group: AskedGroup,
    _ symbols: borrowing SymbolTable
  ) {
    evaluator.add(record, group, symbols)
  }

  mutating func removeAll() {
    evaluator.removeAll()
  }
}
