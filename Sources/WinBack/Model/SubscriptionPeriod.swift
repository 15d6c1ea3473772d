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
