import CEL

extension Catalog {
  /// Reads a native catalog.
  ///
  /// - Parameter bytes: A JSON document of the schema `catalog`.
  /// - Throws: ``FormatError`` for the first fault: invalid JSON, an unknown key, a value of the
  ///   wrong type or out of range, a duplicate identifier, no subscription.
  /// - Complexity: O(*n*) for *n* bytes.
  public init(json bytes: some Sequence<UInt8>) throws(FormatError) {
    self = try CatalogReader(ContiguousArray(bytes)).checked()
  }
}

/// Reads as much of a native catalog as possible, and records all faults.
package struct CatalogReader {
  /// The catalog, with substitutes for values with a fault.
  private var catalog = Catalog(subscriptionGroups: [])

  /// The faults, in the order of the document.
  package private(set) var errors: [FormatError] = []

  package let places: CatalogPlaces

  /// The identifiers that were read, by their places in the catalog, for errors about duplicates.
  private var identifiers: [CatalogPlace: JSONNode] = [:]

  package init(_ bytes: ContiguousArray<UInt8>) throws(FormatError) {
    let document = try JSONDocument(parsing: bytes)
    places = CatalogPlaces(document)
    var root = try MemberReader(document.root, keys: ["$schema", "subscriptionGroups"])
    let nodes = root.required("subscriptionGroups", JSONNode.array)
    take(root.errors)
    for node in nodes ?? [] { readGroup(node) }
    for error in CatalogError.all(in: catalog) {
      take([(identifiers[error.place] ?? document.root).error(error.description)])
    }
    if errors.isEmpty, catalog.subscriptionGroups.allSatisfy({ $0.subscriptions.isEmpty }) {
      let list = root["subscriptionGroups"] ?? document.root
      take([list.error("expected a catalog, found no subscription")])
    }
    errors.sort { $0.offset < $1.offset }
  }

  package func checked() throws(FormatError) -> Catalog {
    if let error = errors.first { throw error }
    return catalog
  }

  private mutating func take(_ news: [FormatError]) {
    errors += news.prefix(max(MemberReader.errorLimit - errors.count, 0))
  }

  /// Reads the members of an object; nil if it is not an object, or if there are already too many
  /// faults.
  private mutating func members(of node: JSONNode, keys: [String]) -> MemberReader? {
    guard errors.count < MemberReader.errorLimit else { return nil }
    do throws(FormatError) {
      return try MemberReader(node, keys: keys)
    } catch {
      take([error])
      return nil
    }
  }

  private mutating func readGroup(_ node: JSONNode) {
    let keys = ["id", "referenceName", "subscriptions"]
    guard var members = members(of: node, keys: keys) else { return }
    let id = members.required("id", JSONNode.identifier)
    let name = members.optional("referenceName", JSONNode.string)
    let nodes = members.required("subscriptions", JSONNode.array)
    take(members.errors)
    guard let id else { return }
    var place = CatalogPlace(group: catalog.subscriptionGroups.count)
    identifiers[place] = members["id"]
    var subscriptions: [Subscription] = []
    for node in nodes ?? [] {
      place.subscription = subscriptions.count
      if let subscription = readSubscription(node, place) { subscriptions.append(subscription) }
    }
    catalog.subscriptionGroups.append(
      SubscriptionGroup(id: id, referenceName: name, subscriptions: subscriptions)
    )
  }

  private mutating func readSubscription(
    _ node: JSONNode,
    _ place: CatalogPlace
  ) -> Subscription? {
    let keys =
      ["productId", "referenceName", "subscriptionPeriod", "groupLevel", "prices"]
      + OfferKind.allCases.map { $0.list }
    guard var members = members(of: node, keys: keys) else { return nil }
    let id = members.required("productId", JSONNode.identifier)
    let name = members.optional("referenceName", JSONNode.string)
    let period: SubscriptionPeriod? = members.optional("subscriptionPeriod", JSONNode.choice)
    let level = members.optional("groupLevel", JSONNode.groupLevel)
    let prices = members.elements("prices", JSONNode.price)
    let lists = OfferKind.allCases.map { kind in
      (kind, members.optional(kind.list, JSONNode.array) ?? [])
    }
    take(members.errors)
    var winBackOffers: [WinBackOffer] = []
    var otherOffers: [SubscriptionOffer] = []
    for (kind, nodes) in lists {
      var count = 0
      for node in nodes {
        let place = place.offer(kind, element: count)
        if kind == .winBack {
          guard let offer = readWinBackOffer(node, place) else { continue }
          winBackOffers.append(offer)
        } else {
          guard let offer = readOffer(node, of: kind, place) else { continue }
          otherOffers.append(offer)
        }
        count += 1
      }
    }
    guard let id else { return nil }
    identifiers[place] = members["productId"]
    return Subscription(
      productId: id,
      referenceName: name,
      subscriptionPeriod: period,
      groupLevel: level,
      prices: prices,
      winBackOffers: winBackOffers,
      otherOffers: otherOffers
    )
  }

  private mutating func readWinBackOffer(_ node: JSONNode, _ place: CatalogPlace) -> WinBackOffer? {
    let keys = [
      "offerId", "referenceName", "offerMode", "duration", "periodCount",
      "customerEligibilityPaidSubscriptionDurationInMonths",
      "customerEligibilityTimeSinceLastSubscribedInMonths",
      "customerEligibilityWaitBetweenOffersInMonths",
      "startDate", "endDate", "priority", "promotionIntent", "targetSubscriptionPlanType",
      "territories", "prices", "unknown",
    ]
    guard var members = members(of: node, keys: keys) else { return nil }
    defer { take(members.errors) }
    var offer = WinBackOffer(&members) { members in
      members.required("customerEligibilityTimeSinceLastSubscribedInMonths", JSONNode.monthRange)
    }
    (offer.territories, offer.prices, offer.hasUnknownTerritories) = members.places()
    offer.hasEmptyTerritories =
      offer.territories.isEmpty && (members["territories"] ?? members["prices"]) != nil
    guard !offer.offerId.isEmpty else { return nil }
    identifiers[place] = members["offerId"]
    return offer
  }

  /// Reads an offer of another kind.
  private mutating func readOffer(
    _ node: JSONNode,
    of kind: OfferKind,
    _ place: CatalogPlace
  ) -> SubscriptionOffer? {
    let keys =
      ["offerMode", "duration", "numberOfPeriods", "targetSubscriptionPlanType"]
      + ["territories", "prices", "unknown"] + kind.ownKeys
    guard var members = members(of: node, keys: keys) else { return nil }
    defer { take(members.errors) }
    var offer = SubscriptionOffer(kind, &members)
    (offer.territories, offer.prices, offer.hasUnknownTerritories) = members.places()
    guard let key = kind.names.identifier else { return offer }
    guard offer.offerId?.isEmpty == false else { return nil }
    identifiers[place] = members[key]
    return offer
  }
}

/// The attributes of an offer that can be unknown, which its key `unknown` lists (F12).
enum UnknownAttribute: String, CaseIterable {
  case territories
}

// The attributes of offers, whose names are those of App Store Connect. A value with a fault gets a
// substitute.

extension WinBackOffer {
  /// The greatest number of months that a criterion can have.
  static let monthLimit = 1_200

  /// Reads an offer; an identifier with a fault is empty.
  ///
  /// `lapse` reads the months since the customer was last subscribed.
  init(_ members: inout MemberReader, lapse: (inout MemberReader) -> MonthRange?) {
    self.init(
      offerId: members.required("offerId", JSONNode.identifier) ?? "",
      referenceName: members.optional("referenceName", JSONNode.string),
      offerMode: members.required("offerMode", JSONNode.choice) ?? .freeTrial,
      duration: members.required("duration", JSONNode.choice) ?? .oneMonth,
      periodCount: members.optional("periodCount", JSONNode.periodCount) ?? 1,
      customerEligibilityPaidSubscriptionDurationInMonths:
        members.required("customerEligibilityPaidSubscriptionDurationInMonths", JSONNode.months)
        ?? 0,
      customerEligibilityTimeSinceLastSubscribedInMonths:
        lapse(&members) ?? MonthRange(minimum: 0, maximum: 0),
      customerEligibilityWaitBetweenOffersInMonths:
        members.optional("customerEligibilityWaitBetweenOffersInMonths", JSONNode.months),
      startDate: members.required("startDate", JSONNode.catalogDate)
        ?? .day(CivilDate(uncheckedYear: 1970, month: 1, day: 1)),
      endDate: members.optional("endDate", JSONNode.catalogDate),
      priority: members.optional("priority", JSONNode.choice) ?? .normal,
      promotionIntent: members.optional("promotionIntent", JSONNode.string),
      targetSubscriptionPlanType: members.optional("targetSubscriptionPlanType", JSONNode.string)
    )
  }
}

extension SubscriptionOffer {
  /// Reads an offer without its territories and prices; an identifier with a fault is empty.
  ///
  /// `activity` is the name of the key for whether an offer code can be redeemed.
  init(_ kind: OfferKind, _ members: inout MemberReader, activity: String = "isActive") {
    self.init(
      kind,
      offerId: kind.names.identifier.map { members.required($0, JSONNode.identifier) ?? "" },
      offerMode: members.required("offerMode", JSONNode.choice) ?? .freeTrial,
      duration: members.required("duration", JSONNode.choice) ?? .oneMonth,
      numberOfPeriods: members.optional("numberOfPeriods", JSONNode.periodCount) ?? 1,
      targetSubscriptionPlanType: members.optional("targetSubscriptionPlanType", JSONNode.string)
    )
    switch kind {
    case .introductory:
      startDate = members.optional("startDate", JSONNode.catalogDate)
      endDate = members.optional("endDate", JSONNode.catalogDate)
    case .promotional: referenceName = members.optional("name", JSONNode.string)
    case .offerCode:
      customerEligibilities = members.required("customerEligibilities", JSONNode.classes) ?? []
      offerEligibility = members.optional("offerEligibility", JSONNode.string)
      isActive = members.optional(activity, JSONNode.bool) ?? true
    case .winBack: break
    }
  }
}

extension MemberReader {
  /// Reads the territories of an offer, which can be given by its prices and can be unknown (F12).
  fileprivate mutating func places() -> (
    territories: [Storefront], prices: [OfferPrice], areUnknown: Bool
  ) {
    let prices = elements("prices", JSONNode.price)
    exclude("territories", besides: "prices")
    let territories = prices.map { $0.territory } + elements("territories", JSONNode.storefront)
    let unknown: [UnknownAttribute] = elements("unknown", JSONNode.choice)
    // Prices without amounts only name territories.
    let areAmounts = prices.contains { $0.customerPrice != nil }
    return (territories, areAmounts ? prices : [], unknown.contains(.territories))
  }
}

extension JSONNode {
  /// Returns an identifier, which must not be empty.
  func identifier() throws(FormatError) -> String {
    let identifier = try string()
    guard !identifier.isEmpty else { throw error("expected an identifier, found an empty string") }
    return identifier
  }

  /// Returns a number of months; `lint` reports a number that the App Store rejects (R3).
  func months() throws(FormatError) -> Int { try integer(in: 0...WinBackOffer.monthLimit) }

  fileprivate func monthRange() throws(FormatError) -> MonthRange {
    let object = try object(keys: ["minimum", "maximum"])
    return MonthRange(
      minimum: try object.required("minimum").months(),
      maximum: try object.required("maximum").months()
    )
  }

  /// Returns the classes of customers of an offer code, of which there must be one.
  func classes() throws(FormatError) -> [SubscriptionOffer.CustomerEligibility] {
    let classes: [SubscriptionOffer.CustomerEligibility] = try array().map {
      node throws(FormatError) in try node.choice()
    }
    guard !classes.isEmpty else {
      let known = SubscriptionOffer.CustomerEligibility.allCases.map { $0.rawValue }
      throw error("expected \(known.quotedAlternatives), found an empty list")
    }
    return classes
  }

  func periodCount() throws(FormatError) -> Int { try integer(in: 1...1_000) }

  func groupLevel() throws(FormatError) -> Int { try integer(in: 1...Int.max) }

  fileprivate func price() throws(FormatError) -> OfferPrice {
    let object = try object(keys: ["territory", "customerPrice"])
    return OfferPrice(
      territory: try object.required("territory").storefront(),
      customerPrice: try object.optional("customerPrice")?.string()
    )
  }

  /// Returns the storefront of an alpha-3 code, or of an alpha-2 code, which is converted (F12).
  func storefront(_ code: String) throws(FormatError) -> Storefront {
    guard let storefront = Storefront(code) else { throw error(Storefront.refusal(of: code)) }
    return storefront
  }

  package func storefront() throws(FormatError) -> Storefront { try storefront(string()) }

  func catalogDate() throws(FormatError) -> CatalogDate {
    let text = try string()
    do {
      let date = try ISO8601Date(parsing: text)
      return date.isDateOnly ? .day(date.date) : .instant(date.instant, day: date.date)
    } catch {
      if text.contains("/"), let refusal = ISO8601Date.refusal(of: text) {
        throw self.error(refusal)
      }
      throw self.error(error.description, atDecodedUTF8Offset: error.offset)
    }
  }
}
