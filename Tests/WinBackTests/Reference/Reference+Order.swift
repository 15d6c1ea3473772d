import WinBack

extension Reference.Candidate {
  /// R2: whether this offer is the better one.
  func isBetter(than other: Reference.Candidate) -> Bool {
    if priorityRank != other.priorityRank { return priorityRank < other.priorityRank }
    if modeRank != other.modeRank { return modeRank < other.modeRank }
    if days != other.days { return days > other.days }
    return Reference.precedes(offer.offerId, other.offer.offerId)
  }

  private var priorityRank: Int {
    switch offer.priority {
    case .high: 1
    case .normal: 2
    }
  }

  private var modeRank: Int {
    switch offer.offerMode {
    case .freeTrial: 1
    case .payUpFront: 2
    case .payAsYouGo: 3
    }
  }

  private var days: Int {
    let days =
      switch offer.duration {
      case .threeDays: 3
      case .oneWeek: 7
      case .twoWeeks: 14
      case .oneMonth: 30
      case .twoMonths: 60
      case .threeMonths: 90
      case .sixMonths: 180
      case .oneYear: 365
      }
    return days * offer.periodCount
  }
}
