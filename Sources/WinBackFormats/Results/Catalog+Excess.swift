package import WinBack

extension Catalog {
  /// The subscription that has more offers than can be compared with each other, and a message about it; nil
  /// if there is none.
  package var excessOfOffers: (message: String, place: CatalogPlace)? {
    let limit = AppStoreLimits().comparedOffersPerSubscription
    for (group, subscriptions) in subscriptionGroups.map({ $0.subscriptions }).enumerated() {
      for (index, subscription) in subscriptions.enumerated() {
        let lists = [
          ("winBackOffers", subscription.winBackOffers.count),
          ("introductoryOffers", subscription.introductoryOffers.count),
        ]
        guard let (member, count) = lists.first(where: { $0.1 > limit }) else { continue }
        let message =
          "expected at most \(limit.grouped) offers of '\(subscription.productId)', ten times as many "
          + "as the App Store accepts, found \(count.grouped)"
        return (message, CatalogPlace(group: group, subscription: index).member(member))
      }
    }
    return nil
  }
}
