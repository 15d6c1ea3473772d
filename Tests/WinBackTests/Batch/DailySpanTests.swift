import CalendarTime
import TestSupport
import Testing
import WinBack
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
      let customers = try (0..<12).compactMap { _ in
        try Customer(dice.history(of: engine.catalog, allowsTies: false), engine)
      }
      let start = Instant(milliseconds: Reference.instant("2023-06-01"))
      let days = (0...730).map { start.adding(milliseconds: Int64($0) * Reference.day) }
      var follower = BatchEvaluator(BatchProgram(engine))
      let stretches = customers.map { customer in
        customer.groups.flatMap { group in
          follower.follow(
            customer.record,
            group,
            customer.symbols,
            in: days[0]...days[730]
          )
          return Array(follower.results.stretches)
        }
      }
      // To solve the rules for a day takes long in a build that is not optimized: there each catalog has
      // every third day, another third of them.
      for (place, day) in days.enumerated()
      where TestBuild.isOptimized || (place + Int(seed % 3)) % 3 == 0 {
        var evaluator = BatchEvaluator(BatchProgram(engine, at: day))
        for (customer, stretches) in zip(customers, stretches) {
          var eligible: [Int] = []
          var undetermined: [Int] = []
          for group in customer.groups {
            evaluator.score(
              customer.record,
              group,
              customer.symbols
            )
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

  /// A history that is ready to be asked about.
  private struct Customer {
    let record: HistoryRecord
    let groups: [AskedGroup]
    let symbols: SymbolTable

    /// Creates a customer; nil where the history contradicts itself.
    init?(_ history: CustomerHistory, _ engine: EligibilityEngine) throws {
      var symbols = engine.index.symbols
      var record = HistoryRecord(history, attributes: [], &symbols)
      guard (try? record.mergeDuplicates(at: engine.policies.facts.timeZone)) != nil else {
        return nil
      }
      groups = record.askedGroups(in: engine.index.productGroups, symbols)
      self.record = record
      self.symbols = symbols
    }
  }
}
