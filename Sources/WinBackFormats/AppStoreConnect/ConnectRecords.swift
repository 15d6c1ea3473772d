/// An offer of the App Store Connect API.
struct ConnectOffer {
  var terms: SubscriptionOffer
  /// A win-back offer with its criteria, without territories and prices.
  var criteria: WinBackOffer?
  /// The identifier of the subscription resource.
  var subscription: String?
  /// The only territory of an introductory offer; nil if it is available in all territories.
  ///
  /// The territories of other offers are those of their prices.
  var territory: String?
  /// The identifiers of its prices; nil if the resource does not contain them.
  var prices: [String]?
  /// Whether the input has the maximum of the time since the last subscription.
  var hasMaximum = true
  let place: JSONNode
  /// The resources that have the amounts of the offer's prices.
  var pricePlaces: [JSONNode] = []

  var name: String { (terms.offerId ?? "").shownInMessage }

  /// The win-back offer with its territories and prices; nil for an offer of another kind.
  var winBack: WinBackOffer? {
    criteria.map { criteria in
      var offer = criteria
      offer.territories = terms.territories
      offer.prices = terms.prices
      offer.hasUnknownTerritories = terms.hasUnknownTerritories
      return offer
    }
  }

  /// Returns whether another offer, for another storefront, has no other difference.
  func isSame(as other: ConnectOffer, in storefront: Storefront) -> Bool {
    guard !terms.territories.isEmpty, !terms.territories.contains(storefront) else { return false }
    var twin = terms
    twin.territories = []
    return twin == other.terms
  }
}

/// The identity of an offer.
struct ConnectOfferKey: Hashable {
  let kind: OfferKind
  let id: String
}

/// A subscription of the App Store Connect API.
struct ConnectSubscription {
  var productId: String?
  var name: String?
  var period: SubscriptionPeriod?
  var groupLevel: Int?
  /// The identifier of the group.
  var group: String?
  let place: JSONNode
}

/// A subscription group of the App Store Connect API.
struct ConnectGroup {
  var name: String?
  let place: JSONNode
}

/// All records about offers in responses and requests of the App Store Connect API.
struct ConnectRecords {
  var offers = OrderedTable<ConnectOfferKey, ConnectOffer>()
  var subscriptions = OrderedTable<String, ConnectSubscription>()
  var groups = OrderedTable<String, ConnectGroup>()
  /// The first resource of each type that a catalog does not have.
  var strangers = OrderedTable<String, JSONNode>()
  /// The territories of prices and of price points, by their identifiers.
  var territories: [String: String] = [:]
  /// The amounts of price points, by their identifiers.
  var customerPrices: [String: (amount: String, place: JSONNode)] = [:]
  /// The identifiers of the prices of offers, if a response lists them.
  var pricesOfOffers: [ConnectOfferKey: [String]] = [:]
  /// The identifiers of the regular prices of subscriptions.
  var pricesOfSubscriptions: [String: [String]] = [:]
  /// The identifiers of the price points of prices.
  var pricePoints: [String: String] = [:]
  /// The owners of resources, if an owner lists them, by the name of the list.
  var owners: [String: [String: String]] = [:]
  var lists = ConnectLists()

  /// Returns whether a resource that a list names was read, if it must be.
  func haveResource(in list: ConnectListKey, _ id: String) -> Bool {
    switch list.name {
    case "subscriptions": subscriptions.value(id) != nil
    default:
      OfferKind(list: list.name).map { kind in
        offers.value(ConnectOfferKey(kind: kind, id: id)) != nil
      } ?? true
    }
  }
}
