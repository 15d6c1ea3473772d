import CEL

/// How a customer pays for an offer.
public enum OfferMode: String, Sendable, Hashable, CaseIterable {
  /// The whole offer is free.
  case freeTrial = "FREE_TRIAL"

  /// A reduced price is paid once, for the whole offer.
  case payUpFront = "PAY_UP_FRONT"

  /// A reduced price is paid each period of the offer.
  case payAsYouGo = "PAY_AS_YOU_GO"

  /// The number of service periods of a customer who uses a whole offer that has a number of periods.
  package func servicePeriods(of count: Int) -> Int {
    self == .payAsYouGo ? max(1, min(count, 1_000)) : 1
  }
}

/// The rank of an offer if a customer is eligible for several.
public enum OfferPriority: String, Sendable, Hashable, CaseIterable {
  /// Shown before offers of normal priority.
  case high = "HIGH"

  /// The default.
  case normal = "NORMAL"
}

/// How long one period of an offer lasts.
public enum OfferDuration: String, Sendable, Hashable, CaseIterable {
  /// Three days.
  case threeDays = "THREE_DAYS"

  /// One week.
  case oneWeek = "ONE_WEEK"

  /// Two weeks.
  case twoWeeks = "TWO_WEEKS"

  /// One month.
  case oneMonth = "ONE_MONTH"

  /// Two months.
  case twoMonths = "TWO_MONTHS"

  /// Three months.
  case threeMonths = "THREE_MONTHS"

  /// Six months.
  case sixMonths = "SIX_MONTHS"

  /// One year.
  case oneYear = "ONE_YEAR"
}

/// How long one period of a subscription lasts.
public enum SubscriptionPeriod: String, Sendable, Hashable, CaseIterable {
  /// One week.
  case oneWeek = "ONE_WEEK"

  /// One month.
  case oneMonth = "ONE_MONTH"

  /// Two months.
  case twoMonths = "TWO_MONTHS"

  /// Three months.
  case threeMonths = "THREE_MONTHS"

  /// Six months.
  case sixMonths = "SIX_MONTHS"

  /// One year.
  case oneYear = "ONE_YEAR"
}

/// The price of an offer or a subscription in a storefront.
public struct OfferPrice: Sendable, Hashable {
  /// The storefront.
  public var territory: Storefront

  /// The price of one period in the storefront's currency, as a decimal number such as `4.99`; nil
  /// if it is not known.
  public var customerPrice: String?

  /// Creates a price.
  public init(territory: Storefront, customerPrice: String? = nil) {
    self.territory = territory
    self.customerPrice = customerPrice
  }

  /// The price in one form: `4.990` is `4.99`, and `0.00` is `0`; nil if it is missing or no
  /// decimal number.
  package var amount: String? {
    guard let customerPrice else { return nil }
    let parts = customerPrice.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count),
      parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { $0.isDigit } })
    else { return nil }
    let whole = parts[0].drop { $0 == "0" }
    var fraction = parts.count == 2 ? parts[1] : ""
    while fraction.last == "0" { fraction.removeLast() }
    return (whole.isEmpty ? "0" : String(whole)) + (fraction.isEmpty ? "" : "." + fraction)
  }

  /// The price in ten-thousandths of the currency; nil if it is no decimal number, or has too many
  /// digits.
  package var tenThousandths: Int64? {
    guard let parts = amount?.split(separator: "."), let whole = parts.first, whole.count <= 12
    else { return nil }
    let fraction = parts.count == 2 ? parts[1] : ""
    guard fraction.count <= 4 else { return nil }
    return Int64(whole + fraction + String(repeating: "0", count: 4 - fraction.count))
  }
}

extension [OfferPrice] {
  /// Returns the price in a storefront, in thousandths of its currency as transactions have it; nil if it
  /// is not known.
  package func thousandths(in storefront: Storefront?) -> Int64? {
    let price = first { $0.territory == storefront }
    return price?.tenThousandths.flatMap { $0 % 10 == 0 ? $0 / 10 : nil }
  }
}

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

/// The date on which an offer starts or ends, as in the catalog (T4).
public enum CatalogDate: Sendable, Hashable {
  /// A calendar date, read in the time zone of the policy `timeZone`.
  case day(CivilDate)

  /// A date and a time, which need no time zone; `day` is the date as written.
  case instant(Instant, day: CivilDate)

  /// The date as written.
  public var day: CivilDate {
    switch self {
    case .day(let day), .instant(_, let day): day
    }
  }

  /// Returns the instant at which something that starts on this date starts.
  ///
  /// - Parameter offset: The offset of the policy `timeZone`; a date and time does not need it.
  /// - Returns: The instant.
  public func start(at offset: UTCOffset) -> Instant {
    switch self {
    case .day: startOfDay(at: offset)
    case .instant(let instant, _): instant
    }
  }

  /// Returns the first instant of the next day: something that ends on this date lasts until then.
  ///
  /// - Parameter offset: The offset of the policy `timeZone`. A time of day does not count.
  /// - Returns: The instant.
  public func endOfDay(at offset: UTCOffset) -> Instant {
    startOfDay(at: offset).adding(milliseconds: Instant.millisecondsPerDay)
  }

  /// Returns the date for a message, with the time if it is not the start of the day.
  func text(at offset: UTCOffset) -> String {
    let start = start(at: offset)
    return start == startOfDay(at: offset) ? "\(day)" : "\(start)"
  }

  private func startOfDay(at offset: UTCOffset) -> Instant {
    Instant(day).adding(milliseconds: -offset.milliseconds)
  }
}
