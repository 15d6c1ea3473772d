import CEL
import CalendarTime
public import WinBack

extension Catalog {
  /// Reads a native catalog.
  ///
  /// - Parameter bytes: A JSON document of the schema `catalog`.
  /// - Throws: ``FormatError`` for the first fault: no JSON, an unknown key, a value of another type
  ///   or out of range, an identifier that is given twice.
  /// - Complexity: O(*n*) for *n* bytes.
  public init(json bytes: some Sequence<UInt8>) throws(FormatError) {
    let document = try JSONDocument(parsing: ContiguousArray(bytes))
    let root = try document.root.object(keys: ["$schema", "subscriptionGroups"])
    let groups = try root.required("subscriptionGroups").array()
    var subscriptionGroups: [SubscriptionGroup] = []
    for group in groups { subscriptionGroups.append(try SubscriptionGroup(json: group)) }
    self.init(subscriptionGroups: subscriptionGroups)
    do {
      _ = try CatalogIndex(self)
    } catch {
      throw try Self.locate(error, in: groups)
    }
  }

  /// Returns an error about the catalog as a whole at the place of the identifier it is about.
  private static func locate(
    _ error: CatalogError,
    in groups: [JSONNode]
  ) throws(FormatError) -> FormatError {
    var node = groups[error.group]
    var key = "id"
    if let subscription = error.subscription {
      node = try node.object().required("subscriptions").array()[subscription]
      key = "productId"
    }
    if let offer = error.offer {
      node = try node.object().required("winBackOffers").array()[offer]
      key = "offerId"
    }
    return try node.object().required(key).error(error.description)
  }
}

extension SubscriptionGroup {
  fileprivate init(json node: JSONNode) throws(FormatError) {
    let object = try node.object(keys: ["id", "referenceName", "subscriptions"])
    var subscriptions: [Subscription] = []
    for subscription in try object.required("subscriptions").array() {
      subscriptions.append(try Subscription(json: subscription))
    }
    self.init(
      id: try object.required("id").identifier(),
      referenceName: try object.optional("referenceName")?.string(),
      subscriptions: subscriptions
    )
  }
}

extension Subscription {
  fileprivate init(json node: JSONNode) throws(FormatError) {
    let object = try node.object(keys: [
      "productId", "referenceName", "subscriptionPeriod", "groupLevel", "winBackOffers",
      "introductoryOffers",
    ])
    var offers: [WinBackOffer] = []
    for offer in try object.optional("winBackOffers")?.array() ?? [] {
      offers.append(try WinBackOffer(json: offer))
    }
    var introductoryOffers: [IntroductoryOffer] = []
    for offer in try object.optional("introductoryOffers")?.array() ?? [] {
      introductoryOffers.append(try IntroductoryOffer(json: offer))
    }
    self.init(
      productId: try object.required("productId").identifier(),
      referenceName: try object.optional("referenceName")?.string(),
      subscriptionPeriod: try object.optional("subscriptionPeriod")?.choice(),
      groupLevel: try object.optional("groupLevel")?.integer(in: 1...Int.max),
      winBackOffers: offers,
      introductoryOffers: introductoryOffers
    )
  }
}

extension WinBackOffer {
  fileprivate init(json node: JSONNode) throws(FormatError) {
    let object = try node.object(keys: [
      "offerId", "referenceName", "offerMode", "duration", "periodCount",
      "customerEligibilityPaidSubscriptionDurationInMonths",
      "customerEligibilityTimeSinceLastSubscribedInMonths",
      "customerEligibilityWaitBetweenOffersInMonths",
      "startDate", "endDate", "priority", "promotionIntent", "targetSubscriptionPlanType",
      "territories", "prices",
    ])
    self.init(
      offerId: try object.required("offerId").identifier(),
      referenceName: try object.optional("referenceName")?.string(),
      offerMode: try object.required("offerMode").choice(),
      duration: try object.required("duration").choice(),
      periodCount: try object.optional("periodCount")?.integer(in: 1...1_000) ?? 1,
      customerEligibilityPaidSubscriptionDurationInMonths:
        try object.required("customerEligibilityPaidSubscriptionDurationInMonths").months(),
      customerEligibilityTimeSinceLastSubscribedInMonths:
        try MonthRange(
          json: object.required("customerEligibilityTimeSinceLastSubscribedInMonths")
        ),
      customerEligibilityWaitBetweenOffersInMonths:
        try object.optional("customerEligibilityWaitBetweenOffersInMonths")?.months(),
      startDate: try object.required("startDate").catalogDate(),
      endDate: try object.optional("endDate")?.catalogDate(),
      priority: try object.optional("priority")?.choice() ?? .normal,
      promotionIntent: try object.optional("promotionIntent")?.string(),
      targetSubscriptionPlanType: try object.optional("targetSubscriptionPlanType")?.string(),
      territories: try object.territories()
    )
  }
}

extension IntroductoryOffer {
  fileprivate init(json node: JSONNode) throws(FormatError) {
    let object = try node.object(keys: [
      "offerMode", "duration", "numberOfPeriods", "startDate", "endDate",
      "targetSubscriptionPlanType", "territories", "prices",
    ])
    self.init(
      offerMode: try object.required("offerMode").choice(),
      duration: try object.required("duration").choice(),
      numberOfPeriods: try object.optional("numberOfPeriods")?.integer(in: 1...1_000) ?? 1,
      startDate: try object.optional("startDate")?.catalogDate(),
      endDate: try object.optional("endDate")?.catalogDate(),
      targetSubscriptionPlanType: try object.optional("targetSubscriptionPlanType")?.string(),
      territories: try object.territories()
    )
  }
}

extension JSONObject {
  /// Returns the territories of an offer, which may be those of its prices.
  fileprivate func territories() throws(FormatError) -> [Storefront] {
    var territories: [Storefront] = []
    if let prices = optional("prices") {
      if let both = optional("territories") {
        throw both.error("expected either 'territories' or 'prices', found both")
      }
      for price in try prices.array() {
        let object = try price.object(keys: ["territory", "customerPrice"])
        // Eligibility does not look at prices, but a wrong one is a wrong catalog.
        _ = try object.optional("customerPrice")?.string()
        territories.append(try object.required("territory").storefront())
      }
    }
    for territory in try optional("territories")?.array() ?? [] {
      territories.append(try territory.storefront())
    }
    return territories
  }
}

extension MonthRange {
  fileprivate init(json node: JSONNode) throws(FormatError) {
    let object = try node.object(keys: ["minimum", "maximum"])
    self.init(
      minimum: try object.required("minimum").months(),
      maximum: try object.required("maximum").months()
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

  /// Returns a number of months; what the App Store would refuse of them, `lint` reports (R3).
  func months() throws(FormatError) -> Int {
    try integer(in: 0...1_200)
  }

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

extension JSONNode {
  /// Returns a storefront: an alpha-3 code, or an alpha-2 code, which is converted (F12).
  fileprivate func storefront() throws(FormatError) -> Storefront {
    let code = try string()
    guard let storefront = Storefront(code) else { throw error(Storefront.refusal(of: code)) }
    return storefront
  }
}
