import Testing
import WinBackFormats

@Suite("A native catalog")
struct CatalogReaderTests {
  private static let day = CivilDate(uncheckedYear: 2024, month: 10, day: 1)
  private static let lastDay = CivilDate(uncheckedYear: 2026, month: 12, day: 31)

  /// The catalog of the samples, made in code.
  private static var everyKey: Catalog {
    Catalog(subscriptionGroups: [
      SubscriptionGroup(
        id: "21394321",
        referenceName: "Streaming Pass",
        subscriptions: [
          Subscription(
            productId: "basic.monthly",
            referenceName: "Basic",
            subscriptionPeriod: .oneMonth,
            groupLevel: 2,
            winBackOffers: [
              WinBackOffer(
                offerId: "basic_1m_free",
                referenceName: "Basic, one month free",
                offerMode: .freeTrial,
                duration: .oneMonth,
                periodCount: 1,
                customerEligibilityPaidSubscriptionDurationInMonths: 3,
                customerEligibilityTimeSinceLastSubscribedInMonths: MonthRange(
                  minimum: 2,
                  maximum: 24
                ),
                customerEligibilityWaitBetweenOffersInMonths: 6,
                startDate: .day(day),
                endDate: .day(lastDay),
                priority: .high,
                promotionIntent: "USE_AUTO_GENERATED_ASSETS",
                targetSubscriptionPlanType: "MONTHLY",
                territories: [Storefront("USA"), Storefront("JPN")].compactMap { $0 }
              )
            ]
          )
        ]
      )
    ])
  }

  @Test("is read with all its keys")
  func allKeys() throws {
    #expect(try Catalog(json: NativeSamples.catalog.utf8) == Self.everyKey)
  }

  /// Reads the one offer of a catalog that has what an offer must have and some more members.
  private func offer(_ members: String = "") throws -> WinBackOffer {
    let required = #"""
      "offerId": "o", "offerMode": "PAY_AS_YOU_GO", "duration": "ONE_WEEK",
      "customerEligibilityPaidSubscriptionDurationInMonths": 0,
      "customerEligibilityTimeSinceLastSubscribedInMonths": {"minimum": 24, "maximum": 2}
      """#
    let start = members.contains("startDate") ? "" : #", "startDate": "2024-10-01""#
    let more = members.isEmpty ? "" : ", \(members)"
    let json = """
      {"subscriptionGroups": [{"id": "g", "subscriptions": [{"productId": "p",
       "winBackOffers": [{\(required)\(start)\(more)}]}]}]}
      """
    return try Catalog(json: json.utf8).subscriptionGroups[0].subscriptions[0].winBackOffers[0]
  }

  @Test("may leave out what has a default, or is not known")
  func defaults() throws {
    let offer = try offer()
    #expect(
      offer
        == WinBackOffer(
          offerId: "o",
          offerMode: .payAsYouGo,
          duration: .oneWeek,
          customerEligibilityPaidSubscriptionDurationInMonths: 0,
          customerEligibilityTimeSinceLastSubscribedInMonths: MonthRange(minimum: 24, maximum: 2),
          startDate: .day(Self.day)
        )
    )
    #expect(offer.periodCount == 1)
    #expect(offer.priority == .normal)
    #expect(offer.customerEligibilityWaitBetweenOffersInMonths == nil)
    #expect(offer.territories.isEmpty)
  }

  @Test(
    "is no catalog without a subscription, whatever else it has",
    arguments: ["[]", #"[{"id":"g","subscriptions":[]}]"#]
  )
  func noSubscription(groups: String) {
    #expect(
      performing: { try Catalog(json: #"{"subscriptionGroups":\#(groups)}"#.utf8) },
      throws: { error in
        "\(error)" == "1:23: expected a catalog, found no subscription (at subscriptionGroups)"
      }
    )
  }

  @Test(
    "takes null for absent (T5)",
    arguments: [
      "referenceName", "periodCount", "customerEligibilityWaitBetweenOffersInMonths", "endDate",
      "priority", "promotionIntent", "targetSubscriptionPlanType", "territories", "prices",
    ]
  )
  func null(key: String) throws {
    #expect(try offer(#""\#(key)": null"#) == offer())
  }

  @Test("takes prices in place of territories, and a null of either")
  func prices() throws {
    let prices = #""prices": [{"territory": "USA", "customerPrice": "0.99"}, {"territory": "JP"}]"#
    let expected = [Storefront("USA"), Storefront("JPN")]
    #expect(try offer(prices).territories == expected)
    #expect(try offer(#"\#(prices), "territories": null"#).territories == expected)
    #expect(try offer(#""territories": ["US", "JPN"], "prices": null"#).territories == expected)
    #expect(try offer(#""territories": []"#).territories.isEmpty)
  }

  @Test("has dates with and without a time (T4)")
  func dates() throws {
    let dated = try offer(
      #""startDate": "2024-10-01T23:30:00-08:00", "endDate": "2026-12-31T08:00""#
    )
    #expect(dated.startDate == .instant(Instant(milliseconds: 1_727_854_200_000), day: Self.day))
    #expect(dated.endDate == .instant(Instant(milliseconds: 1_798_704_000_000), day: Self.lastDay))
  }

  @Test("has every value that Apple names", arguments: OfferDuration.allCases)
  func durations(duration: OfferDuration) throws {
    let json = NativeSamples.catalog.replacing(
      #""duration": "ONE_MONTH""#,
      with: #""duration": "\#(duration.rawValue)""#
    )
    let catalog = try Catalog(json: json.utf8)
    #expect(catalog.subscriptionGroups[0].subscriptions[0].winBackOffers[0].duration == duration)
  }
}
