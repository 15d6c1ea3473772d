import CalendarTime

/// The identifiers of a catalog as symbols, with what belongs to what.
package struct CatalogIndex: Sendable {
  /// The catalog's identifiers, which last; histories add theirs to a copy.
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
  ///   - symbols: Symbols to continue from.
  /// - Throws: ``CatalogError`` if an identifier is given twice.
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
    self.symbols.keepAll()
  }

  /// Gives texts symbols that stay, so that conditions can compare them with those of histories.
  mutating func intern(_ texts: some Sequence<String>) {
    for text in texts { _ = symbols.intern(text) }
    symbols.keepAll()
  }

  /// Returns the same index with the introductory offers instead of the win-back offers.
  ///
  /// They have no identifiers, so that each has the symbol of its product.
  func withIntroductoryOffers(of catalog: Catalog) -> CatalogIndex {
    var index = self
    index.offers = catalog.subscriptionGroups.flatMap { group in
      group.subscriptions.flatMap { subscription in
        subscription.introductoryOffers.compactMap { offer in
          guard let product = symbols.find(subscription.productId),
            let group = symbols.find(group.id)
          else { return nil }
          return IndexedOffer(offer, of: subscription, product, in: group)
        }
      }
    }
    return index
  }

  /// Returns the place of a group in the catalog; nil if it has no such group.
  func place(ofGroup id: String) -> Int? {
    symbols.find(id).flatMap { groupPlaces[$0] }
  }
}

/// An offer with its position in the catalog.
package struct IndexedOffer: Sendable {
  package let offer: WinBackOffer
  package let subscription: Subscription
  package let symbol: Symbol
  package let group: Symbol
  /// The kind of the offer.
  package let kind: OfferKind
  /// Whether the offer has a first day.
  package let hasStart: Bool

  /// Creates a win-back offer.
  init(offer: WinBackOffer, subscription: Subscription, symbol: Symbol, group: Symbol) {
    self.offer = offer
    self.subscription = subscription
    self.symbol = symbol
    self.group = group
    kind = .winBack
    hasStart = true
  }

  /// Creates an introductory offer, whose terms are those of a win-back offer without criteria.
  init(
    _ offer: IntroductoryOffer,
    of subscription: Subscription,
    _ product: Symbol,
    in group: Symbol
  ) {
    self.offer = offer.terms(of: subscription.productId)
    self.subscription = subscription
    symbol = product
    self.group = group
    kind = .introductory
    hasStart = offer.startDate != nil
  }

  /// Returns the same offer in the same place with other criteria, or for another subscription of the group.
  package func with(
    _ offer: WinBackOffer,
    for subscription: Subscription? = nil
  ) -> IndexedOffer {
    IndexedOffer(
      offer: offer,
      subscription: subscription ?? self.subscription,
      symbol: symbol,
      group: group
    )
  }
}

extension IntroductoryOffer {
  /// The offer as the engine reads all offers; the rules about it ask for no criteria.
  fileprivate func terms(of productId: String) -> WinBackOffer {
    WinBackOffer(
      offerId: productId,
      offerMode: offerMode,
      duration: duration,
      periodCount: numberOfPeriods,
      customerEligibilityPaidSubscriptionDurationInMonths: 0,
      customerEligibilityTimeSinceLastSubscribedInMonths: MonthRange(minimum: 0, maximum: 0),
      startDate: startDate ?? .day(Instant.minimum.date),
      endDate: endDate,
      targetSubscriptionPlanType: targetSubscriptionPlanType,
      territories: territories
    )
  }
}
