public import Foundation

extension EligibilityEngine {
  /// Returns a customer's eligible offers on a date, best first (R2), with reasons and windows.
  ///
  /// - Throws: ``HistoryError`` if versions of a transaction contradict each other.
  public func offers(
    for history: CustomerHistory,
    asOf date: Date
  ) throws(HistoryError) -> [OfferDecision] {
    try offers(for: history, asOf: Instant(date))
  }

  /// Decides all offers for a customer on a date, with reasons, windows and changes.
  ///
  /// - Throws: ``HistoryError`` if versions of a transaction contradict each other.
  public func decisions(
    for history: CustomerHistory,
    asOf date: Date
  ) throws(HistoryError) -> CustomerDecisions {
    try decisions(for: history, asOf: Instant(date))
  }
}
