import Testing
import WinBackAnalysis

@Suite("Prices, territories and starts that a linter compares")
struct LivePriceTests {
  /// An offer with a price in the United States, and in Japan where there is a second one.
  private func priced(_ id: String, _ mode: OfferMode, _ prices: String?...) -> WinBackOffer {
    var priced = offer(id, mode, territories: Array(["USA", "JPN"].prefix(prices.count)))
    priced.prices = zip(priced.territories, prices).map {
      OfferPrice(territory: $0, customerPrice: $1)
    }
    return priced
  }

  @Test("finds prices that do not go with the mode, and texts that are no prices")
  func prices() throws {
    #expect(
      try findings(
        catalog(
          priced("free", .freeTrial, "0.00", nil),
          priced("not free", .freeTrial, "0.99"),
          priced("paid", .payUpFront, "4.99", "750"),
          priced("nothing", .payAsYouGo, "4.99", "0"),
          priced("text", .payUpFront, "4,99", "-1"),
          priced("unknown", .payUpFront, nil, nil),
          priced("one missing", .payUpFront, nil, "750")
        ),
        only: [.priceAndMode]
      ) == [
        "price-and-mode expected no price, or 0, of an offer that is free, found '0.99' in USA",
        "price-and-mode expected a price of an offer that is paid as it goes, found '0' in JPN",
        "price-and-mode expected a decimal number such as 4.99, found '4,99' in USA",
        "price-and-mode expected a decimal number such as 4.99, found '-1' in JPN",
        "price-and-mode expected a price of an offer that is paid up front, found none in USA",
      ]
    )
  }

  @Test("finds prices that differ from those that are live, however they are written")
  func livePrices() throws {
    let live = catalog(priced("a", .payUpFront, "4.99", "750"))
    let same = catalog(priced("a", .payUpFront, "4.990", "0750.0"))
    #expect(try findings(same, against: live, only: [.lockedAtCreation]) == [])
    let other = catalog(priced("a", .payUpFront, "4.98", "750"))
    #expect(
      try findings(other, against: live, only: [.lockedAtCreation]) == [
        "locked-at-creation expected 4.99 in USA, as it is live and locked since the offer was created, "
          + "found 4.98"
      ]
    )
  }

  @Test("says nothing of territories that one of the catalogs does not know")
  func unknownTerritories() throws {
    let known = offer("a", territories: ["USA"])
    var unknown = offer("a")
    unknown.hasUnknownTerritories = true
    let codes: Set = [LintCode.lockedAtCreation]
    #expect(try findings(catalog(known), against: catalog(unknown), only: codes) == [])
    #expect(try findings(catalog(unknown), against: catalog(known), only: codes) == [])
    #expect(try findings(catalog(offer("a")), against: catalog(known), only: codes).count == 1)
  }

  @Test("finds a start that is moved into the past")
  func startMovedBack() throws {
    let live = catalog(offer("a", from: day("2025-03-01"), through: nil))
    #expect(
      try findings(
        catalog(offer("a", from: day("2025-01-10"), through: nil)),
        against: live,
        only: [.startDatePassed, .lockedAtStart]
      ) == [
        "start-date-passed expected an offer that has not started to start after today, 2025-01-15, "
          + "found 2025-01-10"
      ]
    )
  }

  @Test("finds a product that is in another group than in the live catalog, once")
  func movedProduct() throws {
    let before = catalog(offer("a", from: day("2024-06-01")))
    let after = Catalog(
      subscriptionGroups: [group("other", ["basic": [offer("a", from: day("2024-06-01"))]])]
    )
    let codes: Set = [
      LintCode.productMoved, .offerDeleted, .offerIdUsed, .startDatePassed, .lockedAtStart,
    ]
    #expect(
      try findings(after, against: before, asOf: "2025-01-15", only: codes) == [
        "product-moved expected 'basic' in the group 'group', as it is live, found it in 'other': "
          + "a subscription stays in its group"
      ]
    )
  }
}
