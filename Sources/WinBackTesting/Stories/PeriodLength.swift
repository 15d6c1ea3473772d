import WinBack

/// The length of a period: calendar months, or days.
enum PeriodLength: Sendable, Hashable {
  case months(Int)
  case days(Int)

  init(_ period: SubscriptionPeriod) {
    self =
      switch period {
      case .oneWeek: .days(7)
      case .oneMonth: .months(1)
      case .twoMonths: .months(2)
      case .threeMonths: .months(3)
      case .sixMonths: .months(6)
      case .oneYear: .months(12)
      }
  }

  init(_ duration: OfferDuration) {
    self =
      switch duration {
      case .threeDays: .days(3)
      case .oneWeek: .days(7)
      case .twoWeeks: .days(14)
      case .oneMonth: .months(1)
      case .twoMonths: .months(2)
      case .threeMonths: .months(3)
      case .sixMonths: .months(6)
      case .oneYear: .months(12)
      }
  }

  /// About how many days long it is.
  var days: Int {
    switch self {
    case .months(let count): 30 * count
    case .days(let count): count
    }
  }

  /// The length in words.
  var phrase: String {
    switch self {
    case .months(1): "month"
    case .months(let count): "\(count) months"
    case .days(7): "week"
    case .days(let count): "\(count) days"
    }
  }
}
