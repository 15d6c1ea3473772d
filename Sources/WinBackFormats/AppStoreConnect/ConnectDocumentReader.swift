/// Reads responses of the App Store Connect API, and requests to create offers.
struct ConnectDocumentReader {
  private(set) var records = ConnectRecords()

  /// The number of the current document: identifiers in a request are valid in that request only.
  private var number = 0
  /// The list that the document is a page of.
  private var page: ConnectListKey?

  mutating func read(_ node: JSONNode) throws(FormatError) {
    number += 1
    let document = try node.object()
    let link = try document.optional("links")?.object().optional("self")?.string()
    page = link.flatMap(ConnectListKey.init)
    // `included` is read first, so that an offer finds its prices.
    for resource in try document.elements("included") { _ = try isRead(resource) }
    let data = try document.required("data")
    switch data.kind {
    case .array:
      let resources = try data.array()
      for resource in resources { try readResource(resource) }
      try addPage(document, resources)
    default: try readResource(data)
    }
  }

  private mutating func addPage(
    _ document: JSONObject,
    _ resources: [JSONNode]
  ) throws(FormatError) {
    guard let page else { return }
    var ids: [String] = []
    for resource in resources {
      if let id = try resource.object().optional("id")?.string() { ids.append(id) }
    }
    let next = try document.optional("links")?.object().optional("next")
    records.lists.add(
      ids,
      total: try document.total(),
      hasNext: next != nil,
      to: page,
      at: document.node
    )
  }

  /// Returns the list that a relationship names; a response with a page of it can have more of it.
  @discardableResult
  private mutating func list(
    _ name: String,
    of resource: ConnectResource,
    _ id: String?
  ) throws(FormatError) -> [String]? {
    guard let linkage = try resource.relatedList(name) else { return nil }
    let ids = linkage.ids.map(scoped)
    if let id {
      for element in ids { records.owners[name, default: [:]][element] = id }
      records.lists.add(
        ids,
        total: linkage.total,
        to: ConnectListKey(ownerType: resource.type, ownerId: id, name: name),
        at: resource.node
      )
    }
    return ids
  }

  private mutating func readResource(_ node: JSONNode) throws(FormatError) {
    guard try !isRead(node), let type = try node.object().optional("type")?.string() else { return }
    if records.strangers.value(type) == nil { records.strangers.set(node, for: type) }
  }

  /// Reads a resource; returns whether it is of a type that a catalog has.
  private mutating func isRead(_ node: JSONNode) throws(FormatError) -> Bool {
    let object = try node.object()
    if object.optional("type") == nil, object.optional("offerId") != nil {
      try readFlatOffer(object)
      return true
    }
    let resource = try ConnectResource(node)
    switch resource.type {
    case "subscriptions": try readSubscription(resource)
    case "subscriptionGroups": try readGroup(resource)
    case _ where OfferKind.allCases.contains { $0.priceResource == resource.type }:
      let id = try readPrice(resource)
      // A page of an offer's prices.
      if let page, let kind = OfferKind(resource: page.ownerType) {
        let offer = ConnectOfferKey(kind: kind, id: page.ownerId)
        records.pricesOfOffers[offer, default: []].append(id)
      }
    case "subscriptionPrices":
      // A preserved price is only for existing customers; new customers pay another price.
      guard try resource.attributes?.optional("preserved")?.bool() != true else { break }
      let id = try readPrice(resource)
      if let subscription = try resource.related("subscription") ?? owner("subscriptions") {
        records.pricesOfSubscriptions[subscription, default: []].append(id)
      }
    case "subscriptionPricePoints":
      let id = try resource.requiredId()
      if let price = try resource.attributes?.optional("customerPrice")?.string() {
        records.customerPrices[id] = (price, node)
      }
      if let territory = try resource.related("territory") { records.territories[id] = territory }
    default:
      guard let kind = OfferKind(resource: resource.type) else { return false }
      switch kind {
      case .introductory: try readIntroductoryOffer(resource)
      case .winBack: try readWinBackOffer(resource)
      default: try readOffer(resource, of: kind)
      }
    }
    return true
  }

  // MARK: - Offers

  private mutating func readWinBackOffer(_ resource: ConnectResource) throws(FormatError) {
    let attributes = try resource.requiredAttributes()
    let range = try attributes.required("customerEligibilityTimeSinceLastSubscribedInMonths")
      .object()
    let maximum = range.optional("maximum")
    let offer = try offer(attributes, from: range.optional("minimum"), through: maximum)
    try add(SubscriptionOffer(offer), offer, hasMaximum: maximum != nil, from: resource)
  }

  private mutating func readOffer(
    _ resource: ConnectResource,
    of kind: OfferKind
  ) throws(FormatError) {
    var members = MemberReader(try resource.requiredAttributes())
    let offer = SubscriptionOffer(kind, &members, activity: "active")
    try members.check()
    try add(offer, hasMaximum: true, from: resource)
  }

  /// Adds an offer whose territories are those of its prices.
  private mutating func add(
    _ terms: SubscriptionOffer,
    _ criteria: WinBackOffer? = nil,
    hasMaximum: Bool,
    from resource: ConnectResource
  ) throws(FormatError) {
    let prices = try list("prices", of: resource, resource.id)
    try add(
      ConnectOffer(
        terms: terms,
        criteria: criteria,
        subscription: try resource.related("subscription") ?? owner("subscriptions"),
        prices: prices,
        hasMaximum: hasMaximum,
        place: resource.node
      ),
      id: resource.id
    )
  }

  /// Reads an offer in the flat form that the Swift tool `asc` writes.
  private mutating func readFlatOffer(_ object: JSONObject) throws(FormatError) {
    let minimum = object.optional("customerEligibilityTimeSinceLastSubscribedMin")
    let maximum = object.optional("customerEligibilityTimeSinceLastSubscribedMax")
    let id = try object.required("id").string()
    let subscription = try object.optional("subscriptionId")?.string() ?? owner("subscriptions")
    let offer = try offer(object, from: minimum, through: maximum)
    try add(
      ConnectOffer(
        terms: SubscriptionOffer(offer),
        criteria: offer,
        subscription: subscription,
        prices: nil,
        hasMaximum: maximum != nil,
        place: object.node
      ),
      id: id
    )
  }

  /// Reads the attributes of an offer, with the least and the greatest number of months since the
  /// customer was last subscribed; unknown keys are ignored.
  private func offer(
    _ attributes: JSONObject,
    from minimum: JSONNode?,
    through maximum: JSONNode?
  ) throws(FormatError) -> WinBackOffer {
    var members = MemberReader(attributes)
    let offer = WinBackOffer(&members) { members in
      MonthRange(
        minimum: members.value(of: minimum, JSONNode.months) ?? 0,
        maximum: members.value(of: maximum, JSONNode.months) ?? WinBackOffer.monthLimit
      )
    }
    try members.check()
    return offer
  }

  private mutating func readIntroductoryOffer(_ resource: ConnectResource) throws(FormatError) {
    var attributes = MemberReader(try resource.requiredAttributes())
    let id = resource.id.map(scoped) ?? "request \(number)"
    let key = ConnectOfferKey(kind: .introductory, id: id)
    let known = records.offers.value(key)
    let territory = try resource.related("territory")
    let offer = SubscriptionOffer(.introductory, &attributes)
    try attributes.check()
    records.offers.set(
      ConnectOffer(
        terms: offer,
        subscription: try resource.related("subscription") ?? owner("subscriptions")
          ?? known?.subscription,
        territory: territory ?? known?.territory,
        place: resource.node
      ),
      for: key
    )
  }

  /// Adds an offer, or adds the data of another document to a known offer.
  private mutating func add(_ offer: ConnectOffer, id: String?) throws(FormatError) {
    if let subscription = offer.subscription {
      add(id, to: offer.terms.kind.list, of: "subscriptions", subscription, at: offer.place)
    }
    let key = ConnectOfferKey(kind: offer.terms.kind, id: id ?? "request \(number)")
    guard var known = records.offers.value(key) else { return records.offers.set(offer, for: key) }
    guard known.terms == offer.terms, known.criteria == offer.criteria else {
      throw offer.place.error("the offer '\(offer.name)' is given twice with different contents")
    }
    known.subscription = known.subscription ?? offer.subscription
    if let prices = offer.prices { known.prices = (known.prices ?? []) + prices }
    records.offers.set(known, for: key)
  }

  private mutating func readPrice(_ resource: ConnectResource) throws(FormatError) -> String {
    let id = scoped(try resource.requiredId())
    if let territory = try resource.related("territory") { records.territories[id] = territory }
    if let point = try resource.related("subscriptionPricePoint") {
      records.pricePoints[id] = point
    }
    return id
  }

  /// Returns an identifier that is unique across documents.
  ///
  /// A request names the resources that it creates itself, in a form such as `${price-0}`.
  private func scoped(_ id: String) -> String { id.hasPrefix("$") ? "\(number) \(id)" : id }

  /// Returns the identifier of the resource that owns the collection, if it has the given type.
  private func owner(_ type: String) -> String? { page?.ownerType == type ? page?.ownerId : nil }

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
        groupLevel: try attributes?.optional("groupLevel")?.groupLevel() ?? known?.groupLevel,
        group: group ?? known?.group,
        place: known?.place ?? resource.node
      ),
      for: id
    )
    if let group {
      add(id, to: "subscriptions", of: "subscriptionGroups", group, at: resource.node)
    }
    records.pricesOfSubscriptions[id, default: []] += try list("prices", of: resource, id) ?? []
    for kind in OfferKind.allCases { try list(kind.list, of: resource, id) }
  }

  /// Adds a resource to a list that no response contains as a list; one that a request creates has no
  /// identifier.
  private mutating func add(
    _ id: String?,
    to name: String,
    of ownerType: String,
    _ ownerId: String,
    at place: JSONNode
  ) {
    let key = ConnectListKey(ownerType: ownerType, ownerId: ownerId, name: name)
    records.lists.add(id.map { [$0] } ?? [], to: key, at: place)
  }

  private mutating func readGroup(_ resource: ConnectResource) throws(FormatError) {
    let id = try resource.requiredId()
    let name = try resource.attributes?.optional("referenceName")?.string()
    let known = records.groups.value(id)
    let group = ConnectGroup(name: name ?? known?.name, place: known?.place ?? resource.node)
    records.groups.set(group, for: id)
    try list("subscriptions", of: resource, id)
  }
}
