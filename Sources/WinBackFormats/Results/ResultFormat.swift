package import CalendarTime
package import WinBack

/// What a line of results looks like.
package struct ResultFormat: Sendable, Hashable {
  /// The layout of a line.
  package enum Layout: Sendable, Hashable {
    /// JSON Lines.
    case json
    /// CSV with a row for each timeline.
    case csv
    /// CSV with a row for each offer.
    case long
  }

  /// How lines are written.
  package var layout = Layout.json
  /// Whether fields of CSV are kept from being formulas.
  package var escapesFormulas = false
  /// Whether customers without any eligible offer are left out, and where offers have rows all others.
  package var onlyEligible = false
  /// Whether each offer of the engine is asked for; nil if all are.
  package var offers: [Bool]?
  /// Whether CSV has a column of the offers that cannot be decided.
  package var showsUndetermined = false
  /// Whether results have each offer's verdict, failed rules and next change.
  package var showsDetails = false
  /// Whether results have what customers are shown.
  package var showsScreens = false
  /// How far ahead the end of each eligible offer is looked for; nil not to tell it.
  package var until: Instant?
  /// What stands for the customers; nil if they stand for themselves.
  package var pseudonyms: Pseudonyms?

  /// Creates the format of plain JSON Lines.
  package init() {}

  /// How many bytes are scored at once.
  ///
  /// Large enough that handing them out costs nothing, small enough to stay in the processor's
  /// cache; and fewer where they take long, so that a checkpoint is not far away.
  package var blockSize: Int { request == nil ? 1 << 18 : 1 << 16 }

  /// Returns whether an offer is asked for.
  package func asks(forOfferAt index: Int) -> Bool { offers?[index] ?? true }

  /// What results say about each offer; nil if they list the eligible ones only.
  package var request: OutlookEvaluator.Request? {
    if layout == .long { return .windows }
    if showsDetails { return .allFailedRules }
    return until == nil ? nil : .changes
  }

  /// Whether results contain only the offers.
  package var isPlain: Bool { request == nil && !showsScreens }
}
