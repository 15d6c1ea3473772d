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
