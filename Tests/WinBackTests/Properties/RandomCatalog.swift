import WinBack

extension Dice {
  /// A catalog of a few groups, whose offers reach some customers of ``history(of:allowsTies:)``.
  mutating func catalog() -> Catalog {
    let groups = Array(["g1", "G2", "é3"].prefix(pick([1, 1, 1, 2, 3]))).shuffled(using: &generator)
    return Catalog(
      subscriptionGroups: groups.map { group in
        var offerIds = ["a", "B", "b_1", "a.1", "é", "😀", "Z9"].shuffled(using: &generator)
        return SubscriptionGroup(
          id: group,
          subscriptions: (1...pick([1, 1, 2, 3])).map { product in
            Subscription(
              productId: "\(group).\(product)",
              winBackOffers: (0..<pick([0, 1, 2, 2])).map { _ in
                offer(offerIds.removeLast()).priced
              }
            )
          }
        )
      }
    )
  }

  private mutating func offer(_ offerId: String) -> WinBackOffer {
    let minimum = pick([0, 1, 1, 1, 2, 2, 3, 6])
    let start = day(
      near: pick(["2020-01-01", "2020-01-01", "2023-02-28", "2024-02-29", "2024-05-01"])
    )
    return WinBackOffer(
      offerId: offerId,
      offerMode: pick(OfferMode.allCases),
      duration: pick(OfferDuration.allCases),
      periodCount: pick([1, 1, 1, 2, 3, 12]),
      customerEligibilityPaidSubscriptionDurationInMonths: pick([0, 0, 1, 1, 1, 2, 3, 6, 12]),
      customerEligibilityTimeSinceLastSubscribedInMonths: MonthRange(
        minimum: minimum,
        maximum: max(0, minimum + pick([-1, 0, 1, 2, 11, 22, 22, 24]))
      ),
      customerEligibilityWaitBetweenOffersInMonths: pick([nil, nil, 0, 1, 2, 6, 6, 13]),
      startDate: catalogDate(start),
      endDate: chance(30) ? catalogDate(day(near: pick(["2024-05-31", "2025-02-28"]))) : nil,
      priority: pick(OfferPriority.allCases),
      territories: pick(["", "", "", "USA", "USA JPN", "JPN XKS"]).split(separator: " ")
        .compactMap { Storefront($0) }
    )
  }

  /// A date with or without a time, which may be written in a time zone of its own.
  private mutating func catalogDate(_ day: CivilDate) -> CatalogDate {
    guard chance(25) else { return .day(day) }
    let time = pick([0, 1, 43_200_000, 86_399_999]) as Int64
    let ahead = pick([0, 0, -8, 9]) as Int64
    return .instant(Instant(day).adding(milliseconds: time - ahead * 3_600_000), day: day)
  }

  private mutating func day(near text: String) -> CivilDate {
    Instant(milliseconds: Reference.instant(text))
      .adding(milliseconds: pick([0, 0, 1, -1, 30, 200]) * Reference.day)
      .date
  }
}

extension WinBackOffer {
  /// The offer with prices in some storefronts, if its identifier is a letter.
  fileprivate var priced: WinBackOffer {
    var priced = self
    guard offerId.count == 1, offerMode != .freeTrial else { return self }
    priced.prices = [("USA", "0.99"), ("JPN", "9.99"), ("DEU", nil)].compactMap { code, price in
      Storefront(code).map { OfferPrice(territory: $0, customerPrice: price) }
    }
    return priced
  }
}

extension Catalog {
  /// Edits the subscriptions of a group, or of all groups, in their order.
  mutating func editSubscriptions(
    of group: String? = nil,
    _ edit: (inout Subscription) -> Void
  ) {
    for index in subscriptionGroups.indices
    where group == nil || subscriptionGroups[index].id == group {
      for place in subscriptionGroups[index].subscriptions.indices {
        edit(&subscriptionGroups[index].subscriptions[place])
      }
    }
  }

  /// Edits the win-back offers of a group, or of all groups, in their order.
  mutating func editOffers(of group: String? = nil, _ edit: (inout WinBackOffer) -> Void) {
    editSubscriptions(of: group) { subscription in
      for place in subscription.winBackOffers.indices { edit(&subscription.winBackOffers[place]) }
    }
  }
}
