import CEL

/// The values of all policies: those of a rule set, or those that a user sets instead.
package struct PolicyChoice: Sendable, Hashable {
  /// The values, in the order of the rule set's policies.
  package private(set) var values: [String]
  package internal(set) var facts: FactPolicies

  package init(
    of ruleSet: RuleSet,
    overrides: [(name: String, value: String)]
  ) throws(PolicyError) {
    values = ruleSet.policies.map { $0.value }
    facts = FactPolicies()
    for policy in ruleSet.policies { _ = facts.set(policy.name, to: policy.value) }
    for (name, value) in overrides { try set(name, to: value, in: ruleSet) }
  }

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
    // The engine knows the values of its own policies. Policies that only rules read allow the
    // values in the rule set, because rules give no meaning to others.
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

/// An error for an unknown policy, or for an unknown value of a policy.
public struct PolicyError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was expected and what was found.
  public let message: String

  /// The nearest known name.
  public let suggestion: String?

  init(message: String, suggestion: String?) {
    self.message = message
    self.suggestion = suggestion
  }

  package init(unknown name: String, among names: some Sequence<String>) {
    let names = Set(names).ordered()
    suggestion = nearestName(to: name, among: names)
    let known = suggestion == nil ? "; known are \(names.joined(separator: ", "))" : ""
    message = "expected the name of a policy, found '\(name)'\(known)"
  }

  /// The error as a sentence.
  public var description: String {
    suggestion.map { message + "; did you mean '\($0)'?" } ?? message
  }
}
