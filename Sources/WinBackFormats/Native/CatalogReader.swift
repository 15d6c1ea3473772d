import CEL
import CalendarTime
public import WinBack

extension Catalog {
  /// Reads a native catalog.
  ///
  /// - Parameter bytes: A JSON document of the schema `catalog`.
  /// - Throws: ``FormatError`` for the first fault: invalid JSON, an unknown key, a value of the
  ///   wrong type or out of range, a duplicate identifier.
  /// - Complexity: O(*n*) for *n* bytes.
  public init(json bytes: some Sequence<UInt8>) throws(FormatError) {
    self = try CatalogReader(ContiguousArray(bytes)).checked()
  }
}

/// Reads as much of a native catalog as possible, and records all faults.
package struct CatalogReader {
  /// The greatest number of faults: to find the line of one, the document is read again.
  private static let errorLimit = 100

  /// The catalog, with substitutes for values with a fault.
  private var catalog = Catalog(subscriptionGroups: [])

  /// The faults, in the order of the document.
  package private(set) var errors: [FormatError] = []

  package let places: CatalogPlaces

  /// The identifiers that were read, for errors about duplicates.
  private var groups: [(id: JSONNode, subscriptions: [(id: JSONNode, offers: [JSONNode])])] = []

  package init(_ bytes: ContiguousArray<UInt8>) throws(FormatError) {
    let document = try JSONDocument(parsing: bytes)
    places = CatalogPlaces(document)
    var root = try MemberReader(document.root, keys: ["$schema", "subscriptionGroups"])
    let nodes = root.required("subscriptionGroups", Self.elements)
    take(root.errors)
    for node in nodes ?? [] { readGroup(node) }
    for error in CatalogError.all(in: catalog) { take([located(error)]) }
    errors.sort { $0.offset < $1.offset }
  }

  package func checked() throws(FormatError) -> Catalog {
    if let error = errors.first { throw error }
    return catalog
  }

  private mutating func take(_ news: [FormatError]) {
    errors += news.prefix(max(Self.errorLimit - errors.count, 0))
  }

  /// Returns an error about the whole catalog, at the identifier that it is about.
  private func located(_ error: CatalogError) -> FormatError {
    let group = groups[error.group]
    guard let index = error.subscription else { return group.id.error(error.description) }
    let subscription = group.subscriptions[index]
    guard let offer = error.offer else { return subscription.id.error(error.description) }
    return subscription.offers[offer].error(error.description)
  }

  /// Reads the members of an object; nil if it is not an object, or if there are already too many
  /// faults.
  private mutating func members(of node: JSONNode, keys: [String]) -> MemberReader? {
    guard errors.count < Self.errorLimit else { return nil }
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
    let id = members.required("id", Self.identifier)
    let name = members.optional("referenceName", Self.text)
    let nodes = members.required("subscriptions", Self.elements)
    take(members.errors)
    guard let id else { return }
    groups.append((id.node, []))
    var subscriptions: [Subscription] = []
    for node in nodes ?? [] {
      if let subscription = readSubscription(node) { subscriptions.append(subscription) }
    }
    catalog.subscriptionGroups.append(
      SubscriptionGroup(id: id.name, referenceName: name, subscriptions: subscriptions)
    )
  }

  private mutating func readSubscription(_ node: JSONNode) -> Subscription? {
    let keys = [
      "productId", "referenceName", "subscriptionPeriod", "groupLevel", "prices", "winBackOffers",
      "introductoryOffers",
    ]
    guard var members = members(of: node, keys: keys) else { return nil }
    let id = members.required("productId", Self.identifier)
    let name = members.optional("referenceName", Self.text)
    let period: SubscriptionPeriod? = members.optional("subscriptionPeriod", Self.choice)
    let level = members.optional("groupLevel") { node throws(FormatError) in
      try node.integer(in: 1...Int.max)
    }
    let prices = members.elements("prices", Self.price)
    let nodes = members.optional("winBackOffers", Self.elements)
    let introductoryNodes = members.optional("introductoryOffers", Self.elements)
    take(members.errors)
    var offers: [WinBackOffer] = []
    var offerIds: [JSONNode] = []
    for node in nodes ?? [] {
      guard let (id, offer) = readOffer(node) else { continue }
      offers.append(offer)
      offerIds.append(id)
    }
    let introductoryOffers = (introductoryNodes ?? []).compactMap { readIntroductoryOffer($0) }
    guard let id else { return nil }
    groups[groups.count - 1].subscriptions.append((id.node, offerIds))
    return Subscription(
      productId: id.name,
      referenceName: name,
      subscriptionPeriod: period,
      groupLevel: level,
      prices: prices,
      winBackOffers: offers,
      introductoryOffers: introductoryOffers
    )
  }

  private mutating func readOffer(_ node: JSONNode) -> (id: JSONNode, offer: WinBackOffer)? {
    guard var members = members(of: node, keys: Self.offerKeys) else { return nil }
    defer { take(members.errors) }
    let id = members.required("offerId", Self.identifier)
    let mode: OfferMode? = members.required("offerMode", Self.choice)
    let duration: OfferDuration? = members.required("duration", Self.choice)
    let paid = members.required("customerEligibilityPaidSubscriptionDurationInMonths", Self.months)
    let lapse = members.required(
      "customerEligibilityTimeSinceLastSubscribedInMonths",
      Self.monthRange
    )
    let start = members.required("startDate", Self.day)
    let referenceName = members.optional("referenceName", Self.text)
    let periodCount = members.optional("periodCount", Self.periodCount)
    let wait = members.optional("customerEligibilityWaitBetweenOffersInMonths", Self.months)
    let end = members.optional("endDate", Self.day)
    let priority: OfferPriority? = members.optional("priority", Self.choice)
    let promotionIntent = members.optional("promotionIntent", Self.text)
    let planType = members.optional("targetSubscriptionPlanType", Self.text)
    let prices = members.elements("prices", Self.price)
    let territories = Self.territories(&members, prices)
    guard let id else { return nil }
    var offer = WinBackOffer(
      offerId: id.name,
      referenceName: referenceName,
      offerMode: mode ?? .freeTrial,
      duration: duration ?? .oneMonth,
      periodCount: periodCount ?? 1,
      customerEligibilityPaidSubscriptionDurationInMonths: paid ?? 0,
      customerEligibilityTimeSinceLastSubscribedInMonths: lapse
        ?? MonthRange(minimum: 0, maximum: 0),
      customerEligibilityWaitBetweenOffersInMonths: wait,
      startDate: start ?? .day(CivilDate(uncheckedYear: 1970, month: 1, day: 1)),
      endDate: end,
      priority: priority ?? .normal,
      promotionIntent: promotionIntent,
      targetSubscriptionPlanType: planType,
      territories: territories
    )
    offer.prices = prices.filter { $0.customerPrice != nil }
    offer.hasEmptyTerritories =
      territories.isEmpty && members.has(oneOf: ["territories", "prices"])
    return (id.node, offer)
  }

  private mutating func readIntroductoryOffer(_ node: JSONNode) -> IntroductoryOffer? {
    let keys = [
      "offerMode", "duration", "numberOfPeriods", "startDate", "endDate",
      "targetSubscriptionPlanType", "territories", "prices",
    ]
    guard var members = members(of: node, keys: keys) else { return nil }
    defer { take(members.errors) }
    let mode: OfferMode? = members.required("offerMode", Self.choice)
    let duration: OfferDuration? = members.required("duration", Self.choice)
    let periods = members.optional("numberOfPeriods", Self.periodCount)
    let start = members.optional("startDate", Self.day)
    let end = members.optional("endDate", Self.day)
    let planType = members.optional("targetSubscriptionPlanType", Self.text)
    return IntroductoryOffer(
      offerMode: mode ?? .freeTrial,
      duration: duration ?? .oneMonth,
      numberOfPeriods: periods ?? 1,
      startDate: start,
      endDate: end,
      targetSubscriptionPlanType: planType,
      territories: Self.territories(&members, members.elements("prices", Self.price))
    )
  }

  private static let offerKeys = [
    "offerId", "referenceName", "offerMode", "duration", "periodCount",
    "customerEligibilityPaidSubscriptionDurationInMonths",
    "customerEligibilityTimeSinceLastSubscribedInMonths",
    "customerEligibilityWaitBetweenOffersInMonths",
    "startDate", "endDate", "priority", "promotionIntent", "targetSubscriptionPlanType",
    "territories", "prices",
  ]

  // MARK: - Values

  private static func identifier(
    _ node: JSONNode
  ) throws(FormatError) -> (name: String, node: JSONNode) {
    (try node.identifier(), node)
  }

  private static func text(_ node: JSONNode) throws(FormatError) -> String { try node.string() }

  private static func elements(_ node: JSONNode) throws(FormatError) -> [JSONNode] {
    try node.array()
  }

  private static func choice<Choice: RawRepresentable & CaseIterable>(
    _ node: JSONNode
  ) throws(FormatError) -> Choice where Choice.RawValue == String {
    try node.choice()
  }

  private static func periodCount(_ node: JSONNode) throws(FormatError) -> Int {
    try node.integer(in: 1...1_000)
  }

  private static func months(_ node: JSONNode) throws(FormatError) -> Int { try node.months() }

  private static func day(_ node: JSONNode) throws(FormatError) -> CatalogDate {
    try node.catalogDate()
  }

  private static func monthRange(_ node: JSONNode) throws(FormatError) -> MonthRange {
    let object = try node.object(keys: ["minimum", "maximum"])
    return MonthRange(
      minimum: try object.required("minimum").months(),
      maximum: try object.required("maximum").months()
    )
  }

  /// Reads the territories of an offer, which can be given by its prices.
  private static func territories(
    _ members: inout MemberReader,
    _ prices: [OfferPrice]
  ) -> [Storefront] {
    members.exclude("territories", besides: "prices")
    return prices.map { $0.territory } + members.elements("territories", storefront)
  }

  private static func storefront(_ node: JSONNode) throws(FormatError) -> Storefront {
    try node.storefront()
  }

  private static func price(_ node: JSONNode) throws(FormatError) -> OfferPrice {
    let object = try node.object(keys: ["territory", "customerPrice"])
    return OfferPrice(
      territory: try object.required("territory").storefront(),
      customerPrice: try object.optional("customerPrice")?.string()
    )
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
  func months() throws(FormatError) -> Int { try integer(in: 0...1_200) }

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
      throw self.error(error.description, atDecodedUTF8Offset: error.offset)
    }
  }
}

/// Finds the locations of a native catalog in its text, for findings about the catalog.
package struct CatalogPlaces: Sendable {
  private let root: JSONNode
  private lazy var positions = JSONPositions(of: root.document)
  /// The elements of the arrays around the last location; the next one is often in them.
  private var arrays: [Int: [JSONNode]] = [:]

  init(_ document: JSONDocument) { root = document.root }

  /// Returns a message at a location; at the value that contains it if the text does not have it.
  ///
  /// A finding about a whole offer, subscription or group is at its identifier.
  package mutating func message(_ message: String, at place: CatalogPlace) -> FormatError {
    var node = root
    var identifier = "id"
    go(&node, to: place.group, of: "subscriptionGroups")
    if let subscription = place.subscription, go(&node, to: subscription, of: "subscriptions") {
      identifier = "productId"
      if let offer = place.offer, go(&node, to: offer, of: "winBackOffers") {
        identifier = "offerId"
      }
    }
    let whole = node.index
    for step in place.steps {
      guard go(&node, step) else { break }
    }
    if node.index == whole { go(&node, to: identifier) }
    return positions.error(message, at: node)
  }

  @discardableResult
  private func go(_ node: inout JSONNode, to key: String) -> Bool {
    guard let child = (try? node.object())?.optional(key) else { return false }
    node = child
    return true
  }

  /// Moves to an element of the array of a key, if there is one.
  @discardableResult
  private mutating func go(_ node: inout JSONNode, to index: Int, of key: String) -> Bool {
    var next = node
    guard go(&next, to: key), go(&next, to: index) else { return false }
    node = next
    return true
  }

  private mutating func go(_ node: inout JSONNode, to index: Int) -> Bool {
    let array = node
    if arrays[array.index] == nil {
      let entries = array.document.entries
      arrays = arrays.filter { ($0.key..<entries[$0.key].end).contains(array.index) }
      arrays[array.index] = (try? array.array()) ?? []
    }
    guard let elements = arrays[array.index], elements.indices.contains(index) else { return false }
    node = elements[index]
    return true
  }

  private mutating func go(_ node: inout JSONNode, _ step: CatalogPlace.Step) -> Bool {
    switch step {
    // The territories of an offer can be given by its prices.
    case .key("territories"): return go(&node, to: "territories") || go(&node, to: "prices")
    case .key(let key): return go(&node, to: key)
    case .element(let index):
      guard go(&node, to: index) else { return false }
      if node.kind == .object { go(&node, to: "territory") }
      return true
    }
  }
}
