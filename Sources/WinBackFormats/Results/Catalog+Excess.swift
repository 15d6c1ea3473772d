package import WinBack

extension Catalog {
  /// The subscription that has more offers than can be compared with each other, and a message about it; nil
  /// if there is none.
  package var excessOfOffers: (message: String, place: CatalogPlace)? {
    let limit = AppStoreLimits().comparedOffersPerSubscription
    for (group, subscriptions) in subscriptionGroups.map({ $0.subscriptions }).enumerated() {
      for (index, subscription) in subscriptions.enumerated()
      where subscription.winBackOffers.count > limit {
        let message =
          "expected at most \(limit.grouped) offers of '\(subscription.productId)', ten times as many "
          + "as the App Store accepts, found \(subscription.winBackOffers.count.grouped)"
        return (message, CatalogPlace(group: group, subscription: index).member("winBackOffers"))
      }
    }
    return nil
  }
}
