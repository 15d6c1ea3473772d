import Testing
import WinBackFormats

/// Introductory and promotional offers and offer codes in each format of catalogs (section 8).
@Suite("Offers of every kind")
struct OfferKindTests {
  private static let offers = """
    "introductoryOffers":[{"offerMode":"FREE_TRIAL","duration":"ONE_WEEK"}],\
    "promotionalOffers":[{"offerCode":"save50","name":"Half price","offerMode":"PAY_AS_YOU_GO",\
    "duration":"ONE_MONTH","numberOfPeriods":3,"prices":[{"territory":"USA","customerPrice":"4.99"},\
    {"territory":"JPN"}]},{"offerCode":"back","offerMode":"FREE_TRIAL","duration":"ONE_MONTH",\
    "unknown":["territories"]}],\
    "offerCodes":[{"name":"SPRING","offerMode":"PAY_UP_FRONT","duration":"THREE_MONTHS",\
    "customerEligibilities":["NEW","EXPIRED"],"offerEligibility":"REPLACE_INTRO_OFFERS",\
    "isActive":false,"territories":["DEU"]}],\
    "winBackOffers":[{"offerId":"back","offerMode":"FREE_TRIAL","duration":"ONE_MONTH",\
    "customerEligibilityPaidSubscriptionDurationInMonths":1,\
    "customerEligibilityTimeSinceLastSubscribedInMonths":{"minimum":1,"maximum":24},\
    "startDate":"2025-01-01"}]
    """

  private static func text(_ offers: String = offers) -> String {
    """
    {"subscriptionGroups":[{"id":"1","subscriptions":[{"productId":"p",\
    "subscriptionPeriod":"ONE_MONTH",\(offers)}]}]}
    """
  }

  private func subscription(_ offers: String = offers) throws -> Subscription {
    try Catalog(json: Self.text(offers).utf8).subscriptionGroups[0].subscriptions[0]
  }

  @Test("are read with App Store Connect's attributes, and written as they were")
  func native() throws {
    let subscription = try subscription()
    #expect(
      OfferKind.withoutCriteria.map { subscription.offers(of: $0).map(\.offerId) }
        == [[nil], ["save50", "back"], ["SPRING"]]
    )
    let code = subscription.offers(of: .offerCode)[0]
    #expect(code.customerEligibilities == [.new, .expired])
    #expect((code.isActive, code.offerEligibility ?? "") == (false, "REPLACE_INTRO_OFFERS"))
    let half = subscription.offers(of: .promotional)[0]
    #expect((half.referenceName, half.numberOfPeriods) == ("Half price", 3))
    #expect(half.territories.map(\.code) == ["USA", "JPN"])
    #expect(half.prices.map(\.customerPrice) == ["4.99", nil])
    #expect(subscription.offers(of: .promotional)[1].hasUnknownTerritories)

    let catalog = try Catalog(json: Self.text().utf8)
    #expect(try Catalog(json: CatalogWriter.bytes(of: catalog)) == catalog)
  }

  @Test("are what they were after a StoreKit configuration, but for what it lacks")
  func storeKit() throws {
    var expected = try Catalog(json: Self.text().utf8)
    let bytes = StoreKitWriter.bytes(of: expected, eligible: nil)
    let start = expected.subscriptionGroups[0].subscriptions[0].winBackOffers[0].startDate
    let read = try #require(try CatalogInput.storeKitCatalog(of: bytes, startingOn: start))
    for index in expected.subscriptionGroups[0].subscriptions[0].otherOffers.indices {
      expected.subscriptionGroups[0].subscriptions[0].otherOffers[index].prices = []
      expected.subscriptionGroups[0].subscriptions[0].otherOffers[index].territories = []
      expected.subscriptionGroups[0].subscriptions[0].otherOffers[index]
        .hasUnknownTerritories = false
      expected.subscriptionGroups[0].subscriptions[0].otherOffers[index].isActive = true
    }
    let found = read.catalog.subscriptionGroups[0].subscriptions[0].otherOffers
    #expect(found == expected.subscriptionGroups[0].subscriptions[0].otherOffers)
  }

  @Test("are added to a StoreKit configuration that lacks them, which keeps the rest")
  func update() throws {
    let catalog = try Catalog(json: Self.text().utf8)
    var part = catalog
    part.subscriptionGroups[0].subscriptions[0].otherOffers.removeAll { $0.offerId != "save50" }
    let base = StoreKitWriter.bytes(of: part, eligible: nil)
    let update = try StoreKitUpdate(of: base, from: catalog, eligible: nil)
    let start = catalog.subscriptionGroups[0].subscriptions[0].winBackOffers[0].startDate
    let read = try #require(try CatalogInput.storeKitCatalog(of: update.bytes, startingOn: start))
    let offers = read.catalog.subscriptionGroups[0].subscriptions[0].otherOffers
    #expect(offers.compactMap(\.offerId) == ["save50", "back", "SPRING"])
    #expect(update.warnings.isEmpty)
    let lacking = try StoreKitUpdate(of: update.bytes, from: part, eligible: nil)
    #expect(lacking.bytes == update.bytes)
    #expect(
      lacking.warnings.map(\.message) == [
        "the catalog has no promotional offer 'back' for the product 'p'",
        "the catalog has no offer code 'SPRING' for the product 'p'",
      ]
    )
  }

  @Test("are read from responses of App Store Connect, with the territories of their prices")
  func connect() throws {
    let text = """
      {"data":{"type":"subscriptions","id":"64","attributes":{"productId":"p"},"relationships":{\
      "group":{"data":{"type":"subscriptionGroups","id":"1"}},\
      "promotionalOffers":{"data":[{"type":"subscriptionPromotionalOffers","id":"7"}]},\
      "offerCodes":{"data":[{"type":"subscriptionOfferCodes","id":"7"}]}}},"included":[\
      {"type":"subscriptionPromotionalOffers","id":"7","attributes":{"name":"Half price",\
      "offerCode":"save50","offerMode":"FREE_TRIAL","duration":"ONE_MONTH","numberOfPeriods":1},\
      "relationships":{"prices":{"data":[{"type":"subscriptionPromotionalOfferPrices","id":"a"}]}}},\
      {"type":"subscriptionPromotionalOfferPrices","id":"a","relationships":{"territory":{"data":\
      {"type":"territories","id":"USA"}}}},\
      {"type":"subscriptionOfferCodes","id":"7","attributes":{"name":"SPRING","active":false,\
      "offerMode":"FREE_TRIAL","duration":"ONE_MONTH","numberOfPeriods":1,\
      "customerEligibilities":["EXISTING"],"offerEligibility":"STACK_WITH_INTRO_OFFERS",\
      "totalNumberOfCodes":500}}],"links":{}}
      {"data":[{"type":"subscriptionOfferCodePrices","id":"b","relationships":{"territory":{"data":\
      {"type":"territories","id":"JPN"}}}}],"links":{"self":"https://x/v1/subscriptionOfferCodes/7/prices"}}
      """
    let input = try CatalogInput(reading: text.utf8)
    #expect(
      input.warnings.map(\.message) == [
        "the win-back offers of the subscription 'p' are not in the input, so they count as none; a "
          + "response with 'include=winBackOffers' has them"
      ]
    )
    let offers = input.catalog.subscriptionGroups[0].subscriptions[0].otherOffers
    #expect(offers.map(\.kind) == [.promotional, .offerCode])
    #expect(offers.map(\.offerId) == ["save50", "SPRING"])
    #expect(offers.map { $0.territories.map(\.code) } == [["USA"], ["JPN"]])
    #expect(offers[1].customerEligibilities == [.existing])
    #expect(!offers[1].isActive)
  }

  @Test(
    "have errors at their place",
    arguments: [
      (
        #""offerCodes":[{"name":"A","offerMode":"FREE_TRIAL","duration":"ONE_MONTH"}]"#,
        "the key 'customerEligibilities' is missing"
      ),
      (
        #""offerCodes":[{"name":"A","offerMode":"FREE_TRIAL","duration":"ONE_MONTH","#
          + #""customerEligibilities":[]}]"#,
        "expected 'NEW', 'EXISTING' or 'EXPIRED', found an empty list"
      ),
      (
        #""offerCodes":[{"name":"A","offerMode":"FREE_TRIAL","duration":"ONE_MONTH","#
          + #""customerEligibilities":["EXPIRE"]}]"#,
        "unknown value 'EXPIRE'; did you mean 'EXPIRED'?"
      ),
      (
        #""promotionalOffers":[{"offerCode":"a","offerMode":"FREE_TRIAL","duration":"ONE_MONTH"},"#
          + #"{"offerCode":"a","offerMode":"FREE_TRIAL","duration":"ONE_WEEK"}]"#,
        "expected offer ids to be unique within group '1', found the offerId 'a' again"
      ),
      (
        #""promotionalOffers":[{"offerCode":"a","offerMode":"FREE_TRIAL","duration":"ONE_MONTH","#
          + #""startDate":"2025-01-01"}]"#,
        "unknown key 'startDate'; expected 'offerMode', 'duration', 'numberOfPeriods'"
      ),
    ]
  )
  func errors(offers: String, message: String) {
    let error = #expect(throws: FormatError.self) {
      try Catalog(json: Self.text(offers).utf8)
    }
    #expect(error?.message.hasPrefix(message) == true, "\(error?.description ?? "")")
  }
}
