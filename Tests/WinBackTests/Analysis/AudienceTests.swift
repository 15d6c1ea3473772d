import CEL
import Testing
import WinBackAnalysis
import WinBackFormats

/// The boxes of offers against the decisions of the engine, on random customers and catalogs.
@Suite("The audience of an offer")
struct AudienceTests {
  @Test("the facts of every customer are possible ones, and in the audience of what they may have")
  func membership() throws {
    try forEachCase(of: RandomCase.seeds(40, for: 51)) { randomCase, engine, _ in
      try expectMembership(of: randomCase, engine, mustBeExact: true)
    }
  }

  @Test("the same holds under each alternative of each policy", arguments: Alternative.all)
  func alternatives(alternative: Alternative) throws {
    let rules = try CheckedRuleSet.appStore()
    for seed in RandomCase.seeds(3, for: 52) {
      var randomCase = RandomCase(seed: seed)
      randomCase.policies = [alternative.policy: alternative.value]
      try expectMembership(of: randomCase, randomCase.engine(by: rules), mustBeExact: true)
    }
  }

  @Test("the same holds of rules of any kind, where their boxes are exact; else none is missing")
  func ownRules() throws {
    let appStore = try CheckedRuleSet.appStore().ruleSet
    for seed in RandomCase.seeds(40, for: 53) {
      var dice = Dice(seed: seed)
      var randomCase = RandomCase(seed: seed)
      let engine = try randomCase.engine(by: dice.rules(besides: appStore))
      randomCase.history.attributes = dice.attributes()
      try expectMembership(of: randomCase, engine, mustBeExact: false)
    }
  }

  @Test(
    "every part of an audience, and of a difference of two, has a customer whom the engine confirms"
  )
  func witnesses() throws {
    try forEachCase(of: RandomCase.seeds(25, for: 54)) { randomCase, engine, _ in
      let space = CustomerSpace([engine])
      let audiences = engine.audiences(in: space)
      for audience in audiences {
        let search = WitnessSearch(engine, space, group: audience.key.group)
        try expectWitnesses(in: audience.region, search, randomCase) { verdicts in
          verdicts[audience.key] == .eligible
        }
        for other in audiences
        where other.key.group == audience.key.group && other.key != audience.key {
          let rest = audience.region.subtracting(other.region)
          try expectWitnesses(in: rest, search, randomCase) { verdicts in
            verdicts[audience.key] == .eligible && verdicts[other.key] == .ineligible
          }
        }
      }
    }
  }

  @Test("facts of all kinds have a customer whom the engine confirms, under all policies")
  func allStates() throws {
    try forEachCase(of: RandomCase.seeds(30, for: 55)) { randomCase, engine, _ in
      let space = CustomerSpace([engine])
      let group = randomCase.catalog.subscriptionGroups[0].id
      let search = WitnessSearch(engine, space, group: group)
      var customers = space.customers(engine.policies.facts)
      for audience in engine.audiences(in: space).prefix(2) where audience.key.group == group {
        customers = customers.subtracting(audience.region)
      }
      try expectWitnesses(in: customers, search, randomCase) { _ in true }
    }
  }

  private func expectMembership(
    of randomCase: RandomCase,
    _ engine: EligibilityEngine,
    mustBeExact: Bool
  ) throws {
    let space = CustomerSpace([engine])
    let customers = space.customers(engine.policies.facts)
    let audiences = engine.audiences(in: space)
    for milliseconds in randomCase.instants {
      let now = Instant(milliseconds: milliseconds)
      for group in randomCase.catalog.subscriptionGroups.map(\.id) {
        guard let facts = engine.facts(of: randomCase.history, group: group, asOf: now) else {
          continue
        }
        let binding = { (id: VariableID) in facts.binding(of: id, in: space) }
        #expect(customers.contains(binding), "\(facts)\n\(randomCase)")
        for redemption in facts.redemptions.values {
          #expect(facts.lapsedAt.map { redemption <= $0 } ?? false, "\(facts)\n\(randomCase)")
        }
        let verdicts = Dictionary(
          uniqueKeysWithValues: engine.verdicts(on: randomCase.history, group: group, asOf: now)
            .map { ($0.offer, $0.verdict) }
        )
        for audience in audiences where audience.key.group == group {
          let isEligible = verdicts[audience.key] == .eligible
          let isIn = audience.region.contains(binding)
          #expect(audience.region.isExact || !mustBeExact)
          if audience.region.isExact {
            #expect(isIn == isEligible, "\(audience.key) \(facts)\n\(randomCase)")
          } else {
            #expect(isIn || !isEligible, "\(audience.key) \(facts)\n\(randomCase)")
          }
        }
      }
    }
  }

  private func expectWitnesses(
    in region: Region,
    _ search: WitnessSearch,
    _ randomCase: RandomCase,
    _ shows: ([OfferKey: Verdict]) -> Bool
  ) throws {
    for box in region.boxes {
      guard let assignment = search.finder.assignment(in: box) else { continue }
      #expect(
        box.contains { assignment.binding(of: $0, in: search.finder.space) },
        "\(assignment)\n\(randomCase)"
      )
      guard let witness = search.witness(of: assignment) else {
        // A part can ask for a redemption for which nobody qualifies. No offer is for customers in a grace
        // period, so that none is made up. Others are never refused.
        let isRefused =
          !assignment.redemptions.isEmpty
          || [.inGracePeriod, .revoked].contains(assignment.state)
        #expect(isRefused, "nobody has \(assignment)\n\(randomCase)")
        continue
      }
      let verdicts = Dictionary(
        uniqueKeysWithValues: search.engine.verdicts(
          on: witness.history,
          group: witness.facts.group,
          asOf: witness.asOf
        ).map { ($0.offer, $0.verdict) }
      )
      #expect(shows(verdicts), "\(witness)\n\(randomCase)")
    }
  }
}
