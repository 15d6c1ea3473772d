/// The identifiers of a catalog as symbols, with what belongs to what.
package struct CatalogIndex: Sendable {
  /// The catalog's identifiers, settled; histories add theirs to a copy.
  package private(set) var symbols: SymbolTable
  /// The offers, group by group, in the catalog's order.
  package private(set) var offers: [IndexedOffer] = []
  /// The group of each product.
  package private(set) var productGroups = ProductGroups()
  /// The place of each group in the catalog.
  private var groupPlaces: [Symbol: Int] = [:]

  /// Creates the index of a catalog.
  ///
  /// - Parameters:
  ///   - catalog: The catalog.
  ///   - symbols: Symbols to go on from.
  /// - Throws: ``CatalogError`` where an identifier is given twice.
  package init(
    _ catalog: Catalog,
    after symbols: SymbolTable = SymbolTable()
  ) throws(CatalogError) {
    if let error = CatalogError.all(in: catalog).first { throw error }
    self.symbols = symbols
    for (groupIndex, group) in catalog.subscriptionGroups.enumerated() {
      let groupSymbol = self.symbols.intern(group.id)
      groupPlaces[groupSymbol] = groupIndex
      for subscription in group.subscriptions {
        productGroups[self.symbols.intern(subscription.productId)] = groupSymbol
        for offer in subscription.winBackOffers {
          offers.append(
            IndexedOffer(
              offer: offer,
              subscription: subscription,
              symbol: self.symbols.intern(offer.offerId),
              group: groupSymbol
            )
          )
        }
      }
    }
    self.symbols.settle()
  }

  /// Returns the place of a group in the catalog; nil where it has no such group.
  func place(ofGroup id: String) -> Int? {
    symbols.find(id).flatMap { groupPlaces[$0] }
  }
}

/// An offer with its place in the catalog.
package struct IndexedOffer: Sendable {
  package let offer: WinBackOffer
  package let subscription: Subscription
  package let symbol: Symbol
  package let group: Symbol

  /// Returns the same offer in the same place with other criteria.
  package func with(_ offer: WinBackOffer) -> IndexedOffer {
    IndexedOffer(offer: offer, subscription: subscription, symbol: symbol, group: group)
  }
}
