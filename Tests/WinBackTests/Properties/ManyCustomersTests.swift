import Testing
import WinBackFormats

/// Many customers of each catalog: the second reading against the rules, and these as they are solved
/// for batches, each at one instant.
///
/// ``AgreementTests`` asks for everything there is to say, over all time. Here is asked what is asked of
/// batches, so that hundreds of thousands of customers take minutes.
@Suite("Many customers")
struct ManyCustomersTests {
  /// The parts into which the seeds are dealt, which are tried at the same time.
  private static let parts = 8

  private static let customersPerCatalog = 100

  /// How many customers are scored at the instant of one of them: to solve the rules for an instant
  /// takes longer than all the rest.
  private static let customersPerInstant = 4

  @Test(
    "get the same from the second reading, from the rules and from what is solved of them",
    arguments: 0..<parts
  )
  func agreement(part: Int) throws {
    let rules = try CheckedRuleSet.appStore()
    let seeds = RandomCase.seeds(8, for: 3).dropFirst(part)
    for seed in stride(from: seeds.startIndex, to: seeds.endIndex, by: Self.parts) {
      let first = RandomCase(seed: seed)
      // F13f: the input of every third catalog is said to reach to some instant.
      let dataThrough = seed % 3 == 0 ? Instant(milliseconds: first.instants[1]) : nil
      let engine = try first.engine(by: rules, dataThrough: dataThrough)
      let program = BatchProgram(engine, at: Instant(milliseconds: first.instants[0]))
      // One customer after another, so that what is left of the last one would show.
      var evaluator = BatchEvaluator(program)
      for number in 0..<Self.customersPerCatalog {
        let customer = first.replacingCustomer(number)
        if number % Self.customersPerInstant == 0 {
          let program = BatchProgram(engine, at: Instant(milliseconds: customer.instants[0]))
          evaluator = BatchEvaluator(program)
        }
        let difference = try difference(on: customer, &evaluator)
        #expect(difference == nil, "customer \(number) of \(customer)")
      }
    }
  }

  /// How the three differ; nil where they agree.
  private func difference(
    on customer: RandomCase,
    _ evaluator: inout BatchEvaluator
  ) throws -> String? {
    let program = evaluator.program
    let engine = program.engine
    let now = customer.instants[0]
    let groups = try? engine.groups(of: customer.history)
    let answers: [Reference.Answer]
    do {
      var policies = Reference.Policies(customer.policies)
      policies.dataThrough = engine.policies.facts.dataThrough?.milliseconds
      answers = try Reference.answers(
        for: customer.history,
        in: customer.catalog,
        policies,
        asOf: now
      )
    } catch {
      return groups == nil ? nil : "the engine takes what contradicts itself: \(error)"
    }
    guard let groups else { return "the engine refuses what is no contradiction" }
    let expected = answers.map(Lists.init)
    let decided = Lists.decided(engine, groups, asOf: Instant(milliseconds: now))
    guard decided == expected else {
      return "second reading \(expected)\n  rules \(decided)"
    }
    guard let instant = program.instant else { return "the program is for no instant" }
    let ruled = Lists.decided(engine, groups, asOf: instant).map(\.withoutTruths)
    let scored = evaluator.lists(of: groups)
    return scored == ruled ? nil : "as of \(instant): rules \(ruled)\n  solved \(scored)"
  }
}

/// What batches say of a customer in one group.
private struct Lists: Equatable {
  var eligible: [String]
  var undetermined: [String]
  /// By offer, in the order of the result, what became of each rule.
  var truths: [[Bool?]] = []

  var withoutTruths: Lists { Lists(eligible: eligible, undetermined: undetermined) }
}

extension Lists {
  init(_ answer: Reference.Answer) {
    eligible = answer.eligible
    undetermined = answer.undetermined
    truths = answer.offers.map { $0.outcomes.map(\.holds) }
  }

  init(_ evaluations: [OfferEvaluation]) {
    func offers(_ verdict: Verdict) -> [String] {
      evaluations.filter { $0.verdict == verdict }.map(\.offerId)
    }
    eligible = offers(.eligible)
    undetermined = offers(.undetermined)
    truths = evaluations.map { $0.truths.map(\.bool) }
  }

  /// What the rules say, group by group.
  static func decided(
    _ engine: EligibilityEngine,
    _ groups: [GroupHistory],
    asOf now: Instant
  ) -> [Lists] {
    groups.map { Lists(engine.evaluations(of: $0.snapshot(asOf: now))) }
  }
}

extension BatchEvaluator {
  fileprivate mutating func lists(of groups: [GroupHistory]) -> [Lists] {
    let engine = program.engine
    return groups.map { group in
      score(group.record, group.asked, group.symbols)
      return Lists(
        eligible: results.eligible.map { engine.offerIds[$0] },
        undetermined: results.undetermined.map { engine.offerIds[$0] }
      )
    }
  }
}
