/// A kind of offer, with its own rules.
public enum OfferKind: String, Sendable, Hashable, CaseIterable {
  /// For customers who have not received an introductory offer in the subscription group.
  case introductory
  /// For customers whose subscription has churned.
  case winBack
}

/// How a customer pays for an offer.
public enum OfferMode: String, Sendable, Hashable, CaseIterable {
  /// The whole offer is free.
  case freeTrial = "FREE_TRIAL"

  /// A reduced price is paid once, for the whole offer.
  case payUpFront = "PAY_UP_FRONT"

  /// A reduced price is paid each period of the offer.
  case payAsYouGo = "PAY_AS_YOU_GO"
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
