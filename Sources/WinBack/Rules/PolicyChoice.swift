import CEL

/// The values of all policies: those of a rule set, or those that a user sets instead.
package struct PolicyChoice: Sendable, Hashable {
  /// The values, in the order of the rule set's policies.
  package private(set) var values: [String]
  package internal(set) var facts: FactPolicies

  package init(
    of ruleSet: RuleSet,
    overrides: [String: String]
  ) throws(PolicyError) {
    values = ruleSet.policies.map { $0.value }
    facts = FactPolicies()
    for policy in ruleSet.policies { _ = facts.set(policy.name, to: policy.value) }
    for (name, value) in overrides.ordered(by: { $0.key < $1.key }) {
      try set(name, to: value, in: ruleSet)
    }
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
      throw .unknown(name, among: Self.names(of: ruleSet))
    }
    let allowed =
      known.map { $0.values } ?? index.flatMap { ruleSet.policies[$0].allowedValues }
    guard allowed?.contains(value) ?? true, facts.set(name, to: value) else {
      throw PolicyError(
        policy: name,
        message: FactPolicy.refusal(of: value, for: name, allowed),
        suggestion: nearestName(to: value, among: allowed ?? [])
      )
    }
    if let index { values[index] = value }
  }
}

/// An error for an unknown policy, or for an unknown value of a policy.
public struct PolicyError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The name of the policy, as it is given.
  package let policy: String

  /// What was expected and what was found.
  public let message: String

  /// The nearest known name.
  public let suggestion: String?

  static func unknown(_ name: String, among names: some Sequence<String>) -> PolicyError {
    let names = Set(names).ordered()
    let suggestion = nearestName(to: name, among: names)
    let known = suggestion == nil ? "; known are \(names.joined(separator: ", "))" : ""
    let message = "expected the name of a policy, found '\(name)'\(known)"
    return PolicyError(policy: name, message: message, suggestion: suggestion)
  }

  /// The error as a sentence.
  public var description: String { message.suggesting(suggestion) }
}

/// A policy, and those of its values that matter.
package struct PolicyDimension: Sendable, Hashable {
  package enum Scope: Sendable, Hashable {
    /// Facts and rules, or dates (T4): the rules must be solved again for each value.
    case both
    /// The paid months (F7).
    case months
    /// The instant since which the customer has lapsed (F2).
    case lapse
    /// The instant since which an offer counts as redeemed (F9).
    case wait
    /// Whether a subscription has ended permanently if the history does not say so (F13a).
    case ending
    /// Whether purchases are missing that the history shows to be missing (F14).
    case completeness
    /// Only rules, which read it by its name.
    case rules

    /// Whether it changes more than facts of customers.
    package var changesRules: Bool {
      switch self {
      case .both, .rules: true
      case .months, .lapse, .wait, .ending, .completeness: false
      }
    }
  }

  /// The index of the policy in the rule set.
  package let index: Int
  package let name: String
  /// The values, the one of the engine first.
  package let values: [String]
  package let scope: Scope

  /// Creates the dimension of a policy; nil if it has only one value, or no effect.
  init?(_ index: Int, _ policy: Policy, of rules: CheckedRuleSet, engineValue: String) {
    let values = ([engineValue] + policy.values).withoutRepeats
    let isRead = rules.policiesRead.contains(index)
    let ofFacts = FactPolicy.named(policy.name)?.scope
    guard values.count > 1, isRead || ofFacts != nil else { return nil }
    self.index = index
    self.values = values
    name = policy.name
    scope = ofFacts.map { isRead ? .both : $0 } ?? .rules
  }
}
