package import CalendarTime
import CEL
package import WinBack

/// The customer of a scenario, as the engine reads one; without duplicates.
package struct ScenarioCustomer: Sendable {
  private let record: HistoryRecord
  private let symbols: SymbolTable

  /// Takes a history that was read for an engine.
  ///
  /// - Throws: ``HistoryError`` where versions of a transaction contradict each other.
  init(
    _ record: HistoryRecord,
    _ symbols: SymbolTable,
    for engine: EligibilityEngine
  ) throws(HistoryError) {
    var record = record
    try record.mergeDuplicates(at: engine.policies.facts.timeZone)
    self.record = record
    self.symbols = symbols
  }

  /// Takes a history that was made in code.
  ///
  /// - Throws: ``HistoryError`` where versions of a transaction contradict each other.
  package init(
    _ history: CustomerHistory,
    for engine: EligibilityEngine
  ) throws(HistoryError) {
    var symbols = engine.index.symbols
    let attributes = engine.rules.ruleSet.attributes.map(\.name)
    let record = HistoryRecord(history, attributes: attributes, &symbols)
    try self.init(record, symbols, for: engine)
  }

  /// Returns what the rules may read of the customer, group by group.
  package func situations(
    in engine: EligibilityEngine,
    asOf now: Instant
  ) -> [Snapshot] {
    // Duplicates are merged already, so that nothing is left to contradict itself.
    let groups = (try? engine.groups(of: record, symbols)) ?? []
    return groups.map { $0.snapshot(asOf: now) }
  }

  /// Returns what becomes of a purchase with an offer (M4).
  func redemptions(
    of offerId: String,
    in engine: EligibilityEngine,
    at instant: Instant
  ) -> [RedemptionAttempt] {
    (try? engine.redemptions(of: offerId, by: record, symbols, at: instant)) ?? []
  }

  /// Returns the decisions on the customer, group by group, with reasons and windows.
  package func decisions(in engine: EligibilityEngine, asOf now: Instant) -> [Decision] {
    situations(in: engine, asOf: now).map(engine.decision)
  }
}
