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
    if ruleSet.combination == .first { variables += AnswerVariable.all.map({ $0.variable }) }
    environment = Environment(variables)
  }

  package enum Role: Sendable, Hashable {
    case fact(FactVariable)
    case offer(OfferVariable)
    case policy(Int)
    case attribute(Int)
    case answer(AnswerVariable)

    /// Whether conditions on it are solved.
    var isSolved: Bool {
      if case .fact(let fact) = self { fact.fact.source != .wholeHistory } else { true }
    }
  }

  package func role(of id: VariableID) -> Role {
    if let fact = FactVariable(rawValue: id.index) { return .fact(fact) }
    if let offer = OfferVariable(rawValue: id.index - Self.offerStart) { return .offer(offer) }
    if id.index < attributeStart { return .policy(id.index - policyStart) }
    let answer = id.index - answerStart
    return AnswerVariable.all.indices.contains(answer)
      ? .answer(AnswerVariable.all[answer]) : .attribute(id.index - attributeStart)
  }

  /// Returns the facts that an expression reads.
  func facts(in expression: Expression) -> Set<FactVariable> {
    Set(
      expression.variables.compactMap {
        if case .fact(let fact) = role(of: $0) { fact } else { nil }
      }
    )
  }

  /// Returns the value of a variable that is the same for all customers; nil for any other one.
  ///
  /// `attributes` are those of an offer, in the order of ``OfferVariable``.
  func constant(
    _ id: VariableID,
    of attributes: [Binding] = [],
    _ policies: PolicyChoice
  ) -> Binding? {
    switch role(of: id) {
    case .offer(let variable): attributes.isEmpty ? nil : attributes[variable.rawValue]
    case .policy(let index): .value(.string(policies.values[index]))
    case .fact, .attribute, .answer: nil
    }
  }

  package static func id(of fact: FactVariable) -> VariableID { VariableID(index: fact.rawValue) }

  package static func id(of attribute: OfferVariable) -> VariableID {
    VariableID(index: offerStart + attribute.rawValue)
  }

  /// The possible facts: a rule that compares the state with another name is never true.
  static let possibleFacts = Box(
    id(of: FactVariable.state),
    Domain(.only(Set(SubscriptionState.allCases.map { Value.string($0.rawValue) })))
  )

  package func name(of id: VariableID) -> String { environment[id].name }
}

// The numbers that represent the values of facts, attributes and answers in rules.

extension Vocabulary {
  /// Returns whether a variable is a text that a symbol represents.
  func isText(_ id: VariableID) -> Bool {
    switch role(of: id) {
    case .fact(let fact): fact.fact.code == .product
    case .attribute, .answer: environment[id].type == .string
    case .offer, .policy: false
    }
  }

  func numbers(of id: VariableID) -> IntervalSet {
    environment[id].type == .bool ? IntervalSet(0...1) : .all
  }

  /// Returns the numbers of a domain's values; nil if a value has none, such as a text without a
  /// symbol.
  func numbers(of domain: Domain, _ id: VariableID, _ symbols: SymbolTable) -> IntervalSet? {
    switch domain.values {
    // The numbers of a double are its places in the order of doubles, which no customer has here.
    case .numbers(let numbers): environment[id].type == .double && numbers != .all ? nil : numbers
    case .only(let values): points(values, id, symbols)
    case .except(let values): points(values, id, symbols).map(numbers(of: id).subtracting)
    }
  }

  private func points(
    _ values: Set<Value>,
    _ id: VariableID,
    _ symbols: SymbolTable
  ) -> IntervalSet? {
    var points = IntervalSet.none
    for value in values {
      let number: Int64?
      switch (value, role(of: id)) {
      case (.double, _): return nil
      case (.string(let text), _) where isText(id):
        guard let symbol = symbols.find(text) else { return nil }
        number = Int64(symbol.index)
      case (_, .fact(let fact)): number = fact.number(of: value)
      case (_, .attribute), (_, .answer), (_, .offer), (_, .policy): number = value.number
      }
      // A text that no customer can have makes no difference.
      guard let number else { continue }
      points = points.union(IntervalSet(number...number))
    }
    return points
  }
}

/// A variable that only conditions of screens read, besides facts: the answer of the rules of a kind of
/// offer about the customer (M1, M2).
package struct AnswerVariable: Sendable, Hashable {
  package enum Part: Sendable, Hashable, CaseIterable {
    case isEligible, offerId, productId
  }

  /// The kind of the offers.
  let kind: OfferKind
  let part: Part

  static let all = OfferKind.allCases.flatMap { kind in
    Part.allCases.map { AnswerVariable(kind: kind, part: $0) }
  }

  package var variable: Variable {
    switch part {
    case .isEligible: Variable("customer.\(kind.rawValue)Eligible", .bool)
    case .offerId: Variable("\(kind.rawValue).offerId", .string, isOptional: true)
    case .productId: Variable("\(kind.rawValue).productId", .string, isOptional: true)
    }
  }
}
