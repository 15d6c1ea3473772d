public import WinBack

/// Apple's Win-back Eligibility report: how many customers have churned, by what offers ask for.
///
/// It counts customers and does not list them. Rows of fewer than five are left out by Apple, so that
/// every count made from it is a lower bound.
public struct EligibilityReport: Sendable, Hashable {
  /// Customers who have the same answers to all that offers ask for.
  public struct Row: Sendable, Hashable {
    /// The numeric Apple ID of the subscription, which the report has instead of a product identifier.
    public var subscriptionAppleId: String

    /// The name of the subscription.
    public var subscriptionName: String

    /// The subscription group.
    public var subscriptionGroupIdentifier: String

    /// The months that were paid for, rounded down.
    public var paidMonths: Int

    /// The months since the customers were last subscribed, rounded down.
    public var monthsSinceLastSubscribed: Int

    /// Whether the customers have redeemed a win-back offer; which one is not said.
    public var hasRedeemedWinBackOffer: Bool

    /// The months since their last win-back offer, rounded down; nil if there was none.
    public var monthsSinceLastWinBackOffer: Int?

    /// The storefront; nil if the report does not say it.
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
  public init(rows: [Row]) {
    self.rows = rows
  }
}
