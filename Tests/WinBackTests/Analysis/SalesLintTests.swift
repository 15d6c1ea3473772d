import Testing
import WinBackAnalysis

@Suite("A linter, of prices and billing plans")
struct SalesLintTests {
  private func findings(
    _ mode: OfferMode,
    _ duration: OfferDuration,
    at price: String,
    in period: SubscriptionPeriod,
    regular: String,
    plan: String? = nil
  ) throws -> [String] {
    var priced = offer("a", mode, duration, plan: plan, territories: ["JPN", "DEU"])
    priced.prices = zip(priced.territories, ["1", price]).map {
      OfferPrice(territory: $0, customerPrice: $1)
    }
    var catalog = catalog(priced)
    catalog.subscriptionGroups[0].subscriptions[0].subscriptionPeriod = period
    catalog.subscriptionGroups[0].subscriptions[0].prices = ["DEU", "FRA"].compactMap {
      Storefront($0)
    }.map { OfferPrice(territory: $0, customerPrice: regular) }
    return try WinBackTests.findings(catalog, only: [.regularPrice, .planNotSold])
  }

  @Test("finds a price of one period that is not below the regular one")
  func onePeriod() throws {
    #expect(
      try findings(.payAsYouGo, .oneMonth, at: "9.99", in: .oneMonth, regular: "9.990") == [
        "regular-price expected less than the subscription costs in the same time, 9.99 for ONE_MONTH in "
          + "DEU, found '9.99' for ONE_MONTH"
      ]
    )
    #expect(
      try findings(.payAsYouGo, .oneMonth, at: "9.98", in: .oneMonth, regular: "9.99").isEmpty
    )
  }

  @Test(
    "compares what is paid up front with as many periods, exactly",
    arguments: [
      (OfferDuration.threeMonths, "29.96", SubscriptionPeriod.oneMonth, "9.99", false),
      (.threeMonths, "29.97", .oneMonth, "9.99", true),
      // One and a half periods of two months.
      (.threeMonths, "14.99", .twoMonths, "10", false),
      (.threeMonths, "15.00", .twoMonths, "10", true),
      // A month of a year is compared with the whole year.
      (.oneMonth, "59.98", .oneYear, "59.99", false), (.oneMonth, "59.99", .oneYear, "59.99", true),
      // A month has at most 31 days.
      (.oneMonth, "4.42", .oneWeek, "1", false), (.oneMonth, "4.43", .oneWeek, "1", true),
    ] as [(OfferDuration, String, SubscriptionPeriod, String, Bool)]
  )
  func upFront(
    duration: OfferDuration,
    price: String,
    period: SubscriptionPeriod,
    regular: String,
    isFound: Bool
  ) throws {
    let found = try findings(.payUpFront, duration, at: price, in: period, regular: regular)
    #expect(found.isEmpty != isFound, "\(found)")
  }

  @Test("compares nothing that is free, is no number, or has a plan with prices of its own")
  func nothing() throws {
    let month = OfferDuration.oneMonth
    #expect(try findings(.freeTrial, month, at: "99", in: .oneMonth, regular: "9.99") == [])
    #expect(try findings(.payUpFront, month, at: "much", in: .oneMonth, regular: "9.99") == [])
    #expect(try findings(.payUpFront, month, at: "99", in: .oneMonth, regular: "little") == [])
    #expect(try findings(.payUpFront, month, at: "99", in: .oneMonth, regular: "0") == [])
    #expect(
      try findings(
        .payUpFront,
        .oneMonth,
        at: String(repeating: "9", count: 40),
        in: .oneMonth,
        regular: "9"
      ) == []
    )
    #expect(
      try findings(.payUpFront, month, at: "99", in: .oneYear, regular: "9", plan: "MONTHLY") == []
    )
  }

  @Test("finds offers of the monthly plan where it is not sold")
  func plans() throws {
    func findings(_ period: SubscriptionPeriod?, _ territories: String...) throws -> [String] {
      var catalog = catalog(offer("a", plan: "MONTHLY", territories: territories))
      catalog.subscriptionGroups[0].subscriptions[0].subscriptionPeriod = period
      return try WinBackTests.findings(catalog, only: [.planNotSold])
    }
    #expect(try findings(.oneYear, "DEU") == [])
    #expect(try findings(nil) == [])
    #expect(
      try findings(.oneYear, "DEU", "USA", "SGP") == [
        "plan-not-sold expected a country or region in which the plan MONTHLY is sold, found 'USA'",
        "plan-not-sold expected a country or region in which the plan MONTHLY is sold, found 'SGP'",
      ]
    )
    #expect(
      try findings(.oneMonth, "DEU") == [
        "plan-not-sold expected no offer of the plan MONTHLY, by which a subscription of ONE_YEAR is paid, "
          + "found one of ONE_MONTH"
      ]
    )
  }
}
