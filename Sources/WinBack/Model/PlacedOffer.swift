package import CalendarTime

/// An offer of any kind, with its location in a catalog.
package final class PlacedOffer: Sendable {
  package enum Terms: Sendable, Hashable {
    case introductory(IntroductoryOffer)
    case winBack(WinBackOffer)
  }

  package let terms: Terms
  package let subscription: Subscription
  /// An introductory offer has no identifier, and uses that of its product.
  package let key: OfferKey
  package let place: CatalogPlace
  package let symbol: Symbol
  package let group: Symbol

  init(
    terms: Terms,
    subscription: Subscription,
    key: OfferKey,
    place: CatalogPlace,
    symbol: Symbol,
    group: Symbol
  ) {
    self.terms = terms
    self.subscription = subscription
    self.key = key
    self.place = place
    self.symbol = symbol
    self.group = group
  }

  /// Returns the win-back offer with other terms, or for another subscription of the group.
  package func with(_ offer: WinBackOffer, for subscription: Subscription? = nil) -> PlacedOffer {
    PlacedOffer(
      terms: .winBack(offer),
      subscription: subscription ?? self.subscription,
      key: key,
      place: place,
      symbol: symbol,
      group: group
    )
  }
}

extension PlacedOffer {
  package var kind: OfferKind {
    switch terms {
    case .introductory: .introductory
    case .winBack: .winBack
    }
  }

  package var winBack: WinBackOffer? {
    if case .winBack(let offer) = terms { offer } else { nil }
  }

  package var id: String { key.offerId }
  package var referenceName: String? { winBack?.referenceName }

  package var mode: OfferMode {
    switch terms {
    case .introductory(let offer): offer.offerMode
    case .winBack(let offer): offer.offerMode
    }
  }

  package var duration: OfferDuration {
    switch terms {
    case .introductory(let offer): offer.duration
    case .winBack(let offer): offer.duration
    }
  }

  package var periodCount: Int {
    switch terms {
    case .introductory(let offer): offer.numberOfPeriods
    case .winBack(let offer): offer.periodCount
    }
  }

  /// The first day; nil if the offer has always been there.
  package var startDate: CatalogDate? {
    switch terms {
    case .introductory(let offer): offer.startDate
    case .winBack(let offer): offer.startDate
    }
  }

  package var endDate: CatalogDate? {
    switch terms {
    case .introductory(let offer): offer.endDate
    case .winBack(let offer): offer.endDate
    }
  }

  package var plan: String? {
    switch terms {
    case .introductory(let offer): offer.targetSubscriptionPlanType
    case .winBack(let offer): offer.targetSubscriptionPlanType
    }
  }

  package var territories: [Storefront] {
    switch terms {
    case .introductory(let offer): offer.territories
    case .winBack(let offer): offer.territories
    }
  }

  package func start(at offset: UTCOffset) -> Instant { startDate?.start(at: offset) ?? .minimum }
}

package struct PlacedSubscription {
  package let group: SubscriptionGroup
  package let subscription: Subscription
  package let place: CatalogPlace

  /// The offers of all kinds, in the order of the catalog.
  package func offers(_ symbols: inout SymbolTable) -> [PlacedOffer] {
    let groupSymbol = symbols.intern(group.id)
    func placed(_ terms: PlacedOffer.Terms, _ id: String, at place: CatalogPlace) -> PlacedOffer {
      PlacedOffer(
        terms: terms,
        subscription: subscription,
        key: OfferKey(group: group.id, offerId: id),
        place: place,
        symbol: symbols.intern(id),
        group: groupSymbol
      )
    }
    let winBack = subscription.winBackOffers.enumerated().map { index, offer in
      var place = place
      place.offer = index
      return placed(.winBack(offer), offer.offerId, at: place)
    }
    return winBack
      + subscription.introductoryOffers.enumerated().map { index, offer in
        placed(
          .introductory(offer),
          subscription.productId,
          at: place.member("introductoryOffers", element: index)
        )
      }
  }
}

extension Catalog {
  package var placedSubscriptions: [PlacedSubscription] {
    subscriptionGroups.enumerated().flatMap { groupIndex, group in
      group.subscriptions.enumerated().map { index, subscription in
        PlacedSubscription(
          group: group,
          subscription: subscription,
          place: CatalogPlace(group: groupIndex, subscription: index)
        )
      }
    }
  }
}
