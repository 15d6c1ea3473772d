import Testing
import WinBackTesting

@Suite("A change of auto-renewal with a date")
struct RenewalChangeTests {
  private static let story = CustomerStory(
    storefront: "USA",
    events: [
      .subscribe(to: "monthly", on: "2024-01-01", months: 3),
      .cancel(on: "2024-03-10"), .resume(on: "2024-03-20"), .cancel(on: "2024-03-25"),
    ]
  )

  @Test(
    "is not known before its day, and holds from then on",
    arguments: [
      ("2024-03-09T23:59:59.999Z", true), ("2024-03-10", false),
      ("2024-03-19T23:59:59.999Z", false), ("2024-03-20", true),
      ("2024-03-24T23:59:59.999Z", true), ("2024-03-25", false),
      // An earlier instant is replayed without renewal information (F3).
      ("2024-02-15", true),
    ] as [(StoryDate, Bool)]
  )
  func days(date: StoryDate, renews: Bool) throws {
    let engine = try SampleCatalog.engine()
    let offers = engine.eligible(Self.story, asOf: date)
    #expect(offers.failure == nil)
    #expect(offers.decisions.map(\.facts.willAutoRenew) == [renews])
  }

  @Test(
    "is not undone before its day by a change without one, which follows it at once",
    arguments: [("2024-03-09", true), ("2024-03-15", false), ("2024-03-20", false)]
      as [(StoryDate, Bool)]
  )
  func withoutDay(date: StoryDate, renews: Bool) throws {
    var story = Self.story
    story.events[3] = .cancel(priceIncrease: true)
    let offers = try SampleCatalog.engine().eligible(story, asOf: date)
    #expect(offers.failure == nil)
    #expect(offers.decisions.map(\.facts.willAutoRenew) == [renews])
  }

  @Test("is what scenarios see, too")
  func scenario() throws {
    let catalog = """
      {"subscriptionGroups": [{"id": "g", "subscriptions": [
        {"productId": "p", "subscriptionPeriod": "ONE_MONTH"}]}]}
      """
    let scenarios = """
      {"catalog": "c.json", "scenarios": [{"name": "n", "storefront": "USA",
        "history": [{"subscribe": "p", "on": "2024-01-01", "months": 2}, {"cancel": true, "on": "2024-02-10"}],
        "expect": [
          {"asOf": "2024-02-09", "show": "hidden"},
          {"asOf": "2024-02-10", "show": "plain"}]}]}
      """
    let file = try ScenarioFile(scenarios.utf8, at: "s.json") { _ in Array(catalog.utf8) }
    #expect(file.faults == [])
    #expect(file.outcomes().flatMap(\.failures) == [])
  }

  @Test("does not keep a story that cannot have happened from being refused")
  func refusal() throws {
    let engine = try SampleCatalog.engine()
    let story = CustomerStory(events: [
      .subscribe(to: "monthly", on: "2024-01-01"), .cancel(on: "2024-06-10"),
    ])
    #expect(engine.eligible(story, asOf: "2024-01-15").failure != nil)
  }
}
