package import CEL
import CalendarTime

/// The rules of a rule set, partially evaluated for one offer: what remains to be asked for each customer.
package struct OfferProgram: Sendable {
  package let offer: IndexedOffer
  /// The remaining conditions of each rule, which must all hold.
  package private(set) var rules: [[Expression]]
  /// What rules may read.
  let vocabulary: Vocabulary
  /// The policies that are filled in.
  let policies: PolicyChoice
  /// The variables of the offer, by ``OfferVariable``'s order.
  private let attributes: [Binding]

  /// Specializes the rules.
  package init(_ offer: IndexedOffer, _ checked: CheckedRuleSet, _ policies: PolicyChoice) {
    self.offer = offer
    let attributes = OfferVariable.allCases.map {
      $0.binding(of: offer, at: policies.facts.timeZone)
    }
    self.attributes = attributes
    let vocabulary = checked.vocabulary
    self.vocabulary = vocabulary
    self.policies = policies
    rules = checked.rules.map { rule in
      rule.require.specialized { id in
        switch vocabulary.role(of: id) {
        case .offer(let variable): attributes[variable.rawValue]
        case .policy(let index): .value(.string(policies.values[index]))
        case .fact, .attribute, .answer: nil
        }
      }.conjuncts
    }
  }

  /// Returns the program that asks other conditions about the same offer.
  func asking(_ conditions: [Expression]) -> OfferProgram {
    var program = self
    program.rules = [conditions]
    return program
  }

  /// Returns the value of a variable of the offer.
  func attribute(_ variable: OfferVariable) -> Binding {
    attributes[variable.rawValue]
  }
}
