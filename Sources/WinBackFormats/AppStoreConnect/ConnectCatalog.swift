import CEL

/// Builds a catalog from responses of the App Store Connect API.
struct ConnectCatalog {
  private let records: ConnectRecords
  private let options: CatalogOptions
  private var warnings = FormatWarnings()
  /// The resources of subscriptions, offers and prices, by their places in the catalog.
  private var resources: [CatalogPlace: JSONNode] = [:]
  /// The offers that lack some prices.
  private var partiallyPriced: Set<ConnectOfferKey> = []

  /// Reads a catalog from responses and requests, in any order, one after the other.
  static func read(
    _ bytes: ContiguousArray<UInt8>,
    _ options: CatalogOptions
  ) throws(FormatError) -> CatalogInput {
    let document = try JSONDocument(parsing: bytes, asSequence: true)
    var reader = ConnectDocumentReader()
    for root in document.roots { try reader.read(root) }
    var catalog = ConnectCatalog(records: reader.records, options: options)
    try catalog.checkLists()
    let groups = try catalog.groups()
    try catalog.checkTypes(hasSubscriptions: !groups.isEmpty)
    return CatalogInput(
      format: .appStoreConnect,
      catalog: Catalog(subscriptionGroups: groups),
      places: document.roots.first.map { CatalogPlaces($0.document, catalog.resources) },
      warnings: catalog.warnings.all
    )
  }

  // MARK: - Groups and subscriptions

  private mutating func groups() throws(FormatError) -> [SubscriptionGroup] {
    let offersById = try offers()
    var groups = OrderedTable<String, SubscriptionGroup>()
    var places: [JSONNode] = []
    for id in (records.subscriptions.ids + offersById.ids).withoutRepeats {
      let subscription = records.subscriptions.value(id)
      let offers = offersById.value(id) ?? []
      guard let place = subscription?.place ?? offers.first?.place else { continue }
      let group = try group(of: subscription, named: id, at: place)
      let count = groups.value(group)?.subscriptions.count ?? 0
      let index = count > 0 ? groups.ids.firstIndex(of: group) : groups.ids.count
      let found = CatalogPlace(group: index ?? 0, subscription: count)
      locate(found, place, offers)
      let others = offers.map { $0.terms }.filter { $0.kind != .winBack }
      let known = Subscription(
        productId: try productId(of: subscription, named: id, at: place),
        referenceName: subscription?.name,
        subscriptionPeriod: subscription?.period,
        groupLevel: subscription?.groupLevel,
        prices: regularPrices(of: id),
        winBackOffers: offers.compactMap { $0.winBack },
        otherOffers: others.filter { $0.kind == .introductory }
          + others.filter { $0.kind != .introductory }
      )
      groups.update(
        group,
        orInsert: SubscriptionGroup(
          id: group,
          referenceName: records.groups.value(group)?.name,
          subscriptions: []
        )
      ) { $0.subscriptions.append(known) }
      places.append(place)
    }
    try check(Catalog(subscriptionGroups: groups.values), places)
    return groups.values
  }

  /// Returns the offers of each subscription, with their territories and prices.
  private mutating func offers() throws(FormatError) -> OrderedTable<String, [ConnectOffer]> {
    var offers = OrderedTable<String, [ConnectOffer]>()
    for (key, record) in zip(records.offers.ids, records.offers.values) {
      var offer = record
      let isIntroductory = key.kind == .introductory
      let owner = offer.subscription ?? records.owners[key.kind.list]?[key.id]
      guard owner != nil || options.productId != nil else {
        let introductory = "introductory offer '\(key.id.shownInMessage)'"
        let name = isIntroductory ? introductory : "offer '\(offer.name)'"
        throw offer.place.error(unknown("subscription has the \(name)"))
      }
      guard isIntroductory else {
        try addPrices(to: &offer, key)
        warnAboutMaximum(of: offer)
        offers.update(owner ?? "", orInsert: []) { $0.append(offer) }
        continue
      }
      // App Store Connect has one for each territory. Those with no other difference become one offer.
      let territory = try offer.territory.map { code throws(FormatError) in
        try offer.place.storefront(code)
      }
      offers.update(owner ?? "", orInsert: []) { others in
        let twin = territory.flatMap { territory in
          others.firstIndex { $0.isSame(as: offer, in: territory) }
        }
        if let twin, let territory {
          others[twin].terms.territories.append(territory)
        } else {
          offer.terms.territories = territory.map { [$0] } ?? []
          others.append(offer)
        }
      }
    }
    return offers
  }

  /// Records where a subscription and its offers are.
  private mutating func locate(
    _ subscription: CatalogPlace,
    _ node: JSONNode,
    _ offers: [ConnectOffer]
  ) {
    resources[subscription] = node
    var counts: [OfferKind: Int] = [:]
    for offer in offers {
      let kind = offer.terms.kind
      let index = counts[kind, default: 0]
      counts[kind] = index + 1
      let place = subscription.offer(kind, element: index)
      resources[place] = offer.place
      for (index, node) in offer.pricePlaces.enumerated() {
        resources[place.member("prices", element: index)] = node
      }
    }
  }

  /// Returns the message if the product of a resource is not known.
  private func unknown(_ connection: String) -> String {
    "no \(connection): expected the response with the subscription as well, or "
      + options.productQuestion
  }

  private func productId(
    of subscription: ConnectSubscription?,
    named id: String,
    at place: JSONNode
  ) throws(FormatError) -> String {
    if let productId = subscription?.productId ?? options.productId { return productId }
    throw place.error(unknown("product is given for the subscription '\(id.shownInMessage)'"))
  }

  private func group(
    of subscription: ConnectSubscription?,
    named id: String,
    at place: JSONNode
  ) throws(FormatError) -> String {
    if let group = subscription?.group ?? records.owners["subscriptions"]?[id] ?? options.groupId {
      return group
    }
    throw place.error(
      "no group is given for the subscription '\(id.shownInMessage)': expected the response "
        + "with its group as well, or \(options.groupQuestion)"
    )
  }

  /// Checks that identifiers are unique, as far as only the whole input can show it.
  private func check(_ catalog: Catalog, _ places: [JSONNode]) throws(FormatError) {
    do {
      _ = try CatalogIndex(catalog)
    } catch {
      var place = places.first
      if case .duplicateOffer(let id, _) = error.kind {
        place = records.offers.values.last { $0.terms.offerId == id }?.place ?? place
      }
      throw place?.error(error.description) ?? FormatError(ofInput: error.description)
    }
  }

  /// Returns the prices of a subscription.
  ///
  /// A storefront with several prices is left out, because it is not clear which price applies.
  private func regularPrices(of subscription: String) -> [OfferPrice] {
    var prices: [OfferPrice] = []
    var counts: [Storefront: Int] = [:]
    for price in Set(records.pricesOfSubscriptions[subscription] ?? []).ordered() {
      let point = records.pricePoints[price]
      guard let territory = territory(ofPrice: price, point).code.flatMap({ Storefront($0) }) else {
        continue
      }
      counts[territory, default: 0] += 1
      guard let price = point.flatMap({ records.customerPrices[$0] }) else { continue }
      prices.append(OfferPrice(territory: territory, customerPrice: price.amount))
    }
    return prices.filter { counts[$0.territory] == 1 }.ordered {
      $0.territory.code.utf8.lexicographicallyPrecedes($1.territory.code.utf8)
    }
  }

  /// Returns the territory of a price, and whether only the price's identifier contains it.
  private func territory(ofPrice price: String, _ point: String?) -> (
    code: String?, isGuessed: Bool
  ) {
    if let code = records.territories[price] ?? point.flatMap({ records.territories[$0] }) {
      return (code, false)
    }
    return (price.territoryOfPrice ?? point?.territoryOfPrice, true)
  }

  // MARK: - Missing pages

  /// Checks that lists are complete, or adds warnings about those that are not.
  private mutating func checkLists() throws(FormatError) {
    for (key, missing, place) in records.lists.partial(unless: records.haveResource) {
      let message = "\(missing.text) \(name(of: key)) are in the input"
      guard options.isPartial else {
        throw place.error("\(message): \(missing.remedy), or \(options.partialQuestion)")
      }
      let owner = key.offer
      if let owner { partiallyPriced.insert(owner) }
      warnings.append(
        message + (owner == nil ? "" : ", so its territories are not known"),
        at: place
      )
    }
    let subscriptions = zip(
      records.subscriptions.ids,
      records.subscriptions.values.map { $0.place }
    )
    warnAboutUnlisted("winBackOffers", of: "subscriptions", subscriptions)
    let groups = zip(records.groups.ids, records.groups.values.map { $0.place })
    warnAboutUnlisted("subscriptions", of: "subscriptionGroups", groups)
  }

  /// Warns of lists of which nothing is in the input.
  private mutating func warnAboutUnlisted(
    _ list: String,
    of type: String,
    _ owners: some Sequence<(String, JSONNode)>
  ) {
    let unlisted = owners.map { id, place in
      (ConnectListKey(ownerType: type, ownerId: id, name: list), place)
    }.filter { !records.lists.contains($0.0) }
    guard let (key, place) = unlisted.first else { return }
    let others = unlisted.count - 1
    warnings.append(
      "the \(name(of: key))\(others > 0 ? ", and those of \(others.counted("other"))," : "") are not in "
        + "the input, so they count as none; a response with 'include=\(list)' has them",
      at: place
    )
  }

  /// Checks that the input is a catalog, and warns of resources that a catalog does not have.
  private mutating func checkTypes(hasSubscriptions: Bool) throws(FormatError) {
    let strangers = zip(records.strangers.ids, records.strangers.values)
    guard hasSubscriptions else {
      guard let (type, place) = strangers.first(where: { _ in true }) else {
        throw FormatError(ofInput: "expected a catalog, found no subscription")
      }
      throw place.error(
        "expected a catalog of subscriptions and win-back offers, found a resource of the type "
          + "'\(type.shownInMessage)'"
      )
    }
    for (type, place) in strangers {
      warnings.append(
        "a catalog has no resource of the type '\(type.shownInMessage)'; it is not read",
        at: place
      )
    }
  }

  private func name(of list: ConnectListKey) -> String {
    let plural = OfferKind(list: list.name)?.plural
    let name = list.name == "subscriptionGroups" ? "subscription groups" : plural ?? list.name
    let id = list.ownerId
    let owner =
      switch list.ownerType {
      case _ where list.offer != nil:
        "offer '\((list.offer.flatMap(records.offers.value)?.terms.offerId ?? id).shownInMessage)'"
      case "subscriptions":
        "subscription '\((records.subscriptions.value(id)?.productId ?? id).shownInMessage)'"
      case "subscriptionGroups": "group '\(id.shownInMessage)'"
      default: "\(list.ownerType.shownInMessage) '\(id.shownInMessage)'"
      }
    return "\(name) of the \(owner)"
  }

  private mutating func warnAboutMaximum(of offer: ConnectOffer) {
    guard !offer.hasMaximum else { return }
    warnings.append(
      "the offer '\(offer.name)' has no maximum of the time since the "
        + "customer was last subscribed; it counts as \(WinBackOffer.monthLimit) months",
      at: offer.place
    )
  }

  /// Adds the territories of an offer, which are those of its prices, and the prices.
  private mutating func addPrices(
    to offer: inout ConnectOffer,
    _ key: ConnectOfferKey
  ) throws(FormatError) {
    let name = offer.name
    let prices = ((offer.prices ?? []) + (records.pricesOfOffers[key] ?? [])).withoutRepeats
    guard !prices.isEmpty else {
      warnings.append(
        "the territories of the offer '\(name)' are not known, because its prices are not in the "
          + "input",
        at: offer.place
      )
      offer.terms.hasUnknownTerritories = true
      return
    }
    let (unplaced, isGuessed) = try add(prices, to: &offer)
    if let unplaced {
      let message =
        "no territory is given for the price '\(unplaced.shownInMessage)' of the offer '\(name)'"
      guard options.isPartial else { throw offer.place.error(message) }
      warnings.append(message + ", so its territories are not known", at: offer.place)
    }
    if isGuessed {
      warnings.append(
        "the territories of the offer '\(name)' come from the identifiers of its prices, which "
          + "Apple can change; a response that includes 'territory' has them",
        at: offer.place
      )
    }
    offer.terms.hasUnknownTerritories = unplaced != nil || partiallyPriced.contains(key)
  }

  /// Adds prices with their territories, the first one of each territory.
  ///
  /// - Returns: The first price whose territory is not known, and whether only the identifier of some
  ///   price contains its territory.
  private mutating func add(
    _ prices: [String],
    to offer: inout ConnectOffer
  ) throws(FormatError) -> (unplaced: String?, isGuessed: Bool) {
    var territories: [Storefront] = []
    var knownTerritories: Set<Storefront> = []
    var isGuessed = false
    var unplaced: String?
    for price in prices {
      let point = records.pricePoints[price]
      let found = territory(ofPrice: price, point)
      guard let code = found.code else {
        unplaced = unplaced ?? price
        continue
      }
      isGuessed = isGuessed || found.isGuessed
      let territory = try offer.place.storefront(code)
      let known = records.customerPrices[point ?? price]
      guard knownTerritories.insert(territory).inserted else {
        let other = offer.terms.prices.first { $0.territory == territory }?.customerPrice
        if let other, let amount = known?.amount, other != amount {
          warnings.append(
            "the offer '\(offer.name)' has two prices in \(territory.code), \(other) and "
              + "\(amount.shownInMessage); the first is taken",
            at: offer.place
          )
        }
        continue
      }
      territories.append(territory)
      guard let known else { continue }
      offer.terms.prices.append(OfferPrice(territory: territory, customerPrice: known.amount))
      offer.pricePlaces.append(known.place)
    }
    offer.terms.territories = territories
    return (unplaced, isGuessed)
  }
}

extension ConnectListKey {
  /// The offer that the list belongs to; nil if it belongs to something else.
  fileprivate var offer: ConnectOfferKey? {
    OfferKind(resource: ownerType).map { ConnectOfferKey(kind: $0, id: ownerId) }
  }
}
