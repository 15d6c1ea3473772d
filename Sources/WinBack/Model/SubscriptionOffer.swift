/// An introductory offer, a promotional offer or an offer code, in the App Store Connect API's own
/// terms.
///
/// These are also the terms that a ``WinBackOffer`` has besides its criteria.
public struct SubscriptionOffer: Sendable, Hashable {
  /// The class of a customer, by which an offer code is given (K2).
  public enum CustomerEligibility: String, Sendable, Hashable, CaseIterable {
    /// A customer who never had a subscription in the group.
    case new = "NEW"
    /// A customer who has a subscription in the group.
    case existing = "EXISTING"
    /// A customer who had one.
    case expired = "EXPIRED"
  }

  /// The kind of the offer, whose rules decide.
  public var kind: OfferKind

  /// The identifier that transactions have as `offerIdentifier`, unique among the offers of its kind
  /// within a group: `offerCode` of a promotional offer, and the name of an offer code.
  ///
  /// It is nil for an introductory offer: a product has at most one at a time in a storefront.
  public var offerId: String?

  /// The name that only the developer sees.
  public var referenceName: String?

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

  /// Whether the territories are unknown, as in a response of the App Store Connect API without
  /// prices: rules that read them are not decided (F12).
  public var hasUnknownTerritories: Bool = false

  /// The prices of the offer that the catalog has.
  public var prices: [OfferPrice] = []

  /// The classes of customers that an offer code is for; empty for other kinds.
  public var customerEligibilities: [CustomerEligibility]

  /// How an offer code goes with an introductory offer, such as `STACK_WITH_INTRO_OFFERS`.
  public var offerEligibility: String?

  /// Whether customers can redeem an offer code; other kinds are always active.
  public var isActive: Bool

  /// Creates an offer.
  public init(
    _ kind: OfferKind,
    offerId: String? = nil,
    referenceName: String? = nil,
    offerMode: OfferMode,
    duration: OfferDuration,
    numberOfPeriods: Int = 1,
    startDate: CatalogDate? = nil,
    endDate: CatalogDate? = nil,
    targetSubscriptionPlanType: String? = nil,
    territories: [Storefront] = [],
    customerEligibilities: [CustomerEligibility] = [],
    offerEligibility: String? = nil,
    isActive: Bool = true
  ) {
    self.kind = kind
    self.offerId = offerId
    self.referenceName = referenceName
    self.offerMode = offerMode
    self.duration = duration
    self.numberOfPeriods = numberOfPeriods
    self.startDate = startDate
    self.endDate = endDate
    self.targetSubscriptionPlanType = targetSubscriptionPlanType
    self.territories = territories
    self.customerEligibilities = customerEligibilities
    self.offerEligibility = offerEligibility
    self.isActive = isActive
  }
}

extension SubscriptionOffer {
  /// The number of service periods of a customer who uses the whole offer.
  package var servicePeriods: Int { offerMode.servicePeriods(of: numberOfPeriods) }

  /// Creates the terms of a win-back offer without its criteria.
  package init(_ offer: WinBackOffer) {
    self.init(
      .winBack,
      offerId: offer.offerId,
      referenceName: offer.referenceName,
      offerMode: offer.offerMode,
      duration: offer.duration,
      numberOfPeriods: offer.periodCount,
      startDate: offer.startDate,
      endDate: offer.endDate,
      targetSubscriptionPlanType: offer.targetSubscriptionPlanType,
      territories: offer.territories
    )
    hasUnknownTerritories = offer.hasUnknownTerritories
    prices = offer.prices
  }
}
