import WinBackFormats

/// A catalog with a product of each kind of period, and an offer of each mode.
enum SampleCatalog {
  /// The engine of a catalog by the rules of the App Store.
  static func engine(of catalog: Catalog = catalog) throws -> EligibilityEngine {
    try EligibilityEngine(catalog: catalog, rules: .appStore())
  }

  static let catalog = Catalog(subscriptionGroups: [
    SubscriptionGroup(
      id: "video",
      subscriptions: [
        Subscription(
          productId: "monthly",
          subscriptionPeriod: .oneMonth,
          winBackOffers: [
            offer("free_month", .freeTrial, .oneMonth),
            offer("half_price", .payAsYouGo, .oneMonth, periodCount: 3),
            offer("half_year", .payUpFront, .sixMonths),
          ]
        ),
        Subscription(productId: "premium", subscriptionPeriod: .oneMonth),
        Subscription(productId: "quarterly", subscriptionPeriod: .threeMonths),
        Subscription(productId: "yearly", subscriptionPeriod: .oneYear),
        Subscription(productId: "weekly", subscriptionPeriod: .oneWeek),
        Subscription(productId: "unknown-period"),
      ]
    ),
    SubscriptionGroup(
      id: "music",
      subscriptions: [Subscription(productId: "songs", subscriptionPeriod: .oneMonth)]
    ),
  ])

  private static func offer(
    _ id: String,
    _ mode: OfferMode,
    _ duration: OfferDuration,
    periodCount: Int = 1
  ) -> WinBackOffer {
    WinBackOffer(
      offerId: id,
      offerMode: mode,
      duration: duration,
      periodCount: periodCount,
      customerEligibilityPaidSubscriptionDurationInMonths: 1,
      customerEligibilityTimeSinceLastSubscribedInMonths: MonthRange(minimum: 1, maximum: 24),
      startDate: .day(Instant(milliseconds: 1_325_376_000_000).date)
    )
  }
}
