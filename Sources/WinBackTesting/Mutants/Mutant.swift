import CEL
import WinBack

/// One small change of a catalog or its rules that scenarios should notice.
struct Mutant: Sendable {
  /// What is changed.
  enum Change: Sendable {
    /// The offer has other criteria; by them, these rules ask for something else.
    case criteria(WinBackOffer, OfferProgram, rules: Set<Int>)
    /// A rule is not there, for no offer.
    case withoutRule(Int)
    /// The offer passes others, whose places these are, in the order of the result.
    case order(passing: Range<Int>)
    /// There is another offer, which asks the same of customers.
    case another
  }

  /// The place of the offer among the engine's; nil for a change of the rules.
  let offer: Int?

  /// What is changed, such as `customerEligibilityWaitBetweenOffersInMonths 6 → 5`.
  let sentence: String

  let change: Change
}

extension Mutant {
  /// Returns all mutants of an engine's offers and rules.
  ///
  /// Every criterion is moved by one either way and dropped, or set where it is not; every territory is
  /// removed and one added, every priority is flipped, an offer is added, and every rule is removed.
  static func all(of engine: EligibilityEngine) -> [Mutant] {
    let offers = Array(engine.programs.indices).concurrentMap { index in
      mutants(ofOffer: index, engine)
    }
    let rules = engine.rules.rules.enumerated().map { index, rule in
      Mutant(
        offer: nil,
        sentence: "rule \(rule.rule.id) removed",
        change: .withoutRule(index)
      )
    }
    return offers.flatMap(\.self) + rules
  }

  private static func mutants(ofOffer index: Int, _ engine: EligibilityEngine) -> [Mutant] {
    let program = engine.programs[index]
    var mutants: [Mutant] = []
    for variation in program.offer.offer.variations {
      let mutated = OfferProgram(
        program.offer.with(variation.offer),
        engine.rules,
        engine.policies
      )
      let rules = program.rules.indices.filter { rule in
        !program.rules[rule].map(\.description).elementsEqual(
          mutated.rules[rule].map(\.description)
        )
      }
      mutants.append(
        Mutant(
          offer: index,
          sentence: variation.sentence,
          change: .criteria(variation.offer, mutated, rules: Set(rules))
        )
      )
    }
    let flipped: OfferPriority = program.offer.offer.priority == .high ? .normal : .high
    mutants.append(
      Mutant(
        offer: index,
        sentence: "priority \(program.offer.offer.priority.rawValue) → \(flipped.rawValue)",
        change: .order(passing: engine.offersPassed(byOfferAt: index) { $0.priority = flipped })
      )
    )
    mutants.append(
      Mutant(
        offer: index,
        sentence: "another offer added with the criteria of this one",
        change: .another
      )
    )
    return mutants
  }
}
