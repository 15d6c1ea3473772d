import TestSupport
import Testing
import WinBackFormats

/// Customers followed through time against each day by itself.
@Suite("Batches day by day")
struct DailySpanTests {
  @Test("hold on each day of two years what scoring as of that day has (T6)")
  func twoYears() throws {
    let rules = try CheckedRuleSet.appStore()
    for seed in RandomCase.seeds(2, for: 35) {
      var dice = Dice(seed: seed)
      let policies = RandomCase(seed: seed).policies
      let engine = try EligibilityEngine(catalog: dice.catalog(), rules: rules, policies: policies)
      // A history that contradicts itself has no groups.
      let customers = (0..<12).compactMap { _ in
        try? engine.groups(of: dice.history(of: engine.catalog, allowsTies: false))
      }
      let start = Instant(milliseconds: Reference.instant("2023-06-01"))
      let days = (0...730).map { start.adding(milliseconds: Int64($0) * Reference.day) }
      var follower = BatchEvaluator(BatchProgram(engine))
      let stretches = customers.map { groups in
        groups.flatMap { group in
          follower.follow(group.record, group.asked, group.symbols, in: days[0]...days[730])
          return Array(follower.results.stretches)
        }
      }
      // To solve the rules for a day takes long in a build that is not optimized: there each catalog has
      // every third day, another third of them.
      for (place, day) in days.enumerated()
      where TestBuild.isOptimized || (place + Int(seed % 3)) % 3 == 0 {
        var evaluator = BatchEvaluator(BatchProgram(engine, at: day))
        for (groups, stretches) in zip(customers, stretches) {
          var eligible: [Int] = []
          var undetermined: [Int] = []
          for group in groups {
            evaluator.score(group.record, group.asked, group.symbols)
            eligible += evaluator.results.eligible
            undetermined += evaluator.results.undetermined
          }
          let open = stretches.filter { $0.from <= day && day <= $0.through }
          let found = open.filter(\.isEligible).map(\.offer).sorted()
          let foundUndetermined = open.filter { !$0.isEligible }.map(\.offer).sorted()
          #expect(found == eligible.sorted(), "seed \(seed), \(day)")
          #expect(foundUndetermined == undetermined.sorted(), "seed \(seed), \(day)")
        }
      }
    }
  }
}
