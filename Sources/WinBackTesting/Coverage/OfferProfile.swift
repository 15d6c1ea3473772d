import CEL

/// The outcome of every condition of an offer for a customer at an instant.
struct OfferProfile: Sendable {
  private let situation: Snapshot
  private let program: OfferProgram
  /// The truth of each condition, by the rule.
  let truths: [[Truth]]
  /// The number of conditions that do not hold, or are undetermined.
  private let failures: Int
  let ruleTruths: [Truth]
  /// The verdict on the offer (R1).
  let verdict: Verdict

  init(_ situation: Snapshot, _ program: OfferProgram) {
    self.situation = situation
    self.program = program
    truths = program.rules.map { conjuncts in
      conjuncts.map { situation.truth(of: $0, for: program) }
    }
    failures = truths.reduce(0) { $0 + $1.count { $0 != .holds } }
    ruleTruths = truths.map { $0.conjunction }
    verdict = Verdict(ruleTruths.conjunction)
  }

  /// Returns the verdict if some of the rules had other truths.
  func verdict(changing rules: Set<Int>, _ truth: (Int) -> Truth) -> Verdict {
    var truths = ruleTruths
    for rule in rules { truths[rule] = truth(rule) }
    return Verdict(truths.conjunction)
  }

  func fails(exceptRules rules: Set<Int>) -> Bool {
    ruleTruths.indices.contains { ruleTruths[$0] == .fails && !rules.contains($0) }
  }

  func truth(of expression: Expression) -> Truth {
    situation.truth(of: expression, for: program)
  }

  /// Returns whether all conditions except one hold; that one does not matter.
  func holds(exceptRule rule: Int, conjunct: Int) -> Bool {
    failures == (truths[rule][conjunct] == .holds ? 0 : 1)
  }

  func holds(exceptRule rule: Int) -> Bool {
    ruleTruths.indices.allSatisfy { $0 == rule || ruleTruths[$0] == .holds }
  }

  /// Returns the outcome of an expression as a number, such as milliseconds; nil if it is none.
  func number(_ expression: Expression) -> Int64? {
    switch situation.outcome(of: expression, for: program) {
    case .value(.int(let number)): number
    case .value(.timestamp(let instant)): instant.milliseconds
    default: nil
    }
  }
}

/// The profiles of the offers of a customer's group, by their indices in the engine.
struct OfferProfiles: Sendable {
  let situation: Snapshot
  let engine: EligibilityEngine
  private let known: [Int: OfferProfile]

  /// Creates the profiles; `keepsAll` makes all of them at once, if more than a few are needed.
  init(_ situation: Snapshot, _ engine: EligibilityEngine, keepsAll: Bool = false) {
    self.situation = situation
    self.engine = engine
    let offers = keepsAll ? engine.offerIndices(in: situation.group) : []
    known = Dictionary(
      uniqueKeysWithValues: offers.map { ($0, OfferProfile(situation, engine.programs[$0])) }
    )
  }

  var offers: [Int] { engine.offerIndices(in: situation.group) }

  /// Returns the profile of an offer; nil for an offer of another group.
  subscript(offer: Int) -> OfferProfile? {
    if let profile = known[offer] { return profile }
    let program = engine.programs[offer]
    return program.offer.group == situation.group ? OfferProfile(situation, program) : nil
  }
}

/// One expectation of a scenario, with the facts of the customer in one group.
struct Observation: Sendable {
  let scenario: Scenario
  let expectation: Expectation
  let profiles: OfferProfiles
  /// The storefronts that are expected, and in which the offers are the same for the customer.
  let storefronts: [Storefront]
  var situation: Snapshot { profiles.situation }

  static func all(of scenarios: [Scenario]) -> [Observation] {
    scenarios.concurrentMap { scenario -> [Observation] in
      guard let customer = scenario.customer, scenario.faults.isEmpty else {
        return [Observation]()
      }
      return scenario.expectations.flatMap { expectation -> [Observation] in
        let now = scenario.instant(of: expectation)
        return customer.views(in: expectation.storefronts, scenario.engine, asOf: now)
          .flatMap { view in
            expectation.asked(of: view.situations, in: scenario.engine).map { situation in
              Observation(
                scenario: scenario,
                expectation: expectation,
                profiles: OfferProfiles(situation, scenario.engine, keepsAll: true),
                storefronts: view.storefronts
              )
            }
          }
      }
    }.flatMap(\.self)
  }
}

extension Expectation {
  /// Whether it expects a verdict on every offer.
  var testsVerdicts: Bool { eligible != nil || undetermined != nil || order != nil }

  func tests(_ offer: String) -> Bool { testsVerdicts || explains(offer) }

  func explains(_ offer: String) -> Bool {
    because.contains { $0.offer == offer } || windows.contains { $0.offer == offer }
  }
}
