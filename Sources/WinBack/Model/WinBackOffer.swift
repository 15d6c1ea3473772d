/// A win-back offer as the developer configured it, in the App Store Connect API's own terms.
public struct WinBackOffer: Sendable, Hashable {
  /// The identifier that `eligibleWinBackOfferIDs` lists; unique within a subscription group.
  public var offerId: String

  /// The name that only the developer sees.
  public var referenceName: String?

  /// How the customer pays.
  public var offerMode: OfferMode

  /// How long one period of the offer lasts.
  public var duration: OfferDuration

  /// The number of periods; the whole offer lasts `duration` that many times.
  public var periodCount: Int

  /// The least paid subscription duration, in whole months.
  public var customerEligibilityPaidSubscriptionDurationInMonths: Int

  /// The months since the customer was last subscribed, both ends included.
  public var customerEligibilityTimeSinceLastSubscribedInMonths: MonthRange

  /// The months that must pass before the same offer can be redeemed again; nil for no wait.
  public var customerEligibilityWaitBetweenOffersInMonths: Int?

  /// The first day of the offer.
  public var startDate: CatalogDate

  /// The last day of the offer, which still belongs to it; nil if the offer has no end.
  public var endDate: CatalogDate?

  /// The rank if a customer is eligible for several offers.
  public var priority: OfferPriority

  /// Whether the App Store promotes the offer on its own surfaces.
  public var promotionIntent: String?

  /// The billing plan that the offer is for.
  public var targetSubscriptionPlanType: String?

  /// The storefronts where the offer exists; empty if it exists in all.
  public var territories: [Storefront]

  /// Whether the territories are unknown, as in a response of the App Store Connect API without
  /// prices: rules that read them are not decided (F12).
  public var hasUnknownTerritories: Bool = false

  /// Whether the catalog has an empty list of territories, which rules read as all of them.
  package var hasEmptyTerritories: Bool = false

  /// The prices of the offer that the catalog has; Apple's rules do not read them.
  public var prices: [OfferPrice] = []

  /// Creates an offer.
  public init(
    offerId: String,
    referenceName: String? = nil,
    offerMode: OfferMode,
    duration: OfferDuration,
    periodCount: Int = 1,
    customerEligibilityPaidSubscriptionDurationInMonths: Int,
    customerEligibilityTimeSinceLastSubscribedInMonths: MonthRange,
    customerEligibilityWaitBetweenOffersInMonths: Int? = nil,
    startDate: CatalogDate,
    endDate: CatalogDate? = nil,
    priority: OfferPriority = .normal,
    promotionIntent: String? = nil,
    targetSubscriptionPlanType: String? = nil,
    territories: [Storefront] = []
  ) {
    self.offerId = offerId
    self.referenceName = referenceName
    self.offerMode = offerMode
    self.duration = duration
    self.periodCount = periodCount
    self.customerEligibilityPaidSubscriptionDurationInMonths =
      customerEligibilityPaidSubscriptionDurationInMonths
    self.customerEligibilityTimeSinceLastSubscribedInMonths =
      customerEligibilityTimeSinceLastSubscribedInMonths
    self.customerEligibilityWaitBetweenOffersInMonths = customerEligibilityWaitBetweenOffersInMonths
    self.startDate = startDate
    self.endDate = endDate
    self.priority = priority
    self.promotionIntent = promotionIntent
    self.targetSubscriptionPlanType = targetSubscriptionPlanType
    self.territories = territories
  }
}

extension WinBackOffer: Identifiable {
  /// The identifier, which is unique within a subscription group.
  public var id: String { offerId }
}

extension WinBackOffer {
  /// The number of service periods of a customer who uses the whole offer.
  package var servicePeriods: Int { offerMode.servicePeriods(of: periodCount) }

  package func end(from start: Instant) -> Instant {
    PeriodLength(duration).moving(start, by: servicePeriods)
  }
}

/// A range of whole months, both ends included.
public struct MonthRange: Sendable, Hashable {
  /// The fewest months.
  public var minimum: Int

  /// The most months.
  ///
  /// A maximum below the minimum is not an error here: no customer is eligible for such an offer
  /// (R3).
  public var maximum: Int

  /// Creates a range of months.
  public init(minimum: Int, maximum: Int) {
    self.minimum = minimum
    self.maximum = maximum
  }
}
