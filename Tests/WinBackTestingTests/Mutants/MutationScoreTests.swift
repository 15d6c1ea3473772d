import TestSupport
import Testing
import WinBackTesting

@Suite("The mutation score")
struct MutationScoreTests {
  private static let story = """
    "history": [ { "subscribe": "basic", "on": "2024-01-01", "months": 3 }, { "cancel": true } ]
    """

  private func score(_ scenarios: String, catalog: String? = nil) throws -> SuiteScore {
    var files = ScenarioFiles()
    if let catalog { files.files["catalog.json"] = catalog }
    let suite = try files.suite(of: scenarios)
    #expect(suite.scenarios.allSatisfy { $0.run().passed })
    return SuiteScore(mutantsOf: suite.scenarios, suite.engine)
  }

  @Test("of nothing is nothing, and every change that changes an answer survives")
  func nothing() throws {
    let score = try score("")
    #expect(score.met == 0)
    #expect(score.percentage == 0)
    #expect(
      score.missing.filter { $0.offer == "free_month" }.map(\.sentence) == [
        "customerEligibilityPaidSubscriptionDurationInMonths 3 → 2",
        "customerEligibilityPaidSubscriptionDurationInMonths 3 → 4",
        "customerEligibilityPaidSubscriptionDurationInMonths 3 dropped",
        "customerEligibilityTimeSinceLastSubscribedInMonths.minimum 2 → 1",
        "customerEligibilityTimeSinceLastSubscribedInMonths.minimum 2 → 3",
        "customerEligibilityTimeSinceLastSubscribedInMonths.minimum 2 dropped",
        "customerEligibilityTimeSinceLastSubscribedInMonths.maximum 24 → 23",
        "customerEligibilityTimeSinceLastSubscribedInMonths.maximum 24 → 25",
        "customerEligibilityTimeSinceLastSubscribedInMonths.maximum 24 dropped",
        "customerEligibilityWaitBetweenOffersInMonths 6 → 5",
        "customerEligibilityWaitBetweenOffersInMonths 6 → 7",
        "customerEligibilityWaitBetweenOffersInMonths 6 dropped",
        "startDate 2023-01-01 → 2022-12-31", "startDate 2023-01-01 → 2023-01-02",
        "endDate set to 2024-01-01", "endDate set to 2032-12-31", "territories set to USA",
        "territories set to all but one: ABW, AFG, AGO and 247 more",
        "priority NORMAL → HIGH",
        "another offer added with the criteria of this one",
        "another offer added with the criteria of this one, for 60 paid months",
        "another offer added with the criteria of this one, for those 2 to 3 months away",
        "another offer added with the criteria of this one, for those 12 to 13 months away",
        "another offer added with the criteria of this one, for those 23 to 24 months away",
        "another offer added for premium with the criteria of this one",
      ]
    )
    #expect(
      score.missing.filter { $0.offer == "loyal" }.map(\.sentence).suffix(15) == [
        "startDate 2023-01-01 → 2023-01-02",
        "endDate 2026-12-31 → 2026-12-30", "endDate 2026-12-31 → 2027-01-01",
        "endDate 2026-12-31 → 2027-12-31", "endDate 2026-12-31 dropped",
        "a territory removed: NOR, USA", "a territory added: ABW, AFG, AGO and 245 more",
        "territories dropped", "priority HIGH → NORMAL",
        "another offer added with the criteria of this one",
        "another offer added with the criteria of this one, for 60 paid months",
        "another offer added with the criteria of this one, for those 1 to 2 months away",
        "another offer added with the criteria of this one, for those 6 to 7 months away",
        "another offer added with the criteria of this one, for those 11 to 12 months away",
        "another offer added for premium with the criteria of this one",
      ]
    )
    #expect(
      score.missing.filter { $0.offer == nil }.map(\.sentence) == [
        "rule no-access removed", "rule churned removed", "rule product removed",
        "rule available removed", "rule territory removed", "rule paid-duration removed",
        "rule time-since-last-subscribed removed", "rule wait-between-offers removed",
      ]
    )
  }

  @Test("each survivor comes with a scenario that notices it")
  func proposals() throws {
    let survivors = try score("").missing
    // Each takes the measure of all changes: one in four in a build that is not optimized.
    for (index, survivor) in survivors.enumerated()
    where TestBuild.isOptimized || index % 4 == 0 {
      let line = try #require(survivor.scenario.map(ScenarioWriter.line), "\(survivor.sentence)")
      let rest = try score(line).missing
      #expect(
        !rest.contains { $0.offer == survivor.offer && $0.sentence == survivor.sentence },
        "\(survivor.offer ?? ""): \(survivor.sentence)"
      )
    }
  }

  @Test("counts what the expectation looks at: the offers, their order, reasons or windows")
  func expectations() throws {
    func survives(_ expect: String, _ sentence: String) throws -> Bool {
      try score("{ \"name\": \"a\", \(Self.story), \"expect\": [ { \"asOf\": \(expect) } ] }")
        .missing.contains { $0.offer == "free_month" && $0.sentence == sentence }
    }
    let minimum = "customerEligibilityTimeSinceLastSubscribedInMonths.minimum 2 → 3"
    #expect(try !survives(#""2024-06-01", "eligible": ["free_month", "loyal"]"#, minimum))
    #expect(try survives(#""2024-07-01", "eligible": ["free_month", "loyal"]"#, minimum))
    #expect(try survives(#""2024-06-01", "facts": { "paidMonths": 3 }"#, minimum))
    #expect(try survives(#""2024-06-01", "because": { "loyal": [] }"#, minimum))
    #expect(try !survives(#""2024-06-01", "because": { "free_month": [] }"#, minimum))
    let windows =
      #""windows": { "free_month": [{ "from": "2024-06-01", "through": "2026-04-01" }] }"#
    #expect(try !survives(#""2030-06-01", \#(windows)"#, minimum))
    let priority = "priority NORMAL → HIGH"
    #expect(try survives(#""2024-06-01", "eligible": ["free_month", "loyal"]"#, priority))
    #expect(try !survives(#""2024-06-01", "order": ["loyal", "free_month"]"#, priority))
  }

  @Test("counts a change of any territory where each storefront that it concerns is asked about")
  func territories() throws {
    func survivors(_ expectations: String) throws -> [String] {
      try score("{ \"name\": \"a\", \(Self.story), \"expect\": [ \(expectations) ] }")
        .missing.map(\.line).filter { $0.contains("territor") && !$0.contains("rule") }
    }
    let inUSA = #"{ "asOf": "2024-06-01", "eligible": ["free_month", "loyal"] }"#
    #expect(
      try survivors(inUSA) == [
        "loyal: a territory removed: NOR", "loyal: a territory added: ABW, AFG, AGO and 245 more",
        "loyal: territories dropped", "free_month: territories set to USA",
        "free_month: territories set to all but one: ABW, AFG, AGO and 246 more",
      ]
    )
    let inMost = """
      { "asOf": "2024-06-01", "exceptStorefronts": ["USA", "NOR", "JPN", "XKS"],
        "eligible": ["free_month"] }
      """
    #expect(
      try survivors("\(inUSA), \(inMost)") == [
        "loyal: a territory removed: NOR", "loyal: a territory added: JPN, XKS",
        "free_month: territories set to all but one: JPN, NOR, XKS",
      ]
    )
    let inOthers = """
      { "asOf": "2024-06-01", "storefronts": ["JPN", "XKS"], "order": ["free_month"] },
      { "asOf": "2024-06-01", "storefronts": ["NOR", "USA"], "order": ["loyal", "free_month"] }
      """
    #expect(try survivors("\(inMost), \(inOthers)") == [])
  }

  @Test("does not count a change that can change no answer")
  func equivalence() throws {
    // Whoever is out of service for two months has not redeemed anything for one.
    let brief = ScenarioFiles.catalog.replacing("OffersInMonths\": 6", with: "OffersInMonths\": 1")
    let score = try score("", catalog: brief)
    // A wait of two months can be longer than two months of lapse by some hours, where months end.
    let waits = score.missing.map(\.sentence).filter { $0.contains("WaitBetweenOffers") }
      .filter { !$0.contains(" set to ") }
    #expect(waits == ["customerEligibilityWaitBetweenOffersInMonths 1 → 2"])
    let few = ScenarioFiles.catalog.replacing("OffersInMonths\": 6", with: "OffersInMonths\": 3")
    let more = try self.score("", catalog: few)
    #expect(
      more.missing.map(\.sentence).filter { $0.contains("WaitBetweenOffers") } == [
        "customerEligibilityWaitBetweenOffersInMonths set to 2",
        "customerEligibilityWaitBetweenOffersInMonths 3 → 2",
        "customerEligibilityWaitBetweenOffersInMonths 3 → 4",
        "customerEligibilityWaitBetweenOffersInMonths 3 dropped",
      ]
    )
    #expect(score.equivalent.count == more.equivalent.count + 3)
  }
}
