package import CEL

/// Evaluates the rules for one offer and one snapshot.
///
/// The offer can differ from the engine's, to find the effect of a change.
struct OfferEvaluator {
  let program: OfferProgram
  let snapshot: Snapshot
  /// Attributes of the offer with another value than in the catalog.
  var edits: [OfferVariable: Binding] = [:]

  init(_ program: OfferProgram, _ snapshot: Snapshot) {
    self.program = program
    self.snapshot = snapshot
  }

  var vocabulary: Vocabulary { program.vocabulary }

  /// The policies that rules read by name.
  var policies: PolicyChoice { program.policies }

  func binding(of id: VariableID) -> Binding {
    switch vocabulary.role(of: id) {
    case .fact(let fact): snapshot.binding(of: fact, for: program.offer)
    case .offer(let variable):
      edits[variable] ?? program.attribute(variable)
    case .policy(let index): .value(.string(policies.values[index]))
    case .attribute(let index): snapshot.attribute(at: index)
    case .answer: .absent
    }
  }

  /// Returns whether conditions all hold (R1).
  func truth(of conditions: some Sequence<Expression>) -> Truth {
    conditions.conjunction { condition in condition.truth { binding(of: $0) } }
  }

  /// Returns the verdict of the remaining conditions of the rules (R1).
  func verdict() -> Verdict {
    Verdict(program.rules.conjunction { truth(of: $0) })
  }

  /// Returns the verdict of the rules as written, which edits can change (R1).
  func verdict(of rules: [CheckedRule]) -> Verdict {
    Verdict(rules.conjunction { truth(of: $0.conditions) })
  }
}

extension Snapshot {
  package func verdict(on program: OfferProgram) -> Verdict {
    OfferEvaluator(program, self).verdict()
  }

  package func truth(ofRuleAt index: Int, for program: OfferProgram) -> Truth {
    OfferEvaluator(program, self).truth(of: program.rules[index])
  }

  package func truth(of condition: Expression, for program: OfferProgram) -> Truth {
    OfferEvaluator(program, self).truth(of: CollectionOfOne(condition))
  }

  package func outcome(of expression: Expression, for program: OfferProgram) -> Outcome {
    expression.evaluate(OfferEvaluator(program, self).binding(of:))
  }
}

/// The rules of a rule set, partially evaluated for one offer.
///
/// It is a class, because each question about the offer copies the reference.
package final class OfferProgram: Sendable {
  package let offer: PlacedOffer
  /// The remaining conditions of each rule, which must all hold.
  package let rules: [[Expression]]
  package let vocabulary: Vocabulary
  let policies: PolicyChoice
  /// The variables of the offer, by ``OfferVariable``'s order.
  let attributes: [Binding]

  package init(_ offer: PlacedOffer, _ checked: CheckedRuleSet, _ policies: PolicyChoice) {
    self.offer = offer
    let attributes = OfferVariable.allCases.map {
      $0.binding(of: offer, at: policies.facts.timeZone)
    }
    self.attributes = attributes
    let vocabulary = checked.vocabulary
    self.vocabulary = vocabulary
    self.policies = policies
    let prices = checked.factsRead.contains(.offerPrice) ? offer.choicesOfPrice : []
    rules = checked.rules.map { rule in
      rule.require.choosing(
        Vocabulary.id(of: .offerPrice),
        by: Vocabulary.id(of: .storefront),
        prices
      ).specialized { vocabulary.constant($0, of: attributes, policies) }.conjuncts
    }
  }

  /// Creates a program that asks only for some conditions, as one rule.
  package init(_ program: OfferProgram, asking conditions: [Expression]) {
    offer = program.offer
    rules = [conditions]
    vocabulary = program.vocabulary
    policies = program.policies
    attributes = program.attributes
  }

  package func attribute(_ variable: OfferVariable) -> Binding { attributes[variable.rawValue] }
}

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
