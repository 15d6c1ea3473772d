import CEL

// The prices of offers and of subscriptions that differ, a storefront each.

extension SubscriptionOffer {
  /// The attribute of an edit of a price, followed by the storefront.
  package static let priceAttribute = "prices."

  /// Returns the prices that differ from those of the same offer before, by storefront.
  ///
  /// Storefronts that only one side has are edits of the territories.
  func priceEdits(since before: SubscriptionOffer) -> [OfferComparison.Edit] {
    let known = territories.isEmpty && before.territories.isEmpty
    let common = Set(territories).intersection(before.territories)
    return prices.edits(since: before.prices) { known || common.contains($0) }
  }
}

extension Subscription {
  /// Returns the period and the prices that differ from those of the same subscription before.
  func edits(since before: Subscription) -> [OfferComparison.Edit] {
    let period = OfferComparison.Edit(
      "subscriptionPeriod",
      from: before.subscriptionPeriod?.rawValue ?? "none",
      to: subscriptionPeriod?.rawValue ?? "none"
    )
    return (period.map { [$0] } ?? []) + prices.edits(since: before.prices) { _ in true }
  }
}

extension [OfferPrice] {
  fileprivate func edits(
    since before: [OfferPrice],
    where counts: (Storefront) -> Bool
  ) -> [OfferComparison.Edit] {
    let (old, new) = (before.amounts, amounts)
    return Set(old.keys).union(new.keys).ordered().filter(counts).compactMap { storefront in
      OfferComparison.Edit(
        SubscriptionOffer.priceAttribute + storefront.code,
        from: old[storefront] ?? "none",
        to: new[storefront] ?? "none"
      )
    }
  }

  /// The price in each storefront, in one form if it is a decimal number.
  private var amounts: [Storefront: String] {
    Dictionary(
      keepingFirst: compactMap { price in
        (price.amount ?? price.customerPrice).map { (price.territory, $0) }
      }
    )
  }
}
