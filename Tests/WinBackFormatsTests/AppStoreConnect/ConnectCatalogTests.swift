import Testing
import WinBackFormats

@Suite("Responses of the App Store Connect API")
struct ConnectCatalogTests {

  func read(
    _ text: String,
    _ options: CatalogOptions = CatalogOptions()
  ) throws -> CatalogInput {
    let input = try CatalogInput(reading: text.utf8, options: options)
    #expect(input.format == .appStoreConnect)
    return input
  }

  static let groupDocument = """
    {"data":{"type":"subscriptionGroups","id":"21394321","attributes":\
    {"referenceName":"Streaming Pass"},"relationships":{"subscriptions":{"data":[\
    {"type":"subscriptions","id":"64"}]}}},"links":{}}
    """

  /// The subscription without its relationships.
  static let subscriptionDocument = """
    {"data":{"type":"subscriptions","id":"64","attributes":{"name":"Basic",\
    "productId":"basic.monthly","subscriptionPeriod":"ONE_MONTH","groupLevel":2}},"links":{}}
    """

  static let documents: [(name: String, text: String)] = [
    ("one response with all", ConnectSamples.everything),
    (
      "a list of offers, the subscription, the group",
      ConnectSamples.list([ConnectSamples.offer()]) + groupDocument + subscriptionDocument
    ),
    (
      "the same in another order",
      groupDocument + "\n" + subscriptionDocument + "\n"
        + ConnectSamples.list([ConnectSamples.offer()])
    ),
    (
      "prices on pages of their own",
      ConnectSamples.everything.replacing(
        ",\(ConnectSamples.prices.joined(separator: ","))",
        with: ""
      )
        + ConnectSamples.prices.map {
          """
          {"data":[\($0)],"links":{"self":"https://x/v1/winBackOffers/900/prices?include=territory"}}
          """
        }.joined()
    ),
    (
      "territories of price points",
      ConnectSamples.everything.replacing(
        ConnectSamples.prices[1],
        with: """
          {"type":"winBackOfferPrices","id":"p2","relationships":{"subscriptionPricePoint":{"data":\
          {"type":"subscriptionPricePoints","id":"s"}}}},{"type":"subscriptionPricePoints","id":"s",\
          "attributes":{"customerPrice":"0.0"},"relationships":{"territory":{"data":\
          {"type":"territories","id":"JPN"}}}}
          """
      )
    ),
    (
      "a request to create the offer", ConnectSamples.request + groupDocument + subscriptionDocument
    ),
    (
      "an offer twice",
      ConnectSamples.everything + "\n" + ConnectSamples.list([ConnectSamples.offer(prices: [])])
    ),
  ]

  @Test("are one catalog, however they are cut", arguments: documents)
  func cuts(document: (name: String, text: String)) throws {
    let input = try read(document.text)
    var catalog = input.catalog
    let prices = catalog.subscriptionGroups[0].subscriptions[0].winBackOffers[0].prices
    #expect(prices.allSatisfy { $0.amount == "0" })
    #expect(prices.isEmpty == !document.text.contains("customerPrice"))
    catalog.subscriptionGroups[0].subscriptions[0].winBackOffers[0].prices = []
    #expect(catalog == (try Catalog(json: ConnectSamples.native.utf8)))
    #expect(input.warnings == [])
  }

  @Test("have an introductory offer for each territory, of which those that are alike are one")
  func introductoryOffers() throws {
    func offer(_ id: String, _ territory: String, _ duration: String = "ONE_WEEK") -> String {
      """
      {"type":"subscriptionIntroductoryOffers","id":"\(id)","attributes":{"startDate":null,\
      "endDate":null,"duration":"\(duration)","offerMode":"FREE_TRIAL","numberOfPeriods":1},\
      "relationships":{"territory":{"data":{"type":"territories","id":"\(territory)"}}}}
      """
    }
    let page = """
      {"data":[\(offer("i1", "USA")),\(offer("i2", "JPN", "ONE_MONTH")),\(offer("i3", "DEU"))],\
      "links":{"self":"https://x/v1/subscriptions/64/introductoryOffers?include=territory"}}
      """
    let catalog = try read(ConnectSamples.everything + page).catalog
    let offers = catalog.subscriptionGroups[0].subscriptions[0].otherOffers
    #expect(offers.map { $0.territories.map(\.code) } == [["USA", "DEU"], ["JPN"]])
    #expect(offers.map(\.duration) == [.oneWeek, .oneMonth])
  }

  @Test("in the flat form of the Swift tool say nothing of territories")
  func flat() throws {
    let input = try read(ConnectSamples.flat + Self.groupDocument + Self.subscriptionDocument)
    var expected = try Catalog(json: ConnectSamples.native.utf8)
    expected.subscriptionGroups[0].subscriptions[0].winBackOffers[0].territories = []
    expected.subscriptionGroups[0].subscriptions[0].winBackOffers[0].hasUnknownTerritories = true
    #expect(input.catalog == expected)
    #expect(
      input.warnings.map { "\($0.line ?? 0):\($0.column ?? 0): \($0.message) (at \($0.path))" } == [
        """
        1:10: the territories of the offer 'basic_1m_free' are not known, because its prices \
        are not in the input (at data[0])
        """
      ]
    )
  }

  @Test("say where they are cut off, and where territories had to be read from identifiers")
  func warnings() throws {
    // The identifiers of Apple's documentation: {"o":"10778326500","t":"CAN","p":"10142"}.
    let id = "eyJvIjoiMTA3NzgzMjY1MDAiLCJ0IjoiQ0FOIiwicCI6IjEwMTQyIn0"
    let text = ConnectSamples.everything.replacing(
      ConnectSamples.offer(),
      with: ConnectSamples.offer(
        attributes: ConnectSamples.attributes.replacing(#","maximum":24"#, with: ""),
        prices: [id],
        total: 175
      )
    ).replacing(
      #""total":1,"limit":50}},"data":[{"type":"win"#,
      with: #""total":3,"limit":50}},"data":[{"type":"win"#
    )
    let input = try read(text, CatalogOptions(isPartial: true))
    let offer = try #require(
      input.catalog.subscriptionGroups.first?.subscriptions.first?.winBackOffers.first
    )
    #expect(offer.territories.map(\.code) == ["CAN"])
    #expect(offer.customerEligibilityTimeSinceLastSubscribedInMonths.maximum == 1_200)
    #expect(
      input.warnings.map(\.message) == [
        """
        only 1 of the 175 prices of the offer 'basic_1m_free' are in the input, so its territories \
        are not known
        """,
        "only 1 of the 3 win-back offers of the subscription 'basic.monthly' are in the input",
        """
        the territories of the offer 'basic_1m_free' come from the identifiers of its prices, \
        which Apple can change; a response that includes 'territory' has them
        """,
        """
        the offer 'basic_1m_free' has no maximum of the time since the customer was last subscribed; \
        it counts as 1200 months
        """,
      ]
    )
  }

  @Test("that do not name the product or the group need to be told")
  func options() throws {
    let bare =
      #"{"data":\#(ConnectSamples.offer()),"included":[\#(ConnectSamples.prices.joined(separator: ","))]}"#
    #expect(
      refusal { try read(bare) }
        == """
        1:9: no subscription has the offer 'basic_1m_free': expected the response with \
        the subscription as well, or the name of its product (at data)
        """
    )
    let list = ConnectSamples.list([ConnectSamples.offer()])
    #expect(
      refusal { try read(list, CatalogOptions(groupId: "g")) }
        == """
        1:10: no product is given for the subscription '64': expected the response with the \
        subscription as well, or the name of its product (at data[0])
        """
    )
    #expect(
      refusal { try read(list, CatalogOptions(productId: "p")) }
        == """
        1:10: no group is given for the subscription '64': expected the response with its group \
        as well, or the identifier of the group (at data[0])
        """
    )
    for text in [bare, list] {
      let input = try read(text, CatalogOptions(productId: "p", groupId: "g"))
      #expect(input.catalog.subscriptionGroups.map(\.id) == ["g"])
      #expect(input.catalog.subscriptionGroups[0].subscriptions.map(\.productId) == ["p"])
      #expect(
        input.catalog.subscriptionGroups[0].subscriptions[0].winBackOffers.map(\.offerId) == [
          "basic_1m_free"
        ]
      )
    }
  }

  @Test(
    "that cannot be right are refused at their place",
    arguments: [
      ("{\"data\":[{\"attributes\":{}}]}", "1:10: the key 'type' is missing (at data[0])"),
      ("{\"data\":[], \"links\": 1}", "1:22: expected an object, found a number (at links)"),
      (
        ConnectSamples.list([ConnectSamples.offer()])
          .replacing("\"ONE_MONTH\"", with: "\"ONE_MONT\""),
        """
        1:129: unknown value 'ONE_MONT'; did you mean 'ONE_MONTH'? (at data[0].attributes.duration)
        """
      ),
      (
        ConnectSamples.everything.replacing(
          "customerEligibilityPaidSubscriptionDurationInMonths",
          with: "customerEligibilityPaidSubscriptionTenureInMonths"
        ),
        """
        1:533: the key 'customerEligibilityPaidSubscriptionDurationInMonths' is missing \
        (at included[1].attributes)
        """
      ),
      (
        ConnectSamples.everything
          + ConnectSamples.list([
            ConnectSamples.offer(
              attributes: ConnectSamples.attributes.replacing(
                "\"minimum\":2",
                with: "\"minimum\":3"
              )
            )
          ]),
        "1:1572: the offer 'basic_1m_free' is given twice with different contents (at data[0])"
      ),
      (
        ConnectSamples.everything
          + ConnectSamples.list([ConnectSamples.offer(id: "901")], included: []),
        """
        1:1572: expected offer ids to be unique within group '21394321', found the offerId \
        'basic_1m_free' again (at data[0])
        """
      ),
      (
        ConnectSamples.everything.replacing("\"id\":\"JPN\"", with: "\"id\":\"jpn\""),
        """
        1:485: expected a storefront such as 'USA', found 'jpn'; did you mean 'JPN'? (at included[1])
        """
      ),
      (
        ConnectSamples.everything.replacing(",\(ConnectSamples.prices[1])", with: ""),
        """
        1:485: no territory is given for the price 'p2' of the offer 'basic_1m_free' \
        (at included[1])
        """
      ),
    ]
  )
  func faults(text: String, message: String) {
    #expect(refusal { try CatalogInput(reading: text.utf8, as: .appStoreConnect) } == message)
  }

  @Test("with regular prices tell them, but for what is preserved or changes some day")
  func regularPrices() throws {
    func price(_ id: String, _ territory: String, _ amount: String, _ more: String = "") -> String {
      """
      {"type":"subscriptionPrices","id":"\(id)","attributes":{"startDate":null\(more)},"relationships":\
      {"territory":{"data":{"type":"territories","id":"\(territory)"}},"subscriptionPricePoint":{"data":\
      {"type":"subscriptionPricePoints","id":"point \(id)"}}}},{"type":"subscriptionPricePoints",\
      "id":"point \(id)","attributes":{"customerPrice":"\(amount)"}}
      """
    }
    let prices = [
      price("1", "USA", "9.99"), price("2", "USA", "7.99", ",\"preserved\":true"),
      price("3", "JPN", "1000"), price("4", "JPN", "1200"), price("5", "DEU", "8.99"),
    ]
    let page = """
      {"data":[\(prices.joined(separator: ","))],\
      "links":{"self":"https://x/v1/subscriptions/64/prices?include=territory"}}
      """
    let documents =
      ConnectSamples.list([ConnectSamples.offer()]) + Self.groupDocument
      + Self.subscriptionDocument + page
    let subscription = try #require(
      try read(documents).catalog.subscriptionGroups.first?.subscriptions.first
    )
    #expect(subscription.prices.map(\.territory.code) == ["DEU", "USA"])
    #expect(subscription.prices.map(\.customerPrice) == ["8.99", "9.99"])
    #expect(subscription.winBackOffers.count == 1)
  }
}
