import TestSupport
import Testing
import WinBackAnalysis
import WinBackTesting

/// Customers who show a change or a finding, told as the stories of scenarios.
@Suite("A customer who shows something")
struct WitnessStoryTests {
  @Test("of a comparison can exist, and gains or loses what the comparison claims")
  func comparison() throws {
    for seed in Self.seeds {
      let from = try ScenarioFiles.engine(RandomCatalog.json(seed: seed))
      var generator = SplitMix64(seed: seed)
      let changes = CatalogChange.all(of: from.catalog).shuffled(using: &generator).prefix(8)
      for change in changes {
        let to = try EligibilityEngine(catalog: change.catalog, rules: .appStore())
        for offer in CatalogComparison(from: from, to: to).offers() {
          let comment = "seed \(seed), \(change.testDescription), \(offer.key.offerId)"
          if let gained = offer.gained {
            try expect(gained, isEligibleFor: offer.key, to, "\(comment) gained")
            #expect(!Self.isEligible(gained.history, gained.asOf, for: offer.key, from))
          }
          if let lost = offer.lost {
            try expect(lost, isEligibleFor: offer.key, from, "\(comment) lost")
            #expect(!Self.isEligible(lost.history, lost.asOf, for: offer.key, to))
          }
        }
      }
    }
  }

  @Test("of a finding of lint can exist, and is eligible for what the finding names")
  func lint() throws {
    for seed in Self.seeds {
      let engine = try ScenarioFiles.engine(RandomCatalog.json(seed: seed))
      try expectExamples(of: engine, "seed \(seed)")
      var generator = SplitMix64(seed: seed)
      for change in CatalogChange.all(of: engine.catalog).shuffled(using: &generator).prefix(2) {
        let changed = try EligibilityEngine(catalog: change.catalog, rules: .appStore())
        try expectExamples(of: changed, "seed \(seed), \(change.testDescription)")
      }
    }
  }

  private func expectExamples(of engine: EligibilityEngine, _ comment: String) throws {
    for finding in CatalogLinter(engine, asOf: Instant(milliseconds: 0)).findings() {
      guard let example = finding.example else { continue }
      let comment = "\(comment), \(finding.code), \(finding.message)"
      let story = try #require(CustomerStory.of(example.witness, for: engine), "\(comment)")
      let history = try story.history(for: engine)
      let group = example.witness.facts.group
      let snapshot = engine.snapshot(of: history, group: group, asOf: example.witness.asOf)
      let eligible = snapshot.map(engine.eligibleWinBackOfferIDs) ?? []
      #expect(eligible.starts(with: example.eligible.ids), "\(comment)")
      let offers = try scenario(of: story, asOf: example.witness.asOf, engine, comment)
      #expect(offers.starts(with: example.eligible.ids), "\(comment)")
    }
  }

  private static let seeds: [UInt64] = {
    let count = TestBuild.randomCases(4)
    return (0..<UInt64(count)).map { 9_000 + $0 }
  }()

  private func expect(
    _ witness: Witness,
    isEligibleFor offer: OfferKey,
    _ engine: EligibilityEngine,
    _ comment: String
  ) throws {
    #expect(Self.isEligible(witness.history, witness.asOf, for: offer, engine), "\(comment)")
    guard let story = CustomerStory.of(witness, for: engine) else {
      Issue.record("no story of \(witness.history) on \(witness.asOf), \(comment)")
      return
    }
    let history = try story.history(for: engine)
    #expect(Self.isEligible(history, witness.asOf, for: offer, engine), "\(comment)")
    let offers = try scenario(of: story, asOf: witness.asOf, engine, comment)
    #expect(offers.contains(offer.offerId), "\(comment)")
  }

  /// Writes a story as a scenario, expects that it is accepted and passes, and returns the eligible offers.
  private func scenario(
    of story: CustomerStory,
    asOf now: Instant,
    _ engine: EligibilityEngine,
    _ comment: String
  ) throws -> [String] {
    let draft = StorySearch(engine).draft(of: Proposal(story: story, asOf: now), about: nil)
    let setting = EngineSetting(catalog: "catalog.json", rules: nil, policies: [:])
    var overrides = ScenarioOverrides()
    overrides.catalog = ("catalog.json", engine.catalog)
    var library = ScenarioLibrary(with: overrides) { path throws(UnreadableFile) in
      throw UnreadableFile(reason: "cannot read '\(path)'")
    }
    let suite = try ScenarioSuite(
      json: ScenarioWriter.file([draft], setting),
      file: "a.scenarios.json",
      &library
    )
    #expect(suite.errors.isEmpty && suite.scenarios.count == 1, "\(comment)")
    for scenario in suite.scenarios {
      let result = scenario.run()
      #expect(result.passed, "\(comment): \(result.failures.map(\.sentence)) \(scenario.faults)")
    }
    return draft.answers.first?.eligible ?? []
  }

  private static func isEligible(
    _ history: CustomerHistory,
    _ now: Instant,
    for offer: OfferKey,
    _ engine: EligibilityEngine
  ) -> Bool {
    engine.canRedeem(offer.offerId, of: offer.group, history, at: now)
  }
}
