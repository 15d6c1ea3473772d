/// A policy and the values of it that come into question.
package struct PolicyDimension: Sendable, Hashable {
  package enum Scope: Sendable, Hashable {
    /// Facts and rules, or dates: under each value the rules must be solved anew.
    case both
    /// The paid months (F7).
    case months
    /// Since when the customer has lapsed (F2).
    case lapse
    /// Since when an offer counts as redeemed (F9).
    case wait
    /// Whether a subscription has ended permanently, where the history does not say (F13a).
    case ending
    /// Rules alone, which read it by its name.
    case rules

    /// Whether it is more than facts of customers.
    package var changesRules: Bool {
      switch self {
      case .both, .rules: true
      case .months, .lapse, .wait, .ending: false
      }
    }
  }

  /// The place of the policy in the rule set.
  package let index: Int
  package let name: String
  /// The values, the one of the engine first.
  package let values: [String]
  package let scope: Scope

  /// Creates the dimension of a policy; nil if it has one value only, or no say in anything.
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
