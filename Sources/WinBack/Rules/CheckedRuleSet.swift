package import CEL

/// A rule set that has been checked: every name is known, every expression has its type, and every
/// rule can be true.
public struct CheckedRuleSet: Sendable {
  /// The rule set as written.
  public let ruleSet: RuleSet

  package let vocabulary: Vocabulary
  package let rules: [CheckedRule]
  package let order: [Expression]
  /// The keys by which the app prefers offers (M3).
  package let prefer: [Expression]
  package let ids: [String]
  /// The indices of the policies that rules or the order read by name.
  let policiesRead: Set<Int>
  /// The facts that rules read; what reads the others can be left out.
  package let factsRead: Set<FactVariable>

  /// Checks a rule set.
  ///
  /// - Throws: ``RuleSetError`` for the first error, with its location.
  /// - Complexity: O(*n*) in the length of the expressions.
  public init(_ ruleSet: RuleSet) throws(RuleSetError) {
    do {
      try self.init(checking: ruleSet)
    } catch {
      throw error.named(in: ruleSet)
    }
  }

  private init(checking ruleSet: RuleSet) throws(RuleSetError) {
    self.ruleSet = ruleSet
    try Self.checkNames(of: ruleSet)
    try Self.checkPolicies(of: ruleSet)
    vocabulary = Vocabulary(of: ruleSet)
    var rules: [CheckedRule] = []
    for (index, rule) in ruleSet.rules.enumerated() {
      let checked = try CheckedRule(rule, at: index, in: vocabulary.environment)
      if ruleSet.combination == .first { try Self.checkScreen(checked, at: index, vocabulary) }
      try Self.checkPolicies(of: checked.require, at: .rule(index, .require), ruleSet, vocabulary)
      rules.append(checked)
    }
    self.rules = rules
    order = try Self.orderKeys(ruleSet.order, of: ruleSet, vocabulary) { .order($0) }
    prefer = try Self.orderKeys(ruleSet.prefer, of: ruleSet, vocabulary) { .prefer($0) }
    ids = ruleSet.rules.map { $0.id }
    let conditions = rules.map { $0.require } + order + prefer
    factsRead = Set(conditions.flatMap { [vocabulary] in vocabulary.facts(in: $0) })
    policiesRead = Set(
      conditions.flatMap { $0.variables }.compactMap { [vocabulary] id in
        if case .policy(let index) = vocabulary.role(of: id) { index } else { nil }
      }
    )
  }

  /// The kinds of offers of which conditions of screens read.
  package var kindsRead: [OfferKind] {
    let kinds = rules.flatMap { $0.require.variables }.compactMap { id -> OfferKind? in
      if case .answer(let answer) = vocabulary.role(of: id) { answer.kind } else { nil }
    }
    return OfferKind.allCases.filter(kinds.contains)
  }

  /// The kinds of offers, besides win-back offers, whose rules screens with these conditions need.
  ///
  /// Introductory offers are always among them: a screen can show one without a condition about it.
  package var kindsNeeded: [OfferKind] {
    let kinds = [.introductory] + kindsRead
    return OfferKind.allCases.filter { $0 != .winBack && kinds.contains($0) }
  }

  func conditions(under policies: PolicyChoice) -> [Expression] {
    rules.map { rule in rule.require.specialized { vocabulary.constant($0, policies) } }
  }

  /// Returns the rule set with the attributes of another one, such as one of screens, so that
  /// histories are read with them.
  ///
  /// - Throws: ``RuleSetError`` if both declare an attribute with different types.
  /// - Complexity: O(*n*) in the length of the expressions, if there are other attributes.
  public func declaring(attributesOf other: CheckedRuleSet) throws(RuleSetError) -> CheckedRuleSet {
    let missing = other.ruleSet.attributes.filter { !ruleSet.attributes.contains($0) }
    guard !missing.isEmpty else { return self }
    var extended = ruleSet
    extended.attributes += missing
    return try CheckedRuleSet(extended)
  }

  private static func checkNames(of ruleSet: RuleSet) throws(RuleSetError) {
    try check("rule", ruleSet.rules.map { $0.id }, in: "id", areWords: false) { .rule($0, .id) }
    try check("policy", ruleSet.policies.map { $0.name }) { .policy($0, .name) }
    try check("attribute", ruleSet.attributes.map { $0.name }) { .attribute($0) }
  }

  /// Checks that names are unique and, if `areWords`, that the rule language accepts them.
  private static func check(
    _ kind: String,
    _ names: [String],
    in member: String = "name",
    areWords: Bool = true,
    at place: (Int) -> RuleSetError.Place
  ) throws(RuleSetError) {
    var known: Set<String> = []
    for (index, name) in names.enumerated() {
      guard known.insert(name).inserted else {
        throw RuleSetError(
          place(index),
          "expected each \(kind) once, found the \(member) '\(name)' again"
        )
      }
      guard !areWords || isName(name) else {
        throw RuleSetError(
          place(index),
          "expected a name of letters, digits and '_', found '\(name)'"
        )
      }
    }
  }

  private static func isName(_ name: String) -> Bool {
    name.utf8.first?.isIdentifierStart == true && name.utf8.allSatisfy { $0.isIdentifierPart }
  }

  /// Checks that the engine's own policies have values that they allow.
  private static func checkPolicies(of ruleSet: RuleSet) throws(RuleSetError) {
    var probe = FactPolicies()
    for (index, policy) in ruleSet.policies.enumerated() {
      for (position, value) in policy.values.enumerated()
      where !probe.set(policy.name, to: value) {
        throw RuleSetError(
          .policy(index, position == 0 ? .value : .alternative(position - 1)),
          FactPolicy.refusal(of: value, for: policy.name, policy.allowedValues),
          suggestion: nearestName(to: value, among: policy.allowedValues ?? [])
        )
      }
    }
  }

  private static func checkPolicies(
    of expression: Expression,
    at place: RuleSetError.Place,
    _ ruleSet: RuleSet,
    _ vocabulary: Vocabulary
  ) throws(RuleSetError) {
    for id in expression.variables {
      // The policy of the time zone accepts every offset.
      guard case .policy(let index) = vocabulary.role(of: id),
        let listed = ruleSet.policies[index].allowedValues
      else { continue }
      for text in expression.texts(comparedWith: id) where !listed.contains(text) {
        throw RuleSetError(
          place,
          FactPolicy.refusal(of: text, for: ruleSet.policies[index].name, listed),
          suggestion: nearestName(to: text, among: listed),
          offset: expression.offset(of: text)
        )
      }
    }
  }

  /// Checks that a condition of a screen has the name of a screen, and reads only the customer.
  private static func checkScreen(
    _ rule: CheckedRule,
    at index: Int,
    _ vocabulary: Vocabulary
  ) throws(RuleSetError) {
    let screens = Screen.choices.map { $0.rawValue }
    guard screens.contains(rule.rule.id) else {
      throw RuleSetError(
        .rule(index, .id),
        "expected \(screens.quotedAlternatives), found '\(rule.rule.id)'",
        suggestion: nearestName(to: rule.rule.id, among: screens)
      )
    }
    for id in rule.require.variables {
      switch vocabulary.role(of: id) {
      case .fact(let fact) where !fact.isOfOffer: continue
      case .policy, .attribute, .answer: continue
      case .offer, .fact:
        throw RuleSetError(
          .rule(index, .require),
          "expected a condition on the customer, found '\(vocabulary.name(of: id))', which differs "
            + "from offer to offer"
        )
      }
    }
  }

  private static func orderKeys(
    _ keys: [OrderKey],
    of ruleSet: RuleSet,
    _ vocabulary: Vocabulary,
    at place: (Int) -> RuleSetError.Place
  ) throws(RuleSetError) -> [Expression] {
    try keys.enumerated().map { index, key throws(RuleSetError) in
      let place = place(index)
      let expression = try CheckedRule.expression(key.key, in: vocabulary.environment, at: place)
      switch expression.type {
      case .int, .double, .string, .timestamp: break
      default:
        throw RuleSetError(
          place,
          "expected a key of type int, double, string or timestamp, found \(expression.type)"
        )
      }
      // The order does not depend on customers, so it is computed once.
      for id in expression.variables {
        switch vocabulary.role(of: id) {
        case .offer, .policy: break
        case .fact, .attribute, .answer:
          throw RuleSetError(
            place,
            "expected a key over the offer and the policies, found '\(vocabulary.name(of: id))'"
          )
        }
      }
      try checkPolicies(of: expression, at: place, ruleSet, vocabulary)
      return expression
    }
  }
}
