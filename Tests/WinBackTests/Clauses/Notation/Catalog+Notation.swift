import WinBack

/// An offer, free for one month, that a customer of one paid month may have a month after it.
func offer(
  _ offerId: String = "offer",
  _ mode: OfferMode = .freeTrial,
  _ duration: OfferDuration = .oneMonth,
  count: Int = 1,
  paid: Int = 1,
  lapse: ClosedRange<Int> = 1...24,
  wait: Int? = nil,
  from start: CatalogDate = day("2020-01-01"),
  through end: CatalogDate? = nil,
  priority: OfferPriority = .normal,
  plan: String? = nil,
  territories: [String] = []
) -> WinBackOffer {
  WinBackOffer(
    offerId: offerId,
    offerMode: mode,
    duration: duration,
    periodCount: count,
    customerEligibilityPaidSubscriptionDurationInMonths: paid,
    customerEligibilityTimeSinceLastSubscribedInMonths: MonthRange(
      minimum: lapse.lowerBound,
      maximum: lapse.upperBound
    ),
    customerEligibilityWaitBetweenOffersInMonths: wait,
    startDate: start,
    endDate: end,
    priority: priority,
    targetSubscriptionPlanType: plan,
    territories: territories.compactMap { Storefront($0) }
  )
}

/// A day of an offer.
func day(_ text: String) -> CatalogDate {
  .day(Instant(milliseconds: Reference.instant(text)).date)
}

/// A day of an offer with a time, in UTC.
func time(_ text: String) -> CatalogDate {
  let instant = Instant(milliseconds: Reference.instant(text))
  return .instant(instant, day: instant.date)
}

/// A catalog of one group with the products `basic`, which has the offers, and `premium`.
func catalog(_ offers: WinBackOffer...) -> Catalog {
  Catalog(
    subscriptionGroups: [
      group("group", ["basic": offers.isEmpty ? [offer()] : offers, "premium": []])
    ])
}

func group(_ id: String, _ offers: [String: [WinBackOffer]]) -> SubscriptionGroup {
  SubscriptionGroup(
    id: id,
    subscriptions: offers.sorted { $0.key < $1.key }.map { productId, offers in
      Subscription(productId: productId, winBackOffers: offers)
    }
  )
}
