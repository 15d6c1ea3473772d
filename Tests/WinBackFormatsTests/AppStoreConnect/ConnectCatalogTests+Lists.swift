import Testing
import WinBackFormats

extension ConnectCatalogTests {
  /// Lists of which something is missing, with what the error says.
  private static let partialLists: [(text: String, message: String)] = [
    (
      page("subscriptions/64/winBackOffers", [ConnectSamples.offer()], total: 2)
        + ConnectSamples.everything,
      "1:1: only 1 of the 2 win-back offers of the subscription 'basic.monthly' are in the input"
    ),
    (
      ConnectSamples.everything
        + page("winBackOffers/900/prices", [ConnectSamples.price("p3", "DEU")], total: 175),
      """
      1:\(ConnectSamples.everything.count + 1): only 3 of the 175 prices of the offer 'basic_1m_free' \
      are in the input
      """
    ),
    (
      page("subscriptions/64/introductoryOffers", [], hasNext: true) + ConnectSamples.everything,
      """
      1:1: only the first 0 introductory offers of the subscription 'basic.monthly' are in the input
      """
    ),
    (
      page("apps/1/subscriptionGroups", [ConnectSamples.group], total: 2)
        + ConnectSamples.everything,
      "1:1: only 1 of the 2 subscription groups of the apps '1' are in the input"
    ),
    (
      page("subscriptionGroups/21394321/subscriptions", [ConnectSamples.subscription], total: 3)
        + ConnectSamples.everything,
      "1:1: only 1 of the 3 subscriptions of the group '21394321' are in the input"
    ),
  ]

  private static func page(
    _ path: String,
    _ data: [String],
    total: Int? = nil,
    hasNext: Bool = false
  ) -> String {
    let next = hasNext ? #","next":"https://x/v1/\#(path)?cursor=a""# : ""
    let meta = total.map { #","meta":{"paging":{"total":\#($0),"limit":1}}"# } ?? ""
    return
      #"{"data":[\#(data.joined(separator: ","))],"links":{"self":"https://x/v1/\#(path)?limit=1"\#(next)}\#(meta)}"#
  }

  @Test(
    "that are not whole are an error, or what they would say is unknown",
    arguments: partialLists
  )
  func partial(list: (text: String, message: String)) throws {
    let hint =
      ": expected the other pages of the list ('links.next') as well, or the option to read what is there"
    #expect(refusal { _ = try read(list.text) } == list.message + hint)
    let input = try read(list.text, CatalogOptions(isPartial: true))
    let isOfPrices = list.message.contains("prices")
    let offer = input.catalog.subscriptionGroups[0].subscriptions[0].winBackOffers[0]
    #expect(offer.hasUnknownTerritories == isOfPrices)
    #expect(
      input.warnings.map(\.message) == [
        list.message.drop { $0 != "o" } + (isOfPrices ? ", so its territories are not known" : "")
      ]
    )
  }

  @Test("that name offers without having them are an error, or a warning")
  func missingOffers() throws {
    let message =
      "1:10: only 0 of the 1 win-back offers of the subscription 'basic.monthly' are in the input"
    let text = Self.groupDocument + #"{"data":\#(ConnectSamples.subscription)}"#
    let place = "1:\(Self.groupDocument.count + 9)"
    #expect(
      refusal { _ = try read(text) } == place + message.dropFirst(4)
        + ": expected a response that includes them all, or the option to read what is there (at data)"
    )
    let input = try read(text, CatalogOptions(isPartial: true))
    #expect(input.warnings.map(\.message) == [String(message.dropFirst(6))])
  }

  @Test("that say nothing of the offers of a subscription count it as having none, with a warning")
  func unknownOffers() throws {
    let text = ConnectSamples.subscription.replacing(
      #""data":[{"type":"winBackOffers","id":"900"}]"#,
      with: ""
    )
    .replacing("\"limit\":50}},}", with: "\"limit\":50}}}")
    let input = try read(Self.groupDocument + #"{"data":\#(text)}"#)
    #expect(
      input.warnings.map(\.message) == [
        """
        the win-back offers of the subscription 'basic.monthly' are not in the input, so they count \
        as none; a response with 'include=winBackOffers' has them
        """
      ]
    )
  }

  @Test("without the territory of a price know no territories of the offer, if that is accepted")
  func missingTerritory() throws {
    let text = ConnectSamples.everything.replacing(",\(ConnectSamples.prices[1])", with: "")
    let input = try read(text, CatalogOptions(isPartial: true))
    let offer = input.catalog.subscriptionGroups[0].subscriptions[0].winBackOffers[0]
    #expect(offer.hasUnknownTerritories)
    #expect(
      input.warnings.map(\.message) == [
        """
        no territory is given for the price 'p2' of the offer 'basic_1m_free', so its territories are \
        not known
        """
      ]
    )
  }

  @Test("are whole with all pages of a list, in any order")
  func pages() throws {
    let first = Self.page(
      "winBackOffers/900/prices",
      [ConnectSamples.price("p3", "DEU")],
      total: 4,
      hasNext: true
    )
    let second = Self.page(
      "winBackOffers/900/prices",
      [ConnectSamples.price("p4", "FRA")],
      total: 4
    )
    for text in [
      first + second + ConnectSamples.everything, ConnectSamples.everything + second + first,
    ] {
      let input = try read(text)
      let offer = input.catalog.subscriptionGroups[0].subscriptions[0].winBackOffers[0]
      #expect(Set(offer.territories.map(\.code)) == ["USA", "JPN", "DEU", "FRA"])
      #expect(!offer.hasUnknownTerritories && input.warnings.isEmpty)
    }
  }
}
