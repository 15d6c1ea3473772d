import Testing
import WinBack
import WinBackFormats
import WinBackTesting

@Suite("The offers that a customer may have")
struct EligibleOffersTests {
  private let engine: EligibilityEngine

  init() throws {
    engine = try EligibilityEngine(
      catalog: Catalog(json: ScenarioFiles.catalog.utf8),
      rules: .appStore()
    )
  }

  private let alice = CustomerStory("alice", storefront: Storefront("USA")) {
    subscribe(to: "basic", on: "2024-01-01", months: 3)
    cancel()
  }

  @Test("are compared with a list, in its order")
  func comparison() throws {
    #expect(try engine.eligible(alice, asOf: "2024-06-01") == ["loyal", "free_month"])
    #expect(try engine.eligible(alice, asOf: "2024-06-01") != ["free_month", "loyal"])
    #expect(try engine.eligible(alice, asOf: "2024-04-15") == [])
    #expect(try engine.eligible(alice, asOf: "2024-06-01").ids == ["loyal", "free_month"])
  }

  @Test("explain themselves where a comparison fails")
  func description() throws {
    #expect(
      try engine.eligible(alice, asOf: "2024-05-15").description == """
        ["loyal"]
          as of 2024-05-15T00:00:00.000Z:
            loyal is eligible; available: live since 2023-01-01T00:00:00Z; paid-duration: \
        paid 3 months, 1 needed; time-since-last-subscribed: lapsed since 2024-04-01T00:00:00Z, \
        1 to 12 months needed
            free_month is not eligible; time-since-last-subscribed: lapsed since \
        2024-04-01T00:00:00Z, 2 months needed: from 2024-06-01T00:00:00Z
        """
    )
    let expected: EligibleOffers = ["a", "b"]
    #expect(expected.description == "[\"a\", \"b\"]")
  }

  @Test("come from any history, too")
  func histories() throws {
    let history = try alice.history(for: engine)
    #expect(try engine.eligible(history, asOf: "2024-06-01") == ["loyal", "free_month"])
  }

  @Test("a date that is none is an error, not a crash")
  func dates() {
    let error = #expect(throws: StoryDateError.self) {
      try engine.eligible(alice, asOf: "2024-06-31")
    }
    #expect(
      error?.description
        == "expected a date such as 2025-01-15, found '2024-06-31': "
        + "2024-06-31 does not exist: June 2024 has 30 days"
    )
  }

  @Test("a story in braces is the story of its events")
  func builder() {
    let isLoyal = true
    let built = CustomerStory {
      subscribe(to: "basic", on: "2024-01-01", periods: 2, freeTrial: .oneWeek)
      if isLoyal { renew(2) } else { cancel() }
      if !isLoyal { cancel() }
      for product in ["premium", "basic"] { crossgrade(to: product, months: 1) }
      crossgrade(to: "premium", periods: 1)
      upgrade(to: "basic", on: "2024-07-20", months: 1)
      upgrade(to: "premium", on: "2024-07-25", periods: 1)
      grace(days: 6)
      renew(on: "2024-08-26")
      billingRetry()
      cancel(on: "2024-09-26")
      refund(on: "2024-09-27", prorated: true)
      redeem("free_month", on: "2024-12-01", periods: 1)
      familyShare(of: "basic", on: "2024-12-01", months: 2)
    }
    #expect(
      built.events == [
        .subscribe(to: "basic", on: "2024-01-01", stays: .periods(2), freeTrial: .oneWeek),
        .renew(2, on: nil),
        .crossgrade(to: "premium", stays: .months(1)),
        .crossgrade(to: "basic", stays: .months(1)),
        .crossgrade(to: "premium", stays: .periods(1)),
        .upgrade(to: "basic", on: "2024-07-20", stays: .months(1)),
        .upgrade(to: "premium", on: "2024-07-25", stays: .periods(1)),
        .grace(days: 6),
        .renew(1, on: "2024-08-26"),
        .billingRetry,
        .cancel(on: "2024-09-26"),
        .refund(on: "2024-09-27", isProrated: true),
        .redeem(offer: "free_month", on: "2024-12-01", periods: 1),
        .familyShare(of: "basic", on: "2024-12-01", stays: .months(2)),
      ]
    )
  }
}
