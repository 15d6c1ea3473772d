/// An introductory offer as the developer configured it, in the App Store Connect API's own terms.
///
/// It is for customers who have not received one in the subscription group before. It has no
/// identifier: a product has at most one at a time in a storefront.
public struct IntroductoryOffer: Sendable, Hashable {
  /// How the customer pays.
  public var offerMode: OfferMode

  /// How long one period of the offer lasts.
  public var duration: OfferDuration

  /// The number of periods; the whole offer lasts `duration` that many times.
  public var numberOfPeriods: Int

  /// The first day of the offer; nil if it has always been there.
  public var startDate: CatalogDate?

  /// The last day of the offer, which still belongs to it; nil if the offer has no end.
  public var endDate: CatalogDate?

  /// The billing plan that the offer is for.
  public var targetSubscriptionPlanType: String?

  /// The storefronts where the offer exists; empty if it exists in all.
  public var territories: [Storefront]

  /// Creates an offer.
  public init(
    offerMode: OfferMode,
    duration: OfferDuration,
    numberOfPeriods: Int = 1,
    startDate: CatalogDate? = nil,
    endDate: CatalogDate? = nil,
    targetSubscriptionPlanType: String? = nil,
    territories: [Storefront] = []
  ) {
    self.offerMode = offerMode
    self.duration = duration
    self.numberOfPeriods = numberOfPeriods
    self.startDate = startDate
    self.endDate = endDate
    self.targetSubscriptionPlanType = targetSubscriptionPlanType
    self.territories = territories
  }
}
