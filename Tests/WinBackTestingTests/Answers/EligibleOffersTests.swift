import Testing
import WinBackTesting

@Suite("The offers that a customer may have")
struct EligibleOffersTests {
  private let engine: EligibilityEngine

  init() throws { engine = try ScenarioFiles.engine() }

  private let alice = CustomerStory(
    "alice",
    storefront: "USA",
    events: [.subscribe(to: "basic", on: "2024-01-01", months: 3), .cancel()]
  )

  @Test("are compared with a list, in its order")
  func comparison() {
    #expect(engine.eligible(alice, asOf: "2024-06-01") == ["loyal", "free_month"])
    #expect(engine.eligible(alice, asOf: "2024-06-01") != ["free_month", "loyal"])
    #expect(engine.eligible(alice, asOf: "2024-04-15") == [])
    #expect(engine.eligible(alice, asOf: "2024-06-01").ids == ["loyal", "free_month"])
  }

  @Test("are not an empty list where an offer is undetermined")
  func undetermined() {
    var renewing = alice
    renewing.events.removeLast()
    let unknown = engine.eligible(renewing, asOf: "2024-06-01")
    #expect(unknown != [] && unknown.ids == [])
    #expect(unknown.undetermined == ["loyal", "free_month"])
    var nowhere = alice
    nowhere.storefront = nil
    #expect(engine.eligible(nowhere, asOf: "2024-05-15") != [])
    #expect(engine.eligible(nowhere, asOf: "2024-04-15") == [])
  }

  @Test("explain themselves where a comparison fails")
  func description() {
    #expect(
      engine.eligible(alice, asOf: "2024-05-15").description == """
        ["loyal"]
          as of 2024-05-15T00:00:00.000Z:
            loyal is eligible; available: the offer is live since 2023-01-01T00:00:00Z; paid-duration: \
        the customer has paid 3 months, and the offer asks for 1; time-since-last-subscribed: the \
        subscription ended on 2024-04-01T00:00:00Z, and the offer asks for 1 to 12 months since then
            free_month is not eligible; time-since-last-subscribed: the subscription ended on \
        2024-04-01T00:00:00Z, and the offer asks for at least 2 months since then (from \
        2024-06-01T00:00:00Z)
        """
    )
    let expected: EligibleOffers = ["a", "b"]
    #expect(expected.description == "[\"a\", \"b\"]")
  }

  @Test("come from any history, too")
  func histories() throws {
    let history = try alice.history(for: engine)
    #expect(engine.eligible(history, asOf: "2024-06-01") == ["loyal", "free_month"])
  }

  @Test("a story without an answer equals no list, and says why")
  func failures() {
    let answers = [
      engine.eligible(alice, asOf: "2024-06-31"),
      engine.eligible(CustomerStory(storefront: "USAA", events: []), asOf: "2024-06-30"),
      engine.eligible(CustomerStory(events: [.renew(1)]), asOf: "2024-06-30"),
    ]
    #expect(answers.allSatisfy { $0 != [] })
    #expect(
      answers.map(\.description) == [
        "no answer: expected a date such as 2025-01-15, found '2024-06-31': "
          + "2024-06-31 does not exist: June 2024 has 30 days",
        "no answer: expected a storefront such as 'USA', found 'USAA'; did you mean 'USA'?",
        "no answer: event 1, 'renew': expected a subscription, found none; a story starts with "
          + "'subscribe'",
      ]
    )
  }

  @Test("a number of months is a stay of so many months")
  func months() {
    #expect(
      [
        StoryEvent.subscribe(to: "a", on: "2024-01-01", months: 2, offer: .freeTrial(.oneWeek)),
        .crossgrade(to: "a", months: 2), .upgrade(to: "a", on: "2024-01-01", months: 2),
        .familyShare(of: "a", on: "2024-01-01", months: 2),
      ] == [
        .subscribe(to: "a", on: "2024-01-01", stays: .months(2), offer: .freeTrial(.oneWeek)),
        .crossgrade(to: "a", stays: .months(2)),
        .upgrade(to: "a", on: "2024-01-01", stays: .months(2)),
        .familyShare(of: "a", on: "2024-01-01", stays: .months(2)),
      ]
    )
  }
}
