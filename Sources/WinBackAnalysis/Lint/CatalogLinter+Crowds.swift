import CEL

extension CatalogLinter {
  /// Finds subscriptions that have more offers than the App Store accepts, in all or at once.
  func crowds() -> [LintFinding] {
    engine.catalog.placedSubscriptions.flatMap { placed in
      let product = placed.subscription.productId
      let offers = placed.subscription.winBackOffers
      var findings = crowds(of: placed.subscription).map { crowd, storefronts in
        placed.finding(
          .runningAtOnce,
          at: placed.place.offer(.winBack, element: crowd.newcomer),
          "expected at most \(limits.offersRunningAtOnce) offers of '\(product)' at once in a "
            + "storefront, found \(crowd.count) from \(offers[crowd.newcomer].startDate.day) on in "
            + "\(Self.text(of: storefronts)): \(crowd.offers.quoted)"
        )
      }
      if offers.count > limits.offersPerSubscription {
        findings.append(
          placed.finding(
            .offersPerSubscription,
            at: placed.place.member("winBackOffers"),
            "expected at most \(limits.offersPerSubscription) offers of '\(product)', found \(offers.count)"
          )
        )
      }
      return findings
    }
  }

  /// More offers than can run at once, from a day on.
  private struct Crowd: Hashable {
    /// The index of the offer that starts then.
    let newcomer: Int
    let count: Int
    let offers: OfferNames
  }

  /// Returns the crowds in the order of the offers that are one too many, each with its
  /// storefronts; nil represents the storefronts that no offer names.
  private func crowds(of subscription: Subscription) -> [(crowd: Crowd, storefronts: [Storefront?])]
  {
    let offers = subscription.winBackOffers
    guard offers.count > limits.offersRunningAtOnce else { return [] }
    var named: [Storefront: [Int]] = [:]
    for (index, offer) in offers.enumerated() {
      for storefront in Set(offer.territories) { named[storefront, default: []].append(index) }
    }
    let storefronts = [nil] + named.keys.ordered().map(Optional.some)
    let everywhere = offers.indices.filter { index in
      offers[index].territories.isEmpty && !offers[index].hasUnknownTerritories
    }
    // Storefronts that the same offers name have the same crowds.
    let alike = Dictionary(grouping: storefronts.indices) { index in
      storefronts[index].flatMap { named[$0] } ?? []
    }
    var storefrontsOfCrowds: [Crowd: [Int]] = [:]
    for (few, indices) in alike {
      for crowd in crowds(among: everywhere + few, of: offers) {
        storefrontsOfCrowds[crowd, default: []] += indices
      }
    }
    return storefrontsOfCrowds.map { (crowd: $0.key, indices: $0.value.ordered()) }
      .ordered { ($0.crowd.newcomer, $0.indices[0]) < ($1.crowd.newcomer, $1.indices[0]) }
      .map { ($0.crowd, $0.indices.map { storefronts[$0] }) }
  }

  /// Returns the crowds of some offers: of several that start on one day, the last one is one too
  /// many.
  private func crowds(among indices: [Int], of offers: [WinBackOffer]) -> [Crowd] {
    let starts = indices.ordered { (offers[$0].startDate.day, $0) < (offers[$1].startDate.day, $1) }
    var crowds: [Crowd] = []
    var running: [Int] = []
    for (position, newcomer) in starts.enumerated() {
      let day = offers[newcomer].startDate.day
      running.append(newcomer)
      if position + 1 < starts.count, offers[starts[position + 1]].startDate.day == day { continue }
      running.removeAll { index in offers[index].endDate.map { $0.day < day } ?? false }
      running.sort()
      guard running.count > limits.offersRunningAtOnce, running.contains(newcomer) else { continue }
      let names = OfferNames(running.prefix(OfferNames.needed).map { offers[$0].offerId })
      crowds.append(Crowd(newcomer: newcomer, count: running.count, offers: names))
    }
    return crowds
  }

  private static func text(of storefronts: [Storefront?]) -> String {
    guard storefronts.first != .some(nil) else {
      return storefronts.count == 1 ? "all storefronts" : "all storefronts, or nearly all"
    }
    let codes = storefronts.compactMap { $0?.code }
    let shown = codes.prefix(5).joined(separator: ", ")
    return codes.count > 5 ? "\(shown) and \(codes.count - 5) more" : shown
  }
}

extension CatalogLinter {
  /// Finds introductory offers of a product that are live at the same time in one storefront.
  func rivals() -> [LintFinding] {
    engine.catalog.placedSubscriptions.flatMap { placed in
      placed.subscription.offers(of: .introductory).indices.compactMap {
        rival(ofOfferAt: $0, placed)
      }
    }
  }

  /// Finds an earlier offer that is live in the same storefront on the same day.
  private func rival(ofOfferAt index: Int, _ placed: PlacedSubscription) -> LintFinding? {
    let offers = placed.subscription.offers(of: .introductory)
    let offer = offers[index]
    for (otherIndex, other) in offers.prefix(index).enumerated()
    where other.targetSubscriptionPlanType == offer.targetSubscriptionPlanType {
      guard let storefront = Self.commonStorefront(other.territories, offer.territories),
        Self.overlap(other, offer)
      else { continue }
      return placed.finding(
        .introductoryTwice,
        at: placed.place.offer(.introductory, element: index),
        "expected one introductory offer of '\(placed.subscription.productId)' at a time in "
          + "\(storefront), where the one at position \(otherIndex + 1) is, too"
      )
    }
    return nil
  }

  /// An empty list has all storefronts.
  private static func commonStorefront(_ first: [Storefront], _ second: [Storefront]) -> String? {
    if first.isEmpty { return second.first?.code ?? "any storefront" }
    if second.isEmpty { return first[0].code }
    return first.first(where: second.contains)?.code
  }

  private static func overlap(_ first: SubscriptionOffer, _ second: SubscriptionOffer) -> Bool {
    func starts(_ offer: SubscriptionOffer, by end: CatalogDate?) -> Bool {
      guard let start = offer.startDate?.day, let end = end?.day else { return true }
      return start <= end
    }
    return starts(first, by: second.endDate) && starts(second, by: first.endDate)
  }
}
