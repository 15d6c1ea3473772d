import CalendarTime
import Testing
import WinBack
import WinBackFormats

/// The batch evaluator, which has no reasons to give, against the second reading.
@Suite("Scoring")
struct ScoringTests {
  @Test("a batch evaluator comes to the lists of the second reading, one customer after another")
  func scoring() throws {
    try forEachCase(of: RandomCase.seeds(120, for: 14)) { randomCase, engine, dice in
      let now = randomCase.instants[0]
      let program = BatchProgram(engine, at: Instant(milliseconds: now))
      var evaluator = BatchEvaluator(program)
      var symbols = engine.index.symbols
      for customer in 0..<4 {
        var customerCase = randomCase
        if customer > 0 {
          customerCase.history = dice.history(of: randomCase.catalog, allowsTies: false)
        }
        let answers = try? Reference.answers(
          for: customerCase.history,
          in: customerCase.catalog,
          Reference.Policies(customerCase.policies),
          asOf: now
        )
        guard let answers else { continue }
        symbols.removeAll(beyond: engine.index.symbols.count)
        var record = HistoryRecord(customerCase.history, attributes: [], &symbols)
        try record.mergeDuplicates(at: engine.policies.facts.timeZone)
        let groups = record.askedGroups(in: engine.index.productGroups, symbols)
        for (group, answer) in zip(groups, answers) {
          evaluator.score(record, group, symbols)
          #expect(
            evaluator.results.eligible.map { engine.offerIds[$0] } == answer.eligible,
            "\(answer.group), \(customerCase)"
          )
          #expect(
            evaluator.results.undetermined.map { engine.offerIds[$0] } == answer.undetermined,
            "\(answer.group), \(customerCase)"
          )
        }
      }
    }
  }
}
