import WinBack

/// Reads responses of the App Store Connect API, and requests to create offers.
struct ConnectDocumentReader {
  private(set) var records = ConnectRecords()

  /// The number of the document that is being read: identifiers in a request mean something in it
  /// only.
  private var number = 0
  /// The collection that the document is.
  private var path: ConnectPath?

  /// Reads a document.
  mutating func read(_ node: JSONNode) throws(FormatError) {
    number += 1
    let document = try node.object()
    let link = try document.optional("links")?.object().optional("self")?.string()
    path = link.flatMap(ConnectPath.init)
    // What is included is read first, so that an offer finds its prices.
    for resource in try document.optional("included")?.array() ?? [] { try readResource(resource) }
    let data = try document.required("data")
    switch data.kind {
    case .array: for resource in try data.array() { try readResource(resource) }
    default: try readResource(data)
    }
  }

  private mutating func readResource(_ node: JSONNode) throws(FormatError) {
    let object = try node.object()
    if object.optional("type") == nil, object.optional("offerId") != nil {
      return try readFlatOffer(object)
    }
    let resource = try ConnectResource(node)
    switch resource.type {
    case "winBackOffers": try readOffer(resource)
    case "subscriptions": try readSubscription(resource)
    case "subscriptionGroups": try readGroup(resource)
    case "winBackOfferPrices":
      let id = try readPrice(resource)
      // A page of an offer's prices.
      if let offer = owner("winBackOffers") {
        records.pricesOfOffers[offer, default: []].append(id)
      }
    case "subscriptionPrices":
      // A preserved price is only for existing customers; new customers pay another one.
      guard try resource.attributes?.optional("preserved")?.bool() != true else { break }
      let id = try readPrice(resource)
      if let subscription = try resource.related("subscription") ?? owner("subscriptions") {
        records.pricesOfSubscriptions[subscription, default: []].append(id)
      }
    case "subscriptionIntroductoryOffers": try readIntroductoryOffer(resource)
    case "subscriptionPricePoints":
      let id = try resource.requiredId()
      if let price = try resource.attributes?.optional("customerPrice")?.string() {
        records.customerPrices[id] = price
      }
      if let territory = try resource.related("territory") { records.territories[id] = territory }
    default: break
    }
  }

  // MARK: - Offers

  private mutating func readOffer(_ resource: ConnectResource) throws(FormatError) {
    let attributes = try resource.requiredAttributes()
    var prices = try resource.relatedList("prices")
    if let ids = prices?.ids { prices?.ids = ids.map(scoped) }
    let range = attributes.optional("customerEligibilityTimeSinceLastSubscribedInMonths")
    try add(
      ConnectOffer(
        offer: try WinBackOffer(connect: attributes),
        subscription: try resource.related("subscription") ?? owner("subscriptions"),
        prices: prices,
        hasMaximum: try range?.object().optional("maximum") != nil,
        place: resource.node
      ),
      id: resource.id ?? "request \(number)"
    )
  }

  private mutating func readFlatOffer(_ object: JSONObject) throws(FormatError) {
    let maximum = object.optional("customerEligibilityTimeSinceLastSubscribedMax")
    try add(
      ConnectOffer(
        offer: try WinBackOffer(flatConnect: object),
        subscription: try object.optional("subscriptionId")?.string() ?? owner("subscriptions"),
        prices: nil,
        hasMaximum: maximum != nil,
        place: object.node
      ),
      id: try object.required("id").string()
    )
  }

  private mutating func readIntroductoryOffer(_ resource: ConnectResource) throws(FormatError) {
    let attributes = try resource.requiredAttributes()
    let id = resource.id.map(scoped) ?? "request \(number)"
    let known = records.introductoryOffers.value(id)
    let territory = try resource.related("territory")
    records.introductoryOffers.set(
      ConnectIntroductoryOffer(
        offer: try IntroductoryOffer(connect: attributes),
        subscription: try resource.related("subscription") ?? owner("subscriptions")
          ?? known?.subscription,
        territory: territory ?? known?.territory,
        place: resource.node
      ),
      for: id
    )
  }

  /// Adds an offer, or what another document says of one that is known.
  private mutating func add(_ offer: ConnectOffer, id: String) throws(FormatError) {
    guard var known = records.offers.value(id) else { return records.offers.set(offer, for: id) }
    guard known.offer == offer.offer else {
      throw offer.place.error(
        "the offer '\(offer.offer.offerId.shownInMessage)' is given twice with different contents"
      )
    }
    known.subscription = known.subscription ?? offer.subscription
    if let prices = offer.prices, prices.ids.count > known.prices?.ids.count ?? -1 {
      known.prices = prices
    }
    records.offers.set(known, for: id)
  }

  private mutating func readPrice(_ resource: ConnectResource) throws(FormatError) -> String {
    let id = scoped(try resource.requiredId())
    if let territory = try resource.related("territory") { records.territories[id] = territory }
    if let point = try resource.related("subscriptionPricePoint") {
      records.pricePoints[id] = point
    }
    return id
  }

  /// Returns an identifier that means the same in all documents.
  ///
  /// A request names what it creates itself, in a form such as `${price-0}`.
  private func scoped(_ id: String) -> String {
    id.hasPrefix("$") ? "\(number) \(id)" : id
  }

  /// Returns the identifier of the resource that the document is a collection of, where it is of a
  /// type.
  private func owner(_ type: String) -> String? {
    path?.ownerType == type ? path?.ownerId : nil
  }

  // MARK: - Subscriptions and groups

  private mutating func readSubscription(_ resource: ConnectResource) throws(FormatError) {
    let id = try resource.requiredId()
    let attributes = resource.attributes
    let group = try resource.related("group") ?? owner("subscriptionGroups")
    let known = records.subscriptions.value(id)
    records.subscriptions.set(
      ConnectSubscription(
        productId: try attributes?.optional("productId")?.identifier() ?? known?.productId,
        name: try attributes?.optional("name")?.string() ?? known?.name,
        period: try attributes?.optional("subscriptionPeriod")?.choice() ?? known?.period,
        groupLevel: try attributes?.optional("groupLevel")?.integer(in: 1...Int.max)
          ?? known?.groupLevel,
        group: group ?? known?.group,
        place: known?.place ?? resource.node
      ),
      for: id
    )
    for offer in try resource.relatedList("introductoryOffers")?.ids ?? [] {
      records.subscriptionsOfIntroductoryOffers[offer] = id
    }
    records.pricesOfSubscriptions[id, default: []] += try resource.relatedList("prices")?.ids ?? []
    guard let offers = try resource.relatedList("winBackOffers") else { return }
    for offer in offers.ids { records.subscriptionsOfOffers[offer] = id }
    warn("win-back offers of this subscription", of: offers, at: resource.node)
  }

  private mutating func readGroup(_ resource: ConnectResource) throws(FormatError) {
    let id = try resource.requiredId()
    let name = try resource.attributes?.optional("referenceName")?.string()
    records.groups.set(name ?? records.groups.value(id) ?? nil, for: id)
    guard let subscriptions = try resource.relatedList("subscriptions") else { return }
    for subscription in subscriptions.ids { records.groupsOfSubscriptions[subscription] = id }
    warn("subscriptions of this group", of: subscriptions, at: resource.node)
  }

  /// Warns where a response has only some of what it says that there is.
  private mutating func warn(_ names: String, of list: ConnectLinkage, at node: JSONNode) {
    guard list.total > list.ids.count else { return }
    records.warnings.append(
      "only \(list.ids.count) of the \(list.total) \(names) are in the response",
      at: node
    )
  }
}
