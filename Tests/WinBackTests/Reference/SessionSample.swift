import WinBack

/// A plain port of the paywall of WWDC24 session 10110, 23:05, which knows statuses and nothing of rules.
struct SessionSample {
  /// The status of a subscription of the group, as StoreKit gives it.
  struct Status {
    let willAutoRenew: Bool
    let isPurchased: Bool
    /// Best first.
    var eligibleWinBackOfferIDs: [String] = []
  }

  let statuses: [Status]
  /// The product with the introductory offer, where the customer may have one.
  let introductoryProduct: String?
  /// The win-back offers that StoreKit lists for the products: those of the plan that is paid up front.
  let winBackOffers: [String]

  var shown: Reference.Shown {
    if statuses.contains(where: \.willAutoRenew) { return .hidden }
    if let introductoryProduct { return .introductory(productId: introductoryProduct) }
    let purchased = statuses.first(where: \.isPurchased)
    guard let best = purchased?.eligibleWinBackOfferIDs.first else { return .plain }
    guard winBackOffers.contains(best) else { return .plain }
    return .winBack(offerId: best)
  }
}

extension SessionSample {
  /// What the sample would be given for a customer; what is not known of a renewal is taken for none.
  init(_ answer: Reference.Answer, in catalog: Catalog) {
    let own =
      answer.facts.periods.isEmpty
      ? []
      : [
        Status(
          willAutoRenew: answer.facts.ownStatusRenews ?? false,
          isPurchased: true,
          eligibleWinBackOfferIDs: answer.eligible
        )
      ]
    statuses =
      answer.facts.sharedStatuses.map {
        Status(willAutoRenew: $0 ?? false, isPurchased: false)
      } + own
    introductoryProduct =
      answer.introductoryProducts(in: catalog).first { $0.isOpen == true }?.productId
    winBackOffers = catalog.subscriptionGroups.filter { $0.id == answer.group }
      .flatMap(\.subscriptions).flatMap(\.winBackOffers)
      .filter { $0.targetSubscriptionPlanType != "MONTHLY" }.map(\.offerId)
  }
}
