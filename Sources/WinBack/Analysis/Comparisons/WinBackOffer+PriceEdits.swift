import CEL

extension WinBackOffer {
  /// What `prices` are called in an edit, with the storefront behind it.
  package static let priceAttribute = "prices."

  /// Returns the prices that are other ones than those of the same offer before, by storefront.
  ///
  /// Storefronts in which the offer is on one side only are edits of its territories.
  func priceEdits(since before: WinBackOffer) -> [OfferComparison.Edit] {
    let old = before.amounts
    let new = amounts
    let known = territories.isEmpty && before.territories.isEmpty
    let common = Set(territories).intersection(before.territories)
    return Set(old.keys).union(new.keys).sorted().compactMap { storefront in
      guard known || common.contains(storefront), old[storefront] != new[storefront] else {
        return nil
      }
      return OfferComparison.Edit(
        attribute: Self.priceAttribute + storefront.code,
        from: old[storefront] ?? "none",
        to: new[storefront] ?? "none"
      )
    }
  }

  /// The price in each storefront, as the catalog writes it, or without what does not change it.
  private var amounts: [Storefront: String] {
    Dictionary(
      keepingFirst: prices.compactMap { price in
        (price.amount ?? price.customerPrice).map { (price.territory, $0) }
      }
    )
  }
}
