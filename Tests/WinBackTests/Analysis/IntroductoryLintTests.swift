import Testing
import WinBackAnalysis

@Suite("A linter, of introductory offers")
struct IntroductoryLintTests {
  private func findings(_ offers: SubscriptionOffer...) throws -> [String] {
    var catalog = catalog(offer())
    catalog.subscriptionGroups[0].subscriptions[0].subscriptionPeriod = .oneMonth
    catalog.subscriptionGroups[0].subscriptions[0].otherOffers = offers
    return try lint(catalog).filter { !$0.place.steps.isEmpty && $0.offerId == nil }
      .map { "\($0.code.rawValue) \($0.message)" }
  }

  private func trial(
    from start: String? = nil,
    through end: String? = nil,
    _ territories: String...,
    plan: String? = nil
  ) -> SubscriptionOffer {
    SubscriptionOffer(
      .introductory,
      offerMode: .freeTrial,
      duration: .oneWeek,
      startDate: start.map { day($0) },
      endDate: end.map { day($0) },
      targetSubscriptionPlanType: plan,
      territories: territories.compactMap { Storefront($0) }
    )
  }

  @Test("finds ends before starts, and durations that do not go with the mode")
  func terms() throws {
    #expect(try findings(trial(from: "2025-03-01", through: "2025-03-01")) == [])
    #expect(
      try findings(trial(from: "2025-03-01", through: "2025-02-28")) == [
        "date-order expected an end on or after the start on 2025-03-01, found 2025-02-28"
      ]
    )
    var paid = trial()
    paid.offerMode = .payAsYouGo
    #expect(
      try findings(paid) == [
        "duration-and-mode expected ONE_MONTH as the subscription has it, for a pay-as-you-go "
          + "offer, found ONE_WEEK"
      ]
    )
    paid.duration = .oneMonth
    paid.numberOfPeriods = 13
    #expect(
      try findings(paid) == [
        "duration-and-mode expected at most 12 periods of ONE_MONTH, found 13"
      ]
    )
  }

  @Test("finds prices and territories that are wrong for offers of every kind")
  func places() throws {
    var (paid, code) = (trial("USA", "USA"), trial("ZZZ"))
    paid.prices = ["0.99", "x"].map {
      OfferPrice(territory: Storefront(packed: 0), customerPrice: $0)
    }
    code.kind = .offerCode
    code.offerId = "code"
    code.customerEligibilities = [.new]
    var catalog = catalog(offer())
    catalog.subscriptionGroups[0].subscriptions[0].otherOffers = [paid, code]
    let findings = try lint(catalog).filter { !$0.place.steps.isEmpty }
      .map { "\($0.offerId ?? "") \($0.code.rawValue)" }
    #expect(
      findings == [
        " price-and-mode", " price-and-mode", "code unknown-territory", " territory-twice",
      ]
    )
  }

  @Test("finds two at once in a storefront, for one billing plan")
  func rivals() throws {
    #expect(
      try findings(trial("JPN", "USA"), trial("USA", "CAN")).map { $0.prefix(18) } == [
        "introductory-twice"
      ]
    )
    #expect(try findings(trial(), trial("USA")).count == 1)
    #expect(try findings(trial("USA"), trial("CAN")) == [])
    #expect(
      try findings(trial("USA", plan: "MONTHLY"), trial("USA", plan: "UPFRONT")) == [
        "plan-not-sold expected no offer of the plan MONTHLY, by which a subscription of ONE_YEAR is paid, "
          + "found one of ONE_MONTH"
      ]
    )
    #expect(
      try findings(trial(through: "2025-02-28", "USA"), trial(from: "2025-03-01", "USA")) == []
    )
    let found = try findings(trial(through: "2025-03-01", "USA"), trial(from: "2025-03-01", "USA"))
    #expect(found.count == 1)
    #expect(
      found.first?.hasSuffix(" at a time in USA, where the one at position 1 is, too") == true
    )
  }
}
