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

  static func names(of gaps: HistoryGaps) -> [HistoryGapName] {
    allCases.filter { gaps.contains($0.gap) }
  }
}
