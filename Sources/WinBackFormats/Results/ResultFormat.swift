/// The format of a line of results.
package struct ResultFormat: Sendable, Hashable {
  package enum Layout: Sendable, Hashable {
    /// JSON Lines.
    case json
    /// A table with a row for each timeline.
    case csv
    /// A table with a row for each offer.
    case long
  }

  package var layout = Layout.json
  /// Whether each offer of the engine is selected; nil if all are.
  package var offers: [Bool]?
  /// Whether the table has a column for the offers that cannot be decided.
  package var showsUndetermined = false
  /// Whether results have the verdict, failed rules and next change of each offer.
  package var showsDetails = false
  package var showsScreens = false
  /// The instant up to which the end of each eligible offer is computed; nil to leave the ends out.
  package var until: Instant?

  /// Creates the format of plain JSON Lines.
  package init() {}

  /// The number of bytes that are scored at once.
  ///
  /// It is so large that distributing blocks costs nothing, and so small that a block fits into the
  /// processor's cache. It is smaller if a block takes long, so that all threads end at
  /// nearly the same time.
  package var blockSize: Int { request == nil ? 1 << 18 : 1 << 16 }

  package func asks(forOfferAt index: Int) -> Bool { offers?[index] ?? true }

  /// What results have about each offer; nil if they have only the eligible offers.
  package var request: OutlookEvaluator.Request? {
    if layout == .long { return .windows }
    if showsDetails { return .allFailedRules }
    return until == nil ? nil : .changes
  }

  /// Whether results have only the offers.
  package var isPlain: Bool { request == nil && !showsScreens }
}
