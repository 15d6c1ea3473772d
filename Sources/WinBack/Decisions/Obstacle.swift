package import CalendarTime

/// A rule that fails for an offer and a customer, and the instant until which it fails.
package struct Obstacle: Sendable, Hashable {
  package let rule: RuleOutcome

  /// The first later instant at which the rule does not fail; nil if it fails from then on.
  package let end: Instant?
}

/// The engine and the facts of a decision, which answer further questions about it.
struct DecisionBasis: Sendable {
  let engine: EligibilityEngine
  let snapshot: Snapshot

  func outcomes(ofOfferAt index: Int, at instant: Instant) -> [RuleOutcome] {
    engine.outcomes(of: engine.programs[index], on: snapshot.history.snapshot(asOf: instant))
  }
}

/// A value of a decision that comparisons ignore: decisions with the same answers are equal,
/// whatever engine made them and whatever the order of the catalog.
@propertyWrapper
struct Uncompared<Value: Sendable>: Sendable, Hashable {
  var wrappedValue: Value

  static func == (_: Self, _: Self) -> Bool { true }

  func hash(into _: inout Hasher) {}
}

extension Decision {
  /// Returns the rules that fail for some offers, and until when each of them fails.
  ///
  /// Without an instant, it is about the instant of the decision. Only answers in words need it.
  ///
  /// - Returns: The rules of each offer, in the order of the offers.
  package func obstacles(of offers: [OfferDecision], at instant: Instant? = nil) -> [[Obstacle]] {
    let engine = basis.engine
    let outcomes = offers.map { offer in
      instant.map { basis.outcomes(ofOfferAt: offer.index, at: $0) } ?? offer.rules
    }
    // Each rule is followed as an offer with only that rule.
    let alone = zip(offers, outcomes).flatMap { offer, outcomes in
      let program = engine.programs[offer.index]
      return outcomes.indices.filter { outcomes[$0].outcome == .fails }
        .map { program.asking(program.rules[$0]) }
    }
    let rules = engine.deciding(by: alone)
    var evaluator = rules.evaluator
    let now = instant ?? asOf
    var verdicts = rules.verdicts(of: basis.snapshot.history, by: &evaluator, from: now)[...]
    return outcomes.map { outcomes in
      outcomes.filter { $0.outcome == .fails }
        .map { Obstacle(rule: $0, end: verdicts.popFirst()?.next(after: now)) }
    }
  }

  package func missingFacts(of offer: OfferDecision, at instant: Instant) -> [String] {
    basis.outcomes(ofOfferAt: offer.index, at: instant).missingFacts
  }
}
