public import Foundation

extension EligibilityEngine {
  /// Returns a customer's eligible offers on a date, best first (R2), with reasons and windows.
  ///
  /// - Throws: ``HistoryError`` if versions of a transaction contradict each other.
  public func eligibleOffers(
    for history: CustomerHistory,
    asOf date: Date
  ) throws(HistoryError) -> [OfferDecision] {
    try eligibleOffers(for: history, asOf: Instant(date))
  }

  /// Decides all offers for a customer on a date, with reasons, windows and changes.
  ///
  /// - Throws: ``HistoryError`` if versions of a transaction contradict each other.
  public func decisions(
    for history: CustomerHistory,
    asOf date: Date,
    showing merchandiser: Merchandiser? = nil
  ) throws(HistoryError) -> CustomerDecisions {
    try decisions(for: history, asOf: Instant(date), showing: merchandiser)
  }
}

extension GroupHistory {
  /// Returns the facts on a date.
  public func snapshot(asOf date: Date) -> Snapshot { snapshot(asOf: Instant(date)) }
}

extension Window {
  /// Returns whether a date lies in the window.
  public func contains(_ date: Date) -> Bool { contains(Instant(date)) }
}

extension Instant {
  /// Creates an instant from a date of Foundation, in milliseconds, rounded down (T1).
  ///
  /// A date before year 1 or after year 9999 becomes the first or the last instant (T5).
  public init(_ date: Date) {
    // A date is an inexact fraction: rounding to microseconds restores whole milliseconds.
    let microseconds = (date.timeIntervalSince1970 * 1_000_000).rounded()
    let milliseconds = (microseconds / 1_000).rounded(.down)
    let earliest = Double(Instant.minimum.milliseconds)
    let latest = Double(Instant.maximum.milliseconds)
    self.init(milliseconds: Int64(max(earliest, min(latest, milliseconds))))
  }
}

extension Date {
  /// Creates a date of Foundation from an instant.
  public init(_ instant: Instant) {
    self.init(timeIntervalSince1970: Double(instant.milliseconds) / 1_000)
  }

  /// Creates a date of Foundation from an instant that can be absent, such as the end of a window; nil
  /// without one.
  public init?(_ instant: Instant?) {
    guard let instant else { return nil }
    self.init(instant)
  }
}

extension TimelineDate {
  /// Creates a date of a history from a date of Foundation, with its time of day.
  public init(_ date: Date) { self.init(Instant(date)) }
}
