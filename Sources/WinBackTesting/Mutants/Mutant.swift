import CEL
import WinBackAnalysis

/// One small change of a catalog or its rules that scenarios should notice.
struct Mutant: Sendable {
  enum Change: Sendable {
    /// The offer has other criteria, which change these rules.
    case criteria(WinBackOffer, OfferProgram, rules: Set<Int>)
    case withoutRule(Int)
    /// The offer passes others, which have these indices, in the order of the result.
    case order(passing: Range<Int>)
    case another(OfferProgram)
  }

  /// The index of the offer among the engine's; nil for a change of the rules.
  let offer: Int?

  /// What is changed, such as `customerEligibilityWaitBetweenOffersInMonths 6 → 5`.
  let sentence: String
  /// The same as an edit, if it is one of a single attribute.
  var edit: OfferComparison.Edit?
  let change: Change

  /// The storefronts in each of which a scenario must notice it; nil is one customer anywhere.
  var storefronts: Set<Storefront?> = [nil]

  func group(in engine: EligibilityEngine) -> Symbol? {
    offer.map { engine.programs[$0].offer.group }
  }

  var isEverywhere: Bool { !storefronts.contains(nil) }

  /// Returns the storefronts that count if a customer in some storefronts notices it.
  func counting(in storefronts: [Storefront]) -> Set<Storefront?> {
    self.storefronts.intersection(storefronts + [nil])
  }
}

extension Mutant {
  /// Returns all mutants of an engine's offers and rules.
  ///
  /// They move every criterion by one in both directions, and drop it or set it; remove and add
  /// territories; flip every priority; add offers for the same product and for others; and remove
  /// every rule.
  static func all(of engine: EligibilityEngine) -> [Mutant] {
    let offers = Array(engine.programs.indices).concurrentMap { index in
      mutants(ofOffer: index, engine)
    }
    let rules = engine.rules.rules.enumerated().map { index, rule in
      Mutant(offer: nil, sentence: "rule \(rule.rule.id) removed", change: .withoutRule(index))
    }
    return offers.flatMap(\.self) + rules
  }

  private static func mutants(ofOffer index: Int, _ engine: EligibilityEngine) -> [Mutant] {
    let program = engine.programs[index]
    guard let offer = program.offer.winBack else { return [] }
    var mutants: [Mutant] = []
    for variation in offer.variations {
      let mutated = OfferProgram(program.offer.with(variation.offer), engine.rules, engine.policies)
      let rules = program.rules.indices.filter { !mutated.asksTheSame(as: program, byRule: $0) }
      mutants.append(
        Mutant(
          offer: index,
          sentence: variation.sentence,
          edit: variation.edit,
          change: .criteria(variation.offer, mutated, rules: Set(rules)),
          storefronts: variation.storefronts.map { Set($0.map(Optional.some)) } ?? [nil]
        )
      )
    }
    let flipped: OfferPriority = offer.priority == .high ? .normal : .high
    let edit = OfferComparison.Edit(
      attribute: OfferVariable.priority.name,
      from: offer.priority.rawValue,
      to: flipped.rawValue
    )
    mutants.append(
      Mutant(
        offer: index,
        sentence: edit.sentence,
        edit: edit,
        change: .order(passing: engine.offersPassed(byOfferAt: index) { $0.priority = flipped })
      )
    )
    return mutants + additions(of: offer, at: index, engine)
  }

  /// The most other products of a group for which an offer is added with the criteria of one.
  private static let otherProducts = 3

  /// Returns the mutants that add an offer with the criteria of one: for its product and a part of
  /// its customers, or for products that follow it in the group.
  private static func additions(
    of offer: WinBackOffer,
    at index: Int,
    _ engine: EligibilityEngine
  ) -> [Mutant] {
    let program = engine.programs[index]
    let product = program.offer.subscription.productId
    let siblings = engine.catalog.subscriptionGroups[program.offer.place.group].subscriptions
    let parts = siblings.split(maxSplits: 1, omittingEmptySubsequences: false) {
      $0.productId == product
    }
    func added(_ sentence: String, _ offer: PlacedOffer) -> Mutant? {
      let added = OfferProgram(offer, engine.rules, engine.policies)
      // Rules that do not read the product make the same offer.
      guard !added.asksTheSame(as: program) else { return nil }
      return Mutant(offer: index, sentence: sentence, change: .another(added))
    }
    let own = Mutant(
      offer: index,
      sentence: "another offer added with the criteria of this one",
      change: .another(program)
    )
    let narrower = offer.narrowings.compactMap { narrowing in
      added("\(own.sentence), \(narrowing.sentence)", program.offer.with(narrowing.offer))
    }
    let others = parts.reversed().joined().prefix(otherProducts).compactMap { other in
      added(
        "another offer added for \(other.productId) with the criteria of this one",
        program.offer.with(offer, for: other)
      )
    }
    return [own] + narrower + others
  }
}

extension OfferProgram {
  fileprivate func asksTheSame(as other: OfferProgram, byRule rule: Int) -> Bool {
    rules[rule] == other.rules[rule]
  }

  fileprivate func asksTheSame(as other: OfferProgram) -> Bool {
    rules.indices.allSatisfy { asksTheSame(as: other, byRule: $0) }
  }
}
