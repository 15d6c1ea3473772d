/// Apple's Win-back Eligibility report: the numbers of churned customers, by offer criteria.
///
/// It counts customers and does not list them. Apple leaves out rows of fewer than five customers.
public struct EligibilityReport: Sendable, Hashable {
  /// Customers with the same values for all offer criteria.
  public struct Row: Sendable, Hashable {
    /// The numeric Apple ID of the subscription; the report has no product identifier.
    public var subscriptionAppleId: String

    /// The name of the subscription.
    public var subscriptionName: String

    /// The subscription group.
    public var subscriptionGroupIdentifier: String

    /// The paid months, rounded down.
    public var paidMonths: Int

    /// The months since the end of the last subscription, rounded down.
    public var monthsSinceLastSubscribed: Int

    /// Whether the customers have redeemed a win-back offer; the report does not say which one.
    public var hasRedeemedWinBackOffer: Bool

    /// The months since their last win-back offer, rounded down; nil if there was none.
    public var monthsSinceLastWinBackOffer: Int?

    /// The storefront; nil if the report does not have it.
    public var storefront: Storefront?

    /// The number of customers.
    public var customers: Int

    /// Creates a row.
    public init(
      subscriptionAppleId: String,
      subscriptionName: String = "",
      subscriptionGroupIdentifier: String,
      paidMonths: Int,
      monthsSinceLastSubscribed: Int,
      hasRedeemedWinBackOffer: Bool = false,
      monthsSinceLastWinBackOffer: Int? = nil,
      storefront: Storefront? = nil,
      customers: Int
    ) {
      self.subscriptionAppleId = subscriptionAppleId
      self.subscriptionName = subscriptionName
      self.subscriptionGroupIdentifier = subscriptionGroupIdentifier
      self.paidMonths = paidMonths
      self.monthsSinceLastSubscribed = monthsSinceLastSubscribed
      self.hasRedeemedWinBackOffer = hasRedeemedWinBackOffer
      self.monthsSinceLastWinBackOffer = monthsSinceLastWinBackOffer
      self.storefront = storefront
      self.customers = customers
    }
  }

  /// The rows, in the order of the report.
  public var rows: [Row]

  /// Creates a report.
  public init(rows: [Row]) { self.rows = rows }
}

/// The number of customers whom an offer would reach, from a report with counts of customers.
public struct OfferAudience: Sendable, Hashable {
  /// The customers who meet the criteria, as the report counts months.
  public var eligible: Int

  /// The customers for whom the report cannot decide the criteria; between none and all meet them.
  ///
  /// Their months since the last subscription are the offer's maximum, and the report does not say
  /// whether days have passed since; or they have redeemed a win-back offer within the offer's wait,
  /// and the report does not say whether it was this offer; or it does not have their storefront.
  public var undetermined: Int

  /// Creates an audience.
  public init(eligible: Int, undetermined: Int) {
    self.eligible = eligible
    self.undetermined = undetermined
  }
}
