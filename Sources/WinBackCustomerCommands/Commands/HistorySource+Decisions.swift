import CalendarTime
import WinBack
import WinBackCommandLine
import WinBackFiles
import WinBackFormats

extension HistorySource {
  /// Returns the decisions in the order of the input.
  func decisions(
    of engine: EligibilityEngine,
    showing merchandiser: Merchandiser? = nil,
    asOf now: Instant
  ) throws(CommandFailure) -> ([CustomerDecisions], HistoryReading) {
    try list(after: engine.index.symbols) { record, symbols throws(HistoryError) in
      [try engine.decisions(for: record, symbols, asOf: now, showing: merchandiser)]
    }
  }

  /// Returns the result of the purchases of all customers with one offer, in the order of the input (M4).
  func redemptions(
    of offerId: String,
    with engine: EligibilityEngine,
    at instant: Instant
  ) throws(CommandFailure) -> ([RedemptionAttempt], HistoryReading) {
    try list(after: engine.index.symbols) { record, symbols throws(HistoryError) in
      try engine.redemptions(of: offerId, by: record, symbols, at: instant)
    }
  }

  private func list<Element: Sendable>(
    after symbols: SymbolTable,
    _ elements: @escaping @Sendable (HistoryRecord, SymbolTable) throws(HistoryError) -> [Element]
  ) throws(CommandFailure) -> ([Element], HistoryReading) {
    let none: [Element] = []
    return try answers(after: symbols, into: none, with: (), adding: { $0 += $1 }) {
      sum,
      _,
      record,
      symbols throws(HistoryError) in
      sum += try elements(record, symbols)
    }
  }
}
