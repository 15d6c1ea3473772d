package import CEL

/// The variables that the rules of a rule set can read, in the order of their identifiers: facts,
/// the offer, policies, the customer's attributes and, for screens, the answers of other rule sets.
package struct Vocabulary: Sendable {
  package let environment: Environment
  private let policyStart: Int
  private let attributeStart: Int
  private let answerStart: Int
  private static let offerStart = FactVariable.allCases.count

  init(of ruleSet: RuleSet) {
    var variables = FactVariable.allCases.map { $0.variable }
    variables += OfferVariable.allCases.map { $0.variable }
    policyStart = variables.count
    variables += ruleSet.policies.map { policy in Variable("policy." + policy.name, .string) }
    attributeStart = variables.count
    variables += ruleSet.attributes.map { attribute in
      Variable("customer.attributes." + attribute.name, attribute.type, isOptional: true)
    }
    answerStart = variables.count
    if ruleSet.combination == .first { variables += AnswerVariable.allCases.map({ $0.variable }) }
    environment = Environment(variables)
  }

  package enum Role: Sendable, Hashable {
    case fact(FactVariable)
    case offer(OfferVariable)
    case policy(Int)
    case attribute(Int)
    case answer(AnswerVariable)

    var isOfOffer: Bool {
      if case .fact(let fact) = self { fact.isOfOffer } else { false }
    }
  }

  package func role(of id: VariableID) -> Role {
    if let fact = FactVariable(rawValue: id.index) { return .fact(fact) }
    if let offer = OfferVariable(rawValue: id.index - Self.offerStart) { return .offer(offer) }
    if id.index < attributeStart { return .policy(id.index - policyStart) }
    return AnswerVariable(rawValue: id.index - answerStart).map { .answer($0) }
      ?? .attribute(id.index - attributeStart)
  }

  package static func id(of fact: FactVariable) -> VariableID { VariableID(index: fact.rawValue) }

  package static func id(of attribute: OfferVariable) -> VariableID {
    VariableID(index: offerStart + attribute.rawValue)
  }

  /// The possible facts: a rule that compares the state with another name is never true.
  static var possibleFacts: Box {
    let states = SubscriptionState.allCases.map { Value.string($0.rawValue) }
    return Box(id(of: FactVariable.state), Domain(.only(Set(states))))
  }

  package func name(of id: VariableID) -> String { environment[id].name }
}
