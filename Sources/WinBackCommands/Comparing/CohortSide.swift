import CalendarTime
import WinBack
import WinBackFormats

/// One of the two sides of a comparison, which reads each customer as it will.
struct CohortSide {
  private let engine: EligibilityEngine
  private let now: Instant
  private var reader: HistoryReader
  private var record = HistoryRecord()
  private var symbols: SymbolTable

  init(_ engine: EligibilityEngine, asOf now: Instant) {
    self.engine = engine
    self.now = now
    reader = HistoryReader(attributes: engine.rules.ruleSet.attributes)
    symbols = engine.index.symbols
  }

  /// Reads the customer that comes next.
  ///
  /// - Returns: The customer and the verdicts, best offer first in each group.
  /// - Throws: ``JSONError`` where the bytes are no history.
  mutating func read(
    _ scanner: inout JSONScanner
  ) throws(JSONError) -> (customerId: String, verdicts: [OfferVerdict]) {
    symbols.removeAll(beyond: engine.index.symbols.count)
    try reader.read(&scanner, into: &record, &symbols)
    try scanner.finish()
    do throws(HistoryError) {
      try record.mergeDuplicates(at: engine.policies.facts.timeZone)
    } catch {
      throw JSONError(.rejected(error.description), at: error.sourceOffset)
    }
    return (
      record.string(record.customerId), engine.offerVerdicts(on: record, symbols, asOf: now)
    )
  }
}
