package import CalendarTime

/// The length of a period: calendar months, or days.
package enum PeriodLength: Sendable, Hashable {
  case months(Int)
  case days(Int)

  package init(_ period: SubscriptionPeriod) {
    // Offers have all periods of subscriptions, and more.
    self = OfferDuration(rawValue: period.rawValue).map { PeriodLength($0) } ?? .months(1)
  }

  package init(_ duration: OfferDuration) {
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

  /// Returns an instant moved by some periods, back if they are negative.
  package func moving(_ instant: Instant, by periods: Int = 1) -> Instant {
    switch self {
    case .months(let months): instant.adding(months: Int64(months) * Int64(periods))
    case .days(let days):
      instant.adding(milliseconds: Int64(days) * Int64(periods) * Instant.millisecondsPerDay)
    }
  }

  package var months: Int? {
    if case .months(let months) = self { months } else { nil }
  }

  /// The approximate length in days.
  package var days: Int {
    switch self {
    case .months(let count): 30 * count
    case .days(let count): count
    }
  }

  package var phrase: String {
    switch self {
    case .months(1): "month"
    case .months(let count): "\(count) months"
    case .days(7): "week"
    case .days(let count): "\(count) days"
    }
  }
}
