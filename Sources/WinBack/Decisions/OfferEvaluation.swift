/// The results of the rules for one offer and one customer at one instant, without explanations.
///
/// It is for many customers; an ``OfferDecision`` has explanations.
public struct OfferEvaluation: Sendable, Hashable {
  /// The index of the offer among the engine's.
  package let index: Int

  /// The offer.
  public let offerId: String

  /// The truth of all rules, in the rule set's order (R3).
  public let truths: [Truth]

  /// Whether the customer is eligible for the offer (R1).
  public let verdict: Verdict

  private let ruleIds: [String]

  init(_ engine: EligibilityEngine, offerAt index: Int, _ snapshot: Snapshot) {
    let program = engine.programs[index]
    let evaluator = OfferEvaluator(program, snapshot)
    self.index = index
    offerId = program.offer.id
    truths = program.rules.map { evaluator.truth(of: $0) }
    verdict = Verdict(truths.conjunction)
    ruleIds = engine.rules.ids
  }

  /// The rules that do not hold, in the rule set's order (R3).
  public var failedRules: [String] { rules(that: .fails) }

  /// The rules that cannot be decided, in the rule set's order.
  public var undeterminedRules: [String] { rules(that: .unknown) }

  private func rules(that truth: Truth) -> [String] {
    zip(ruleIds, truths).compactMap { $1 == truth ? $0 : nil }
  }
}
