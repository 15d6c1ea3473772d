import Testing
import WinBackTesting

@Suite("Coverage")
struct CoverageTests {
  private static let lapsed = """
    "history": [ { "subscribe": "basic", "on": "2024-01-01", "months": 3 }, { "cancel": true } ]
    """

  private func coverage(_ scenarios: String) throws -> SuiteScore {
    let suite = try ScenarioFiles().suite(of: scenarios)
    return SuiteScore(coverageOf: suite.scenarios, suite.engine)
  }

  private func missing(_ scenarios: String, _ offer: String, _ rule: String) throws -> [String] {
    try coverage(scenarios).missing.filter { $0.offer == offer && $0.rule == rule }.map(\.sentence)
  }

  @Test("of nothing misses every condition of every offer at every edge")
  func nothing() throws {
    let coverage = try coverage("")
    #expect(coverage.met == 0)
    #expect(coverage.percentage == 0)
    let months = coverage.missing.filter { $0.offer == "free_month" && $0.rule == "paid-duration" }
    #expect(
      months.map(\.sentence) == [
        "subscription.paidMonths >= 3 never holds", "subscription.paidMonths >= 3 never fails",
        "subscription.paidMonths >= 3 never fails at the boundary",
        "subscription.paidMonths >= 3 never holds at the boundary",
      ]
    )
    // No wait is set for this one, so that there is nothing to show.
    #expect(!coverage.missing.contains { $0.offer == "loyal" && $0.rule == "wait-between-offers" })
  }

  @Test("counts the last instant before an edge and the first after, and no others")
  func edges() throws {
    let rule = "time-since-last-subscribed"
    let edge = "now >= addMonths(subscription.lapsedAt, 2)"
    func scenario(_ instants: [String]) -> String {
      let expectations = instants.map { "{ \"asOf\": \"\($0)\", \"order\": [] }" }
      return
        "{ \"name\": \"a\", \(Self.lapsed), \"expect\": [\(expectations.joined(separator: ","))] }"
    }
    let near = try missing(scenario(["2024-05-31", "2024-06-02"]), "free_month", rule)
    #expect(near.contains("\(edge) never fails at the boundary"))
    #expect(near.contains("\(edge) never holds at the boundary"))
    #expect(!near.contains("\(edge) never fails"))
    #expect(!near.contains("\(edge) never holds"))
    let exact = try missing(
      scenario(["2024-05-31T23:59:59.999Z", "2024-06-01"]),
      "free_month",
      rule
    )
    #expect(!exact.contains { $0.hasPrefix(edge) })
  }

  @Test("counts a condition that fails only where all others hold, so that it decides")
  func masking() throws {
    let masked = """
      { "name": "a", "history": [ { "subscribe": "basic", "on": "2024-01-01" }, { "cancel": true } ],
        "expect": [ { "asOf": "2024-02-15", "eligible": [] } ] }
      """
    #expect(
      try missing(masked, "free_month", "paid-duration")
        .contains("subscription.paidMonths >= 3 never fails")
    )
    #expect(
      try !missing(
        masked.replacing("2024-02-15", with: "2024-06-01"),
        "free_month",
        "paid-duration"
      )
      .contains("subscription.paidMonths >= 3 never fails")
    )
  }

  @Test("counts what is expected of an offer, and facts alone are nothing of an offer")
  func untested() throws {
    let facts = """
      { "name": "a", \(Self.lapsed),
        "expect": [ { "asOf": "2024-06-01", "facts": { "paidMonths": 3 } } ] }
      """
    #expect(try coverage(facts).met == 0)
    let because = """
      { "name": "a", \(Self.lapsed),
        "expect": [ { "asOf": "2024-06-01", "because": { "loyal": [] } } ] }
      """
    let coverage = try coverage(because)
    #expect(coverage.met > 0)
    #expect(coverage.missing.contains { $0.offer == "free_month" && $0.rule == "product" })
  }

  @Test("proposes scenarios that show what is missing")
  func proposals() throws {
    let lines = try coverage("").missing.compactMap { $0.scenario.map(ScenarioWriter.line) }
    #expect(!lines.isEmpty)
    let distinct = Array(Set(lines)).enumerated().map { index, line in
      // Proposals are made one by one, and several may have one name.
      line.replacing("{\"name\":\"", with: "{\"name\":\"\(index) ", maxReplacements: 1)
    }
    let coverage = try coverage(distinct.joined(separator: ","))
    #expect(coverage.missing.map(\.sentence) == [])
  }
}
