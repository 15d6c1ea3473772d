import CalendarTime
import WinBack

/// What a line of results looks like.
struct ScoreFormat: Sendable, Hashable {
  /// How lines are written.
  enum Layout: Sendable, Hashable {
    case json
    case csv
    /// CSV with a row for each offer.
    case long
  }

  var layout = Layout.json
  /// Whether fields of CSV are kept from being formulas.
  var escapesFormulas = false
  /// Whether customers without any eligible offer are left out, and where offers have rows all others.
  var onlyEligible = false
  /// Whether each offer of the engine is asked for; nil if all are.
  var offers: [Bool]?
  /// Whether CSV has a column of the offers that cannot be decided.
  var showsUndetermined = false
  /// Whether results have each offer's verdict, failed rules and next change.
  var showsDetails = false
  /// Whether results have what customers are shown.
  var showsScreens = false
  /// How far ahead the end of each eligible offer is looked for; nil not to tell it.
  var until: Instant?
  /// What stands for the customers; nil if they stand for themselves.
  var pseudonyms: Pseudonyms?

  /// How many bytes are scored at once.
  ///
  /// Large enough that handing them out costs nothing, small enough to stay in the processor's
  /// cache; and fewer where they take long, so that a checkpoint is not far away.
  var blockSize: Int { request == nil ? 1 << 18 : 1 << 16 }

  /// Returns whether an offer is asked for.
  func asks(forOfferAt index: Int) -> Bool { offers?[index] ?? true }

  /// What results say about each offer; nil if they list the eligible ones only.
  var request: OutlookEvaluator.Request? {
    if layout == .long { return .windows }
    if showsDetails { return .allFailedRules }
    return until == nil ? nil : .changes
  }

  /// Whether results contain only the offers.
  var isPlain: Bool { request == nil && !showsScreens }
}
