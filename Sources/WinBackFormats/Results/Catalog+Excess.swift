extension Catalog {
  /// The list with too many subscriptions or offers of a group to compare with each other, and a
  /// message about it; nil if there is none.
  package var excess: (message: String, place: CatalogPlace)? {
    let limit = AppStoreLimits().comparedOffersPerGroup
    for (group, part) in subscriptionGroups.enumerated() {
      let name = "in the subscription group '\(part.id)'"
      guard part.subscriptions.count <= limit else {
        let count = part.subscriptions.count
        return (
          "expected at most \(limit.grouped) subscriptions \(name), found \(count.grouped)",
          CatalogPlace(group: group).member("subscriptions")
        )
      }
      for kind in OfferKind.allCases {
        let counts = part.subscriptions.map {
          kind == .winBack ? $0.winBackOffers.count : $0.offers(of: kind).count
        }
        let count = counts.reduce(0, +)
        guard count > limit else { continue }
        let message =
          "expected at most \(limit.grouped) offers \(name), ten times as many as the App Store accepts of "
          + "one subscription, found \(count.grouped)"
        let longest = counts.indices.max { counts[$0] < counts[$1] }
        return (message, CatalogPlace(group: group, subscription: longest).member(kind.list))
      }
    }
    return nil
  }
}
