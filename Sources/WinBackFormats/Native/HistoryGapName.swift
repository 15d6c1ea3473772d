import CEL
import WinBack

/// The names of gaps of a history, which its key `unknown` lists (F12).
enum HistoryGapName: String, CaseIterable {
  case redemptions
  case paidMonths
  case otherPurchases

  var gap: HistoryGaps {
    switch self {
    case .redemptions: .redemptions
    case .paidMonths: .paidMonths
    case .otherPurchases: .otherPurchases
    }
  }

  /// Returns the message about an unknown name.
  static func refusal(of name: String) -> String {
    let known = allCases.map { $0.rawValue }
    let hint =
      nearestName(to: name, among: known).map { "did you mean '\($0)'?" }
      ?? "expected one of \(known.map { "'\($0)'" }.joined(separator: ", "))"
    return "unknown value '\(name.shownInMessage)'; \(hint)"
  }

  /// Returns the names of gaps of a history.
  static func names(of gaps: HistoryGaps) -> [HistoryGapName] {
    allCases.filter { gaps.contains($0.gap) }
  }
}
