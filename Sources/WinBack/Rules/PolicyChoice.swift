import CEL

/// The values of all policies: a rule set's, and those that a user sets instead.
package struct PolicyChoice: Sendable, Hashable {
  /// The values, in the order of the rule set's policies.
  package private(set) var values: [String]
  /// The policies by which facts are read.
  package internal(set) var facts: FactPolicies

  /// Chooses the values of a rule set.
  ///
  /// - Throws: ``PolicyError`` for an unknown policy or value.
  package init(
    of ruleSet: RuleSet,
    overrides: [(name: String, value: String)]
  ) throws(PolicyError) {
    values = ruleSet.policies.map { $0.value }
    facts = FactPolicies()
    for policy in ruleSet.policies { _ = facts.set(policy.name, to: policy.value) }
    for (name, value) in overrides {
      try set(name, to: value, in: ruleSet)
    }
  }

  /// Returns the same choice with another value for one policy of the rule set.
  package func replacing(
    policyAt index: Int,
    with value: String,
    in ruleSet: RuleSet
  ) -> PolicyChoice {
    var choice = self
    choice.values[index] = value
    _ = choice.facts.set(ruleSet.policies[index].name, to: value)
    return choice
  }

  /// The names of all policies that can be set for a rule set.
  package static func names(of ruleSet: RuleSet) -> [String] {
    ruleSet.policies.map { $0.name } + FactPolicy.all.map { $0.name }
  }

  private mutating func set(
    _ name: String,
    to value: String,
    in ruleSet: RuleSet
  ) throws(PolicyError) {
    let index = ruleSet.policies.firstIndex { $0.name == name }
    let known = FactPolicy.named(name)
    guard index != nil || known != nil else {
      throw PolicyError(unknown: name, among: Self.names(of: ruleSet))
    }
    // The engine knows the values of its own policies; those of the rules are what the rule set
    // lists, since any other value would leave the rules without meaning.
    let allowed =
      known?.values
      ?? (known == nil
        ? index.map { index in
          [ruleSet.policies[index].value] + ruleSet.policies[index].alternatives.map { $0.value }
        } : nil)
    guard allowed?.contains(value) ?? true, facts.set(name, to: value) else {
      throw PolicyError(
        message:
          "expected \(CheckedRuleSet.expected(allowed)) for the policy '\(name)', found '\(value)'",
        suggestion: nearestName(to: value, among: allowed ?? [])
      )
    }
    if let index { values[index] = value }
  }
}
