import CEL

/// An offer of any kind, with its location in a catalog.
package final class PlacedOffer: Sendable {
  /// The terms that offers of all kinds have.
  package let terms: SubscriptionOffer
  /// A win-back offer with its criteria; nil for offers of other kinds.
  package let winBack: WinBackOffer?
  package let subscription: Subscription
  /// An introductory offer has no identifier, and uses that of its product.
  package let key: OfferKey
  package let place: CatalogPlace
  /// How transactions name the offer.
  package let redeemed: RedeemedOffer
  package let group: Symbol

  init(
    _ terms: SubscriptionOffer,
    _ winBack: WinBackOffer? = nil,
    subscription: Subscription,
    key: OfferKey,
    place: CatalogPlace,
    symbol: Symbol,
    group: Symbol
  ) {
    self.terms = terms
    self.winBack = winBack
    self.subscription = subscription
    self.key = key
    self.place = place
    redeemed = RedeemedOffer(type: terms.kind.transactionType, symbol: symbol)
    self.group = group
  }

  /// Returns the win-back offer with other terms, or for another subscription of the group.
  package func with(_ offer: WinBackOffer, for subscription: Subscription? = nil) -> PlacedOffer {
    PlacedOffer(
      SubscriptionOffer(offer),
      offer,
      subscription: subscription ?? self.subscription,
      key: key,
      place: place,
      symbol: symbol,
      group: group
    )
  }
}

/// What transactions say of the offer that they redeem: its type and its identifier (F9).
package struct RedeemedOffer: Sendable, Hashable {
  /// The `offerType`, from 1 to 5.
  package let type: UInt8
  package let symbol: Symbol
}

extension PlacedOffer {
  package var kind: OfferKind { terms.kind }
  package var symbol: Symbol { redeemed.symbol }
  package var id: String { key.offerId }
  package var referenceName: String? { terms.referenceName }

  package var mode: OfferMode { terms.offerMode }
  package var duration: OfferDuration { terms.duration }
  package var periodCount: Int { terms.numberOfPeriods }
  /// The first day; nil if the offer has always been there.
  package var startDate: CatalogDate? { terms.startDate }
  package var endDate: CatalogDate? { terms.endDate }
  package var plan: String? { terms.targetSubscriptionPlanType }
  package var territories: [Storefront] { terms.territories }

  /// Returns the price of one period in a storefront, in thousandths of the currency; nil if the catalog
  /// does not have it.
  func price(in storefront: Storefront) -> Int64? {
    mode == .freeTrial ? 0 : terms.prices.thousandths(in: storefront)
  }

  /// The storefronts with each price, from the lowest price on.
  var choicesOfPrice: [(texts: [Value], value: Value)] {
    let storefronts =
      mode == .freeTrial ? Storefront.all : terms.prices.map { $0.territory }
    var byPrice: [Int64: Set<Storefront>] = [:]
    for storefront in storefronts {
      if let price = price(in: storefront) { byPrice[price, default: []].insert(storefront) }
    }
    return byPrice.ordered { $0.key < $1.key }.map { price, storefronts in
      (storefronts.ordered().map { .string($0.code) }, .int(price))
    }
  }

  package func start(at offset: UTCOffset) -> Instant { startDate?.start(at: offset) ?? .minimum }
}

package struct PlacedSubscription: Sendable {
  package let group: SubscriptionGroup
  package let subscription: Subscription
  package let place: CatalogPlace

  /// The offers of all kinds, in the order of the catalog.
  package func offers(_ symbols: inout SymbolTable) -> [PlacedOffer] {
    let groupSymbol = symbols.intern(group.id)
    func placed(
      _ terms: SubscriptionOffer,
      _ winBack: WinBackOffer? = nil,
      at place: CatalogPlace
    ) -> PlacedOffer {
      let id = terms.offerId ?? subscription.productId
      return PlacedOffer(
        terms,
        winBack,
        subscription: subscription,
        key: OfferKey(group: group.id, offerId: id),
        place: place,
        symbol: symbols.intern(id),
        group: groupSymbol
      )
    }
    let winBack = subscription.winBackOffers.enumerated().map { index, offer in
      placed(SubscriptionOffer(offer), offer, at: place.offer(.winBack, element: index))
    }
    return winBack
      + OfferKind.withoutCriteria.flatMap { kind in
        subscription.offers(of: kind).enumerated().map { index, offer in
          placed(offer, at: place.offer(kind, element: index))
        }
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

/// The identity of an offer, in one catalog or in two that are compared.
package struct OfferKey: Sendable, Hashable {
  /// The subscription group, within which the offer's identifier is unique.
  package let group: String
  package let offerId: String

  package init(group: String, offerId: String) {
    self.group = group
    self.offerId = offerId
  }
}

extension OfferKey: Comparable {
  /// Returns whether one offer comes before another, in byte order of group and identifier.
  package static func < (lhs: OfferKey, rhs: OfferKey) -> Bool {
    guard lhs.group.hasBytes(of: rhs.group) else {
      return lhs.group.utf8.lexicographicallyPrecedes(rhs.group.utf8)
    }
    return lhs.offerId.utf8.lexicographicallyPrecedes(rhs.offerId.utf8)
  }
}

/// A location in a catalog: a group, a subscription or an offer, or one of its members.
package struct CatalogPlace: Sendable, Hashable {
  package enum Step: Sendable, Hashable {
    case key(String)
    case element(Int)
  }

  package var group: Int
  /// The index of the subscription in the group; nil for the group itself.
  package var subscription: Int?
  /// The index of the offer in the subscription; nil for the subscription itself.
  package var offer: Int?
  /// The path to the member; empty for the whole.
  package var steps: [Step] = []

  package init(group: Int, subscription: Int? = nil, offer: Int? = nil) {
    self.group = group
    self.subscription = subscription
    self.offer = offer
  }

  /// The location of the offer, subscription or group that has this member.
  package var owner: CatalogPlace {
    CatalogPlace(group: group, subscription: subscription, offer: offer)
  }

  /// Returns the location of an offer of this subscription, by its index among those of its kind.
  package func offer(_ kind: OfferKind, element index: Int) -> CatalogPlace {
    guard kind == .winBack else { return member(kind.list, element: index) }
    return CatalogPlace(group: group, subscription: subscription, offer: index)
  }

  /// Returns the location of a member, with the name that rules use, such as `territories` or
  /// `range.minimum`.
  package func member(_ name: String, element: Int? = nil) -> CatalogPlace {
    var place = self
    place.steps += name.split(separator: ".").map { .key(String($0)) }
    if let element { place.steps.append(.element(element)) }
    return place
  }
}
