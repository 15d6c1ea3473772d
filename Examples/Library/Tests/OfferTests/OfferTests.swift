import Foundation
import Testing
import WinBackTesting

/// The promises that the offers of Destination Video keep, whatever else changes.
@Suite("Destination Video's offers")
struct OfferTests {
  private let engine: EligibilityEngine

  init() throws {
    let catalog = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../DestinationVideo/catalog.json")
    engine = try EligibilityEngine(
      catalog: Catalog(json: Data(contentsOf: catalog)),
      rules: .appStore()
    )
  }

  @Test("The wait runs from the end of the free month")
  func waitBetweenOffers() {
    let alice = CustomerStory(
      "alice",
      storefront: "USA",
      events: [
        .subscribe(to: "premium.monthly", on: "2024-01-01"),
        .crossgrade(to: "basic.monthly", months: 2),
        .cancel(),
        .redeem(offer: "basic_1m_free", on: "2024-06-15"),
        .renew(3),
        .cancel(),
      ]
    )
    #expect(engine.eligible(alice, asOf: "2024-12-20") == [])
    #expect(engine.eligible(alice, asOf: "2025-01-15") == ["basic_1m_free"])
  }

  @Test("A loyal year is twelve months", arguments: [(11, false), (12, true), (24, true)])
  func loyalYear(months: Int, isLoyal: Bool) {
    let customer = CustomerStory(
      "customer",
      storefront: "NOR",
      events: [.subscribe(to: "basic.monthly", on: "2022-06-01", months: months), .cancel()]
    )
    let offers = engine.eligible(customer, asOf: "2024-08-01")
    #expect(offers == (isLoyal ? ["basic_3m_loyal", "basic_1m_free"] : ["basic_1m_free"]))
  }
}
