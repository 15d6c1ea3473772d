/// Responses of the App Store Connect API, made up in Apple's shapes.
enum ConnectSamples {
  static let attributes = """
    {"referenceName":"One month free","offerId":"basic_1m_free","duration":"ONE_MONTH",\
    "offerMode":"FREE_TRIAL","periodCount":1,\
    "customerEligibilityPaidSubscriptionDurationInMonths":3,\
    "customerEligibilityTimeSinceLastSubscribedInMonths":{"minimum":2,"maximum":24},\
    "customerEligibilityWaitBetweenOffersInMonths":6,"startDate":"2023-01-01","endDate":null,\
    "priority":"HIGH","promotionIntent":"NOT_PROMOTED","newIn2030":{"x":[]}}
    """

  /// An offer with prices of its own.
  static func offer(
    id: String = "900",
    attributes: String = attributes,
    prices: [String] = ["p1", "p2"],
    total: Int? = nil
  ) -> String {
    let data = prices.map { #"{"type":"winBackOfferPrices","id":"\#($0)"}"# }
    return """
      {"type":"winBackOffers","id":"\(id)","attributes":\(attributes),"relationships":{"prices":{\
      "links":{"self":"https://example.com"},"meta":{"paging":{"total":\(total ?? prices.count),\
      "limit":50}},"data":[\(data.joined(separator: ","))]}},"links":{}}
      """
  }

  static func price(_ id: String, _ territory: String) -> String {
    """
    {"type":"winBackOfferPrices","id":"\(id)","relationships":{"territory":{"data":\
    {"type":"territories","id":"\(territory)"}}}}
    """
  }

  static let prices = [price("p1", "USA"), price("p2", "JPN")]

  static let subscription = """
    {"type":"subscriptions","id":"64","attributes":{"name":"Basic","productId":"basic.monthly",\
    "familySharable":false,"state":"APPROVED","subscriptionPeriod":"ONE_MONTH","groupLevel":2},\
    "relationships":{"group":{"data":{"type":"subscriptionGroups","id":"21394321"}},\
    "winBackOffers":{"meta":{"paging":{"total":1,"limit":50}},\
    "data":[{"type":"winBackOffers","id":"900"}]}}}
    """

  static let group = """
    {"type":"subscriptionGroups","id":"21394321","attributes":{"referenceName":"Streaming Pass"}}
    """

  /// The response that tells everything but the territories, whose prices are given as well.
  static let everything = """
    {"data":[\(subscription)],"included":[\(group),\(offer()),\(prices.joined(separator: ","))],\
    "links":{"self":"https://api.appstoreconnect.apple.com/v1/subscriptionGroups/21394321/subscriptions?include=group,winBackOffers"},\
    "meta":{"paging":{"total":1,"limit":50}}}
    """

  /// A list of offers of a subscription.
  static func list(_ offers: [String], included: [String] = prices) -> String {
    """
    {"data":[\(offers.joined(separator: ","))],"included":[\(included.joined(separator: ","))],\
    "links":{"self":"https://api.appstoreconnect.apple.com/v1/subscriptions/64/winBackOffers"}}
    """
  }

  /// A request to create the offer.
  static let request = """
    {"data":{"type":"winBackOffers","attributes":\(attributes),"relationships":{"subscription":\
    {"data":{"type":"subscriptions","id":"64"}},"prices":{"data":[{"type":"winBackOfferPrices",\
    "id":"${price-0}"},{"type":"winBackOfferPrices","id":"${price-1}"}]}}},"included":[\
    \(price("${price-0}", "USA")),\(price("${price-1}", "JPN"))]}
    """

  /// The flat form.
  static let flat = """
    {"data":[{"affordances":{"delete":"asc x"},"id":"900","subscriptionId":"64",\
    "referenceName":"One month free","offerId":"basic_1m_free","duration":"ONE_MONTH",\
    "offerMode":"FREE_TRIAL","periodCount":1,\
    "customerEligibilityPaidSubscriptionDurationInMonths":3,\
    "customerEligibilityTimeSinceLastSubscribedMin":2,\
    "customerEligibilityTimeSinceLastSubscribedMax":24,\
    "customerEligibilityWaitBetweenOffersInMonths":6,"startDate":"2023-01-01","priority":"HIGH",\
    "promotionIntent":"NOT_PROMOTED"}]}
    """

  /// The same catalog in the native format.
  static let native = """
    {"subscriptionGroups":[{"id":"21394321","referenceName":"Streaming Pass","subscriptions":[\
    {"productId":"basic.monthly","referenceName":"Basic","subscriptionPeriod":"ONE_MONTH",\
    "groupLevel":2,"winBackOffers":[{"offerId":"basic_1m_free","referenceName":"One month free",\
    "duration":"ONE_MONTH","offerMode":"FREE_TRIAL","periodCount":1,\
    "customerEligibilityPaidSubscriptionDurationInMonths":3,\
    "customerEligibilityTimeSinceLastSubscribedInMonths":{"minimum":2,"maximum":24},\
    "customerEligibilityWaitBetweenOffersInMonths":6,"startDate":"2023-01-01","priority":"HIGH",\
    "promotionIntent":"NOT_PROMOTED","territories":["USA","JPN"]}]}]}]}
    """
}
