import Testing
import WinBackAnalysis
import WinBackFormats

/// What a calibration finds in the answers of a store whose policies are known.
@Suite("Calibration")
struct CalibrationTests {
  @Test("goes through all combinations of the policies that rules or facts hang on")
  func space() throws {
    let space = try PlantedCohort(seed: 40, count: 0, .appStore()).space
    #expect(space.count == 82_944)
    #expect(space.dimensions.count == 13)
    #expect(space.values(of: 0)["waitStart"] == "offerPeriodEnd")
    for assignment in [0, 1, 77, 41_471] {
      #expect(space.assignment(of: space.values(of: assignment)) == assignment)
    }
  }

  @Test("leaves out what the user has fixed")
  func fixed() throws {
    let engine = try PlantedCohort(seed: 40, count: 0, .appStore()).space.engine
    let space = PolicySpace(engine, fixed: ["timeZone", "waitStart"])
    #expect(space.count == 82_944 / 4 / 3)
    #expect(space.assignment(of: ["waitStart": "redemption"]) == 0)
  }

  @Test("says of every combination what an engine says that is made for it")
  func agreement() throws {
    let rules = try CheckedRuleSet.appStore()
    for seed in RandomCase.seeds(4, for: 41) {
      var dice = Dice(seed: ~seed)
      let cohort = try PlantedCohort(seed: seed, count: 6, rules)
      let difference = try cohort.difference(&dice)
      #expect(difference == nil, "seed \(seed)")
    }
  }

  @Test("finds each single alternative that was planted")
  func alternatives() throws {
    var decided: Set<String> = []
    for seed in RandomCase.seeds(1, for: 42) {
      // Every other policy is taken as known, so that there are few combinations to go through.
      let policies = try CheckedRuleSet.appStore().ruleSet.policies.map(\.name).enumerated()
      let cohorts = try (0...1).map { half in
        let known = Set(policies.filter { $0.offset % 2 == half }.map(\.element))
        return (known, try PlantedCohort(seed: seed, count: 40, .appStore(), fixed: known))
      }
      for alternative in Alternative.listed {
        let cohort = try #require(cohorts.first { !$0.0.contains(alternative.policy) }).1
        let result = try expectFound([alternative.policy: alternative.value], seed, in: cohort)
        let finding = result.policies.first { $0.policy == alternative.policy }
        if finding?.isDecided == true { decided.insert(alternative.policy) }
      }
    }
    // Without customers of whom it makes a difference, a calibration could find nothing at all.
    #expect(decided.count >= 4, "\(decided.sorted())")
  }

  @Test("finds combinations that were planted")
  func combinations() throws {
    for seed in RandomCase.seeds(1, for: 43) {
      var dice = Dice(seed: ~seed)
      var planted: [String: String] = [:]
      for alternative in Alternative.listed where dice.chance(30) {
        planted[alternative.policy] = alternative.value
      }
      _ = try expectFound(planted, seed, in: PlantedCohort(seed: seed, count: 40, .appStore()))
    }
  }

  private func expectFound(
    _ planted: [String: String],
    _ seed: UInt64,
    in cohort: PlantedCohort
  ) throws -> CalibrationResult {
    let result = try cohort.calibration(planting: planted)
    let assignment = try #require(cohort.space.assignment(of: planted))
    #expect(result.answers > 10, "seed \(seed)")
    #expect(result.most == result.answers, "seed \(seed), \(planted)")
    #expect(result.never == 0, "seed \(seed), \(planted)")
    #expect(result.best.contains(assignment), "seed \(seed), \(planted)")
    for finding in result.policies {
      let value = planted[finding.policy] ?? finding.values.first?.value ?? ""
      #expect(finding.best.contains(value), "seed \(seed), \(finding)")
      // Whoever is named against a value gives an answer that the value does not explain.
      for value in finding.values where value.agreement < result.most {
        #expect(!value.witnesses.isEmpty, "seed \(seed), \(finding)")
        // One with several answers is named once.
        #expect(Set(value.witnesses).count == value.witnesses.count, "seed \(seed), \(finding)")
      }
    }
    return result
  }
}

extension Alternative {
  /// The alternatives that the App Store's rule set lists.
  static let listed: [Alternative] = {
    let policies = (try? CheckedRuleSet.appStore().ruleSet.policies) ?? []
    return policies.flatMap { policy in
      policy.alternatives.map { Alternative(policy: policy.name, value: $0.value) }
    }
  }()
}
