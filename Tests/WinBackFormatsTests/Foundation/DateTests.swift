import Foundation
import Testing
import WinBackFoundation

@Suite("A date of Foundation")
struct DateTests {
  @Test(
    "becomes an instant in milliseconds, which are floored (T1), in the years 1 to 9999 (T5)",
    arguments: [
      (0, "1970-01-01T00:00:00.000Z"),
      (1_736_899_200.0019, "2025-01-15T00:00:00.001Z"),
      (-0.0001, "1969-12-31T23:59:59.999Z"),
      (.infinity, "9999-12-31T23:59:59.999Z"),
      (-1e30, "0001-01-01T00:00:00.000Z"),
    ] as [(Double, String)]
  )
  func instant(seconds: Double, text: String) {
    let date = Date(timeIntervalSince1970: seconds)
    #expect(Instant(date).iso8601 == text)
    #expect(TimelineDate(date) == TimelineDate(Instant(date)))
    #expect(Instant(Date(Instant(date))) == Instant(date))
  }

  @Test("asks an engine which offers a customer is eligible for")
  func offers() throws {
    let catalog = """
      { "subscriptionGroups": [ { "id": "g", "subscriptions": [ { "productId": "p", "winBackOffers": [
        { "offerId": "o", "offerMode": "FREE_TRIAL", "duration": "ONE_MONTH", "startDate": "2024-01-01",
          "customerEligibilityPaidSubscriptionDurationInMonths": 1,
          "customerEligibilityTimeSinceLastSubscribedInMonths": { "minimum": 2, "maximum": 24 } } ] } ] } ] }
      """
    let engine = try EligibilityEngine(catalog: Catalog(json: catalog.utf8), rules: .appStore())
    let history = CustomerHistory(
      customerId: "ada",
      storefront: Storefront("USA"),
      transactions: [
        Transaction(
          productId: "p",
          purchaseDate: try TimelineDate(iso8601: "2024-01-01"),
          expiresDate: try TimelineDate(iso8601: "2024-03-01"),
          price: 4990
        )
      ],
      renewalInfo: [RenewalInfo(autoRenewStatus: 0, expirationIntent: 1)]
    )
    let start = Date(try Instant(iso8601: "2024-05-01"))
    #expect(try engine.eligibleOffers(for: history, asOf: start).map(\.offerId) == ["o"])
    #expect(try engine.eligibleOffers(for: history, asOf: start - 0.001).isEmpty)
    let decisions = try engine.decisions(for: history, asOf: start)
    #expect(decisions.map(\.eligibleWinBackOfferIDs) == [["o"]])
    let sentences =
      "can redeem o until 28 February 2026. The subscription to p ended on 1 March 2024."
    #expect(decisions[0].answer.hasPrefix("On 1 May 2024, ada \(sentences) If Apple's days"))
    let window = try #require(decisions[0].offers[0].windows.first)
    #expect(Date(window.from) == start && window.contains(start) && !window.contains(start - 1))
    #expect(Date(window.through) != nil && Date(Instant?.none) == nil)
  }
}
