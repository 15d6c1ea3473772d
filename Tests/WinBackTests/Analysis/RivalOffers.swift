import WinBack

extension Dice {
  /// A catalog of one group, whose offers ask nearly the same of customers.
  mutating func rivals() -> Catalog {
    let products = pick([["p"], ["p"], ["p", "q"]])
    var ids = ["a", "b", "c", "d", "e"].shuffled(using: &generator)
    return Catalog(
      subscriptionGroups: [
        SubscriptionGroup(
          id: "g",
          subscriptions: products.map { product in
            Subscription(
              productId: product,
              winBackOffers: (0..<number(1...(products.count == 1 ? 4 : 2))).map { _ in
                rival(ids.removeLast())
              }
            )
          }
        )
      ]
    )
  }

  private mutating func rival(_ id: String) -> WinBackOffer {
    let minimum = pick([1, 1, 2, 3])
    let dates = pick(
      [
        ("2024-01-01", nil), ("2024-01-01", nil), ("2024-01-01", "2024-06-30"),
        ("2024-02-27", "2024-02-29"), ("2024-03-29", "2024-03-31"), ("2024-07-01", "2024-06-01"),
      ] as [(String, String?)]
    )
    return WinBackOffer(
      offerId: id,
      offerMode: .freeTrial,
      duration: .oneMonth,
      customerEligibilityPaidSubscriptionDurationInMonths: pick([1, 1, 2, 3]),
      customerEligibilityTimeSinceLastSubscribedInMonths: MonthRange(
        minimum: minimum,
        maximum: minimum + pick([0, 0, 1, 2, 6, -1])
      ),
      customerEligibilityWaitBetweenOffersInMonths: pick([nil, nil, nil, 1, 2, 4]),
      startDate: day(dates.0),
      endDate: dates.1.map(day),
      priority: pick(OfferPriority.allCases),
      territories: pick(["", "", "", "USA", "USA JPN"]).split(separator: " ")
        .compactMap { Storefront($0) }
    )
  }

  /// A customer on a dense grid around all that the offers of a catalog ask for, who redeems none when the
  /// dates of the offer do not allow it.
  mutating func customer(near catalog: Catalog) -> (history: CustomerHistory, now: Instant) {
    let offers = catalog.subscriptionGroups.flatMap(\.subscriptions).flatMap(\.winBackOffers)
    let offer = pick(offers)
    let start = offer.startDate.start(at: .utc)
    let dates = [start, offer.endDate.map { Instant($0.day) } ?? start]
    let day = Instant.millisecondsPerDay
    var now = pick(dates).adding(milliseconds: Int64(pick([-1, 0, 0, 1, 1, 2, 40])) * day)
    now = now.adding(milliseconds: pick([0, 0, 0, -1, 1, day / 2]))
    let lapse = offer.customerEligibilityTimeSinceLastSubscribedInMonths
    let months = pick([lapse.minimum, lapse.maximum, lapse.maximum + 1, lapse.minimum + 1, 0])
    let step: [Int64] = [0, 0, 0, 1, -1, day / 2, -day / 2, day, -day]
    let end = now.adding(months: Int64(-months)).adding(milliseconds: pick(step))
    let paid = Int64(
      max(0, offer.customerEligibilityPaidSubscriptionDurationInMonths + pick([0, 0, 1, 12, -1]))
    )
    let product = pick(catalog.subscriptionGroups[0].subscriptions).productId
    var periods = [(start: end.adding(months: -paid), end: end, offer: String?.none)]
    if chance(60) {
      // A redemption that ends with service, before it, or just so long ago as an offer waits.
      let redeemed = pick(offers)
      let wait = redeemed.customerEligibilityWaitBetweenOffersInMonths ?? 2
      let ended = pick([
        end, end.adding(milliseconds: -day / 2), end.adding(milliseconds: -day),
        now.adding(months: Int64(-wait)).adding(milliseconds: pick(step)),
      ])
      if ended <= periods[0].start {
        periods.insert((ended.adding(milliseconds: -3 * day), ended, redeemed.offerId), at: 0)
      } else if ended < end {
        periods = [(periods[0].start, ended, redeemed.offerId), (ended, end, nil)]
      } else {
        periods[0].offer = redeemed.offerId
      }
      // A day away from both dates, so that they mean the same in every time zone.
      let first = Instant(redeemed.startDate.day).adding(milliseconds: day)
      let end = redeemed.endDate.map { Instant($0.day) } ?? .maximum
      let last = end.adding(milliseconds: -day)
      for index in periods.indices
      where periods[index].start < first || last < periods[index].start {
        periods[index].offer = nil
      }
    }
    let history = CustomerHistory(
      customerId: "c",
      storefront: Storefront(pick(["USA", "JPN", "DEU"])),
      transactions: periods.enumerated().map { index, period in
        Transaction(
          transactionId: "\(index)",
          productId: product,
          purchaseDate: TimelineDate(period.start),
          expiresDate: TimelineDate(max(period.start, period.end)),
          price: 990,
          offerType: period.offer == nil ? nil : 4,
          offerIdentifier: period.offer
        )
      }
    )
    return (history, now)
  }
}
