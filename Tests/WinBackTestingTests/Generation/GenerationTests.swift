import TestSupport
import Testing
import WinBackTesting

@Suite("A generated suite")
struct GenerationTests {
  /// The suite of the sample catalog, which is made once.
  private static let suite = Result { GeneratedSuite(try ScenarioFiles.engine()) }

  @Test("passes, covers everything and notices every change that changes an answer")
  func completeness() throws {
    let suite = try Self.suite.get()
    #expect(suite.untold == 0)
    let scenarios = try suite.scenarios(catalog: ScenarioFiles.catalog)
    let (coverage, score) = expectComplete(scenarios, suite.engine)
    #expect(coverage.percentage == 100)
    #expect(score.met > 30)
  }

  @Test("is the same each time, and no name occurs twice")
  func determinism() throws {
    let first = try Self.suite.get().drafts
    let second = GeneratedSuite(try ScenarioFiles.engine()).drafts
    #expect(first.map(\.name) == second.map(\.name))
    #expect(first.map(\.story) == second.map(\.story))
    #expect(Set(first.map(\.name)).count == first.count)
  }

  @Test("has no scenario that can be left out")
  func minimality() throws {
    let suite = try Self.suite.get()
    let scenarios = try suite.scenarios(catalog: ScenarioFiles.catalog)
    // One in six in a build that is not optimized, for each takes the measure of all others.
    for left in scenarios.indices where TestBuild.isOptimized || left % 6 == 0 {
      var others = scenarios
      others.remove(at: left)
      let isComplete =
        SuiteScore(coverageOf: others, suite.engine).missing.isEmpty
        && SuiteScore(mutantsOf: others, suite.engine).missing.isEmpty
      #expect(!isComplete, "\(scenarios[left].name) is superfluous")
    }
  }

  /// Each criterion of the sample catalog off by one, and the rule that must be named.
  static let changes: [(right: String, wrong: String, rule: String)] = [
    ("DurationInMonths\": 3", "DurationInMonths\": 2", "paid-duration"),
    ("DurationInMonths\": 3", "DurationInMonths\": 4", "paid-duration"),
    ("DurationInMonths\": 1", "DurationInMonths\": 0", "paid-duration"),
    ("DurationInMonths\": 1", "DurationInMonths\": 2", "paid-duration"),
    ("\"minimum\": 2,", "\"minimum\": 1,", "time-since-last-subscribed"),
    ("\"minimum\": 2,", "\"minimum\": 3,", "time-since-last-subscribed"),
    ("\"minimum\": 1,", "\"minimum\": 0,", "time-since-last-subscribed"),
    ("\"minimum\": 1,", "\"minimum\": 2,", "time-since-last-subscribed"),
    ("\"maximum\": 24", "\"maximum\": 23", "time-since-last-subscribed"),
    ("\"maximum\": 24", "\"maximum\": 25", "time-since-last-subscribed"),
    ("\"maximum\": 12", "\"maximum\": 11", "time-since-last-subscribed"),
    ("\"maximum\": 12", "\"maximum\": 13", "time-since-last-subscribed"),
    ("OffersInMonths\": 6", "OffersInMonths\": 5", "wait-between-offers"),
    ("OffersInMonths\": 6", "OffersInMonths\": 7", "wait-between-offers"),
    ("2023-01-01\" },", "2023-01-02\" },", "available"),
    ("2023-01-01\" },", "2022-12-31\" },", "available"),
    ("\"2026-12-31\"", "\"2026-12-30\"", "available"),
    ("\"2026-12-31\"", "\"2027-01-01\"", "available"),
    ("[\"USA\", \"NOR\"]", "[\"USA\"]", "territory"),
    ("[\"USA\", \"NOR\"]", "[\"NOR\"]", "territory"),
  ]

  @Test(
    "of the right catalog fails on one that is off by one, and names the criterion",
    arguments: changes
  )
  func offByOne(right: String, wrong: String, rule: String) throws {
    let catalog = ScenarioFiles.catalog.replacing(right, with: wrong, maxReplacements: 1)
    #expect(catalog != ScenarioFiles.catalog)
    let scenarios = try Self.suite.get().scenarios(catalog: catalog)
    let failures = scenarios.flatMap { $0.run().failures }
    #expect(!failures.isEmpty)
    let explanations = failures.flatMap(\.explanations).map(\.explanation)
    #expect(explanations.contains { $0.contains("\(rule): ") }, "\(explanations)")
  }

  @Test("is complete for a rule set of one's own, over one's own attributes")
  func ownRules() throws {
    let rules = """
      { "name": "own", "attributes": { "age": "int", "optIn": "bool" },
        "rules": [
        { "id": "adult", "title": "", "because": "",
          "require": "customer.attributes.age >= 18 && customer.attributes.age < 100" },
        { "id": "consent", "title": "", "because": "", "require": "customer.attributes.optIn" },
        { "id": "lapsed", "title": "", "because": "",
          "require": "now >= addMonths(subscription.lapsedAt, offer.customerEligibilityTimeSinceLastSubscribedInMonths.minimum)"
        } ] }
      """
    let engine = try EligibilityEngine(
      catalog: Catalog(json: ScenarioFiles.catalog.utf8),
      rules: CheckedRuleSet(json: rules.utf8)
    )
    let suite = GeneratedSuite(engine)
    #expect(suite.untold == 0)
    let scenarios = try suite.scenarios(catalog: ScenarioFiles.catalog, rules: rules)
    expectComplete(scenarios, engine)
  }

  @Test(
    "is complete under the policies that read histories otherwise",
    arguments: [
      ["timeZone": "-08:00"], ["maximumBound": "wholeMonths"], ["waitStart": "redemption"],
      ["waitStart": "subscriptionEnd"], ["lapseStart": "expiration"],
      ["involuntaryChurn": "excluded"], ["candidateOffers": "anyProductInGroup"],
      ["paidStreak": "accumulated"], ["gapTolerance": "none"],
    ]
  )
  func policies(policies: [String: String]) throws {
    let engine = try EligibilityEngine(
      catalog: Catalog(json: ScenarioFiles.catalog.utf8),
      rules: .appStore(),
      policies: policies
    )
    let suite = GeneratedSuite(engine)
    let scenarios = try suite.scenarios(catalog: ScenarioFiles.catalog, policies: policies)
    expectComplete(scenarios, engine)
  }

  @Test("is complete for catalogs of all kinds")
  func randomCatalogs() throws {
    for seed in TestBuild.isOptimized ? 1...40 : 9...9 as ClosedRange<UInt64> {
      let catalog = RandomCatalog.json(seed: seed)
      let suite = GeneratedSuite(try ScenarioFiles.engine(catalog))
      let scenarios = try suite.scenarios(catalog: catalog)
      expectComplete(scenarios, suite.engine, "seed \(seed)")
      #expect(suite.untold == 0, "seed \(seed)")
    }
  }

  /// Expects that scenarios pass, cover everything and notice every change.
  @discardableResult
  private func expectComplete(
    _ scenarios: [Scenario],
    _ engine: EligibilityEngine,
    _ comment: Comment? = nil
  ) -> (coverage: SuiteScore, score: SuiteScore) {
    #expect(scenarios.filter { !$0.run().passed }.map(\.name) == [], comment)
    let coverage = SuiteScore(coverageOf: scenarios, engine)
    #expect(coverage.missing.map(\.sentence) == [], comment)
    let score = SuiteScore(mutantsOf: scenarios, engine)
    #expect(score.missing.map(\.sentence) == [], comment)
    return (coverage, score)
  }
}
