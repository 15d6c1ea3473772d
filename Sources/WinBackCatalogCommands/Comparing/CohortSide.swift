import WinBackCommandLine

extension HistorySource {
  /// Compares two sides, of which the symbols of the second one continue from those of the first.
  ///
  /// `write` receives who gains and loses an offer, block by block; nobody keeps that without it.
  func compare(
    _ from: CohortSide,
    with to: CohortSide,
    to write: (@Sendable ([CohortComparison.Change]) throws(CommandFailure) -> Void)? = nil
  ) throws(CommandFailure) -> (CohortComparison, HistoryReading) {
    let empty = CohortComparison(
      from: from.engine,
      to: to.engine,
      comparesScreens: from.screens != nil,
      keepsChanges: write != nil
    )
    return try answers(
      after: to.engine.index.symbols,
      into: empty,
      with: (from: from, to: to),
      adding: { sum, block throws(CommandFailure) in
        try write?(block.changes ?? [])
        sum.add(block)
      }
    ) { comparison, sides, record, symbols throws(HistoryError) in
      try sides.from.score(record, symbols)
      try sides.to.score(record, symbols)
      // For most customers no verdict changes, which the verdicts alone tell.
      if !comparison.add(unchanged: sides.from.eligible, sides.to.eligible) {
        comparison.add(
          record.string(record.customerId),
          before: try sides.from.evaluations(on: record, symbols),
          after: try sides.to.evaluations(on: record, symbols)
        )
      }
      comparison.screens?.add(
        record.string(record.customerId),
        before: sides.from.shown,
        after: sides.to.shown
      )
    }
  }
}

/// One of the two sides of a comparison, which takes each customer as it will.
struct CohortSide: Sendable {
  let engine: EligibilityEngine
  private let now: Instant
  /// The indices of the attributes of the side's rules among those that are read.
  private let attributeIndices: [Int]
  private let readsAllAttributes: Bool
  private let products: ProductGroups
  private var evaluator: BatchEvaluator
  /// Decides what customers see, if that is needed.
  fileprivate var screens: MerchandisingBatch?
  /// The offers that the last customer may have, as indices into the engine's offers, best first in each
  /// group.
  private(set) var eligible: ContiguousArray<Int> = []
  /// What the last customer sees in each group, if that is needed.
  private(set) var shown: [Symbol: Shown] = [:]

  init(
    _ engine: EligibilityEngine,
    _ merchandiser: Merchandiser? = nil,
    asOf now: Instant,
    attributes: [RuleSet.Attribute]
  ) {
    self.engine = engine
    self.now = now
    attributeIndices = engine.rules.ruleSet.attributes.compactMap(attributes.firstIndex(of:))
    readsAllAttributes = attributeIndices == Array(attributes.indices)
    products = engine.index.productGroups
    evaluator = BatchEvaluator(BatchProgram(engine, at: now))
    screens = merchandiser.map { MerchandisingBatch($0, at: now) }
  }

  mutating func score(
    _ record: borrowing HistoryRecord,
    _ symbols: borrowing SymbolTable
  ) throws(HistoryError) {
    eligible.removeAll(keepingCapacity: true)
    shown.removeAll(keepingCapacity: true)
    var record = read(record)
    try record.mergeDuplicates(at: engine.policies.facts.timeZone)
    for group in record.askedGroups(in: products, symbols) { score(record, group, symbols) }
  }

  private mutating func score(
    _ record: borrowing HistoryRecord,
    _ group: AskedGroup,
    _ symbols: borrowing SymbolTable
  ) {
    evaluator.score(record, group, symbols)
    eligible.append(contentsOf: evaluator.results.eligible)
    guard let symbol = group.symbol,
      let screen = screens?.shown(record, group, symbols, by: &evaluator)
    else { return }
    shown[symbol] = screens?.named(screen)
  }

  /// Returns a history with the attributes that the side's rules read.
  private func read(_ record: borrowing HistoryRecord) -> HistoryRecord {
    var record = copy record
    if !readsAllAttributes {
      record.attributes = ContiguousArray(attributeIndices.map { record.attributes[$0] })
    }
    return record
  }

  /// Returns the result of the rules for a customer, best offer first in each group.
  func evaluations(
    on record: HistoryRecord,
    _ symbols: SymbolTable
  ) throws(HistoryError) -> [OfferEvaluation] {
    try engine.groups(of: read(record), symbols).flatMap { history in
      engine.evaluations(of: history.snapshot(asOf: now))
    }
  }
}
