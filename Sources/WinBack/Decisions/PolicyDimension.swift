/// A policy, and those of its values that matter.
package struct PolicyDimension: Sendable, Hashable {
  package enum Scope: Sendable, Hashable {
    /// Facts and rules, or dates: the rules must be solved again for each value.
    case both
    case months
    case lapse
    case wait
    /// Whether a subscription has ended permanently if the history does not say so (F13a).
    case ending
    /// Only rules, which read it by its name.
    case rules

    /// Whether it changes more than facts of customers.
    package var changesRules: Bool {
      switch self {
      case .both, .rules: true
      case .months, .lapse, .wait, .ending: false
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
    var values = [engineValue]
    for value in [policy.value] + policy.alternatives.map({ $0.value })
    where !values.contains(value) {
      values.append(value)
    }
    guard values.count > 1 else { return nil }
    let isRead = rules.policiesRead.contains(index)
    let effect = FactPolicy.named(policy.name)?.effect
    self.index = index
    name = policy.name
    self.values = values
    switch effect {
    case nil:
      guard isRead else { return nil }
      scope = .rules
    case .dates: scope = .both
    case .months: scope = isRead ? .both : .months
    case .lapse: scope = isRead ? .both : .lapse
    case .wait: scope = isRead ? .both : .wait
    case .ending: scope = isRead ? .both : .ending
    }
  }
}
