import CalendarTime
import WinBack

/// One of the two sides of a comparison, which takes each customer as it will.
struct CohortSide: Sendable {
  let engine: EligibilityEngine
  private let now: Instant
  /// Where the attributes of the side's rules are among those that are read.
  private let attributePlaces: [Int]
  private let readsAllAttributes: Bool

  /// Creates a side.
  ///
  /// - Parameters:
  ///   - engine: Decides.
  ///   - now: The instant that is asked about.
  ///   - attributes: The attributes that are read, those of the engine's rules among them.
  init(_ engine: EligibilityEngine, asOf now: Instant, attributes: [RuleSet.Attribute]) {
    self.engine = engine
    self.now = now
    attributePlaces = engine.rules.ruleSet.attributes.compactMap(attributes.firstIndex(of:))
    readsAllAttributes = attributePlaces == Array(attributes.indices)
  }

  /// Returns what becomes of the rules for a customer, best offer first in each group.
  ///
  /// - Parameters:
  ///   - record: The history, in which no transaction is there twice.
  ///   - symbols: The symbols of the history.
  /// - Returns: The evaluations.
  /// - Throws: ``HistoryError`` where the history contradicts itself.
  func evaluations(
    on record: HistoryRecord,
    _ symbols: SymbolTable
  ) throws(HistoryError) -> [OfferEvaluation] {
    var record = record
    if !readsAllAttributes {
      record.attributes = ContiguousArray(attributePlaces.map { record.attributes[$0] })
    }
    return try engine.groups(of: record, symbols).flatMap { history in
      engine.evaluations(of: history.snapshot(asOf: now))
    }
  }
}
