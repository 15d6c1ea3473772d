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
    /// There is another offer, which asks this of customers.
    case another(OfferProgram)
  }

  /// The place of the offer among the engine's; nil for a change of the rules.
  let offer: Int?

  /// What is changed, such as `customerEligibilityWaitBetweenOffersInMonths 6 → 5`.
  let sentence: String

  let change: Change

  /// The storefronts in each of which somebody must notice it; nil if one customer anywhere does.
  var storefronts: Set<Storefront>?
}

extension Mutant {
  /// Returns all mutants of an engine's offers and rules.
  ///
  /// Every criterion is moved by one either way and dropped, or set where it is not; territories are removed
  /// and added, every priority is flipped, offers are added for the same product and for others, and every rule
  /// is removed.
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
      let rules = program.rules.indices.filter { !mutated.asksTheSame(as: program, byRule: $0) }
      mutants.append(
        Mutant(
          offer: index,
          sentence: variation.sentence,
          change: .criteria(variation.offer, mutated, rules: Set(rules)),
          storefronts: variation.storefronts
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
    return mutants + additions(toOffer: index, engine)
  }

  /// The most other products of a group for which an offer is added with the criteria of one.
  private static let otherProducts = 3

  /// Returns the mutants that have another offer with the criteria of one: for its product and a part of its
  /// customers, or for products that follow it in the group.
  private static func additions(toOffer index: Int, _ engine: EligibilityEngine) -> [Mutant] {
    let program = engine.programs[index]
    let product = program.offer.subscription.productId
    let siblings = engine.catalog.subscriptionGroups.map(\.subscriptions).first { subscriptions in
      subscriptions.contains { $0.productId == product }
    }
    let parts = (siblings ?? []).split(maxSplits: 1, omittingEmptySubsequences: false) {
      $0.productId == product
    }
    let others = parts.reversed().joined().prefix(otherProducts).compactMap { other -> Mutant? in
      let added = OfferProgram(
        program.offer.with(program.offer.offer, for: other),
        engine.rules,
        engine.policies
      )
      // Where every product of the group will do, it asks the same.
      guard !added.asksTheSame(as: program) else { return nil }
      return Mutant(
        offer: index,
        sentence: "another offer added for \(other.productId) with the criteria of this one",
        change: .another(added)
      )
    }
    let narrower = program.offer.offer.narrowings.compactMap { narrowing -> Mutant? in
      let added = OfferProgram(
        program.offer.with(narrowing.offer),
        engine.rules,
        engine.policies
      )
      guard !added.asksTheSame(as: program) else { return nil }
      return Mutant(
        offer: index,
        sentence: "another offer added with the criteria of this one, " + narrowing.sentence,
        change: .another(added)
      )
    }
    let own = Mutant(
      offer: index,
      sentence: "another offer added with the criteria of this one",
      change: .another(program)
    )
    return [own] + narrower + others
  }
}

extension OfferProgram {
  /// Returns whether a rule, or each of them, is left the same of two offers.
  fileprivate func asksTheSame(as other: OfferProgram, byRule rule: Int) -> Bool {
    rules[rule].map(\.description) == other.rules[rule].map(\.description)
  }

  fileprivate func asksTheSame(as other: OfferProgram) -> Bool {
    rules.indices.allSatisfy { asksTheSame(as: other, byRule: $0) }
  }
}
