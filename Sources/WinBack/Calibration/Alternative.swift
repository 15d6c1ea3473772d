import Synchronization

/// An engine, or what is made of engines, that differs from another in the value of one policy.
package struct Alternative<Engine: Sendable>: Sendable {
  /// The policy.
  package let policy: String
  /// The value that it has here.
  package let value: String
  /// The value that it has for the other engine.
  let assumedValue: String
  /// What the policy affects.
  let scope: PolicyDimension.Scope
  /// The engine that has the value.
  let engine: Engine

  /// Returns the alternative with what is made of its engine.
  func map<Other>(_ make: (Engine) -> Other) -> Alternative<Other> {
    Alternative<Other>(
      policy: policy,
      value: value,
      assumedValue: assumedValue,
      scope: scope,
      engine: make(engine)
    )
  }

  /// What an alternative reads of a customer.
  enum Reading {
    /// The same facts, by the same rules.
    case same
    /// Nothing: the history contradicts itself.
    case contradiction
    /// These facts.
    case facts(Snapshot)
  }

  /// Returns what the alternative reads of a customer by its policies of facts.
  func reading(_ snapshot: Snapshot, by policies: FactPolicies) -> Reading {
    guard let history = snapshot.history.reading(by: policies) else { return .contradiction }
    let other = history.snapshot(asOf: snapshot.asOf)
    let mayDiffer =
      scope.changesRules || history.timeline.hasRedemptions || other.facts != snapshot.facts
    return mayDiffer ? .facts(other) : .same
  }
}

extension CheckedRuleSet {
  /// Returns the policies that matter and are not fixed, in the rule set's order.
  func dimensions(of choice: PolicyChoice, without fixed: Set<String> = []) -> [PolicyDimension] {
    ruleSet.policies.enumerated().compactMap { index, policy in
      fixed.contains(policy.name)
        ? nil : PolicyDimension(index, policy, of: self, engineValue: choice.values[index])
    }
  }

  /// Returns what is made of each choice that differs in one policy, in the rule set's order.
  func alternatives<Engine>(
    to choice: PolicyChoice,
    _ make: (PolicyChoice) -> Engine
  ) -> [Alternative<Engine>] {
    dimensions(of: choice).flatMap { dimension in
      dimension.values.dropFirst().map { value in
        Alternative(
          policy: dimension.name,
          value: value,
          assumedValue: choice.values[dimension.index],
          scope: dimension.scope,
          engine: make(
            choice.replacing(policyAt: dimension.index, with: value, in: ruleSet)
          )
        )
      }
    }
  }
}

/// A value that is made when it is first asked for, and then kept for all threads.
final class Lazy<Value: Sendable>: Sendable {
  private final class Box: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private let box = AtomicLazyReference<Box>()

  /// Returns the value, which a function makes if nobody has asked for it before.
  func value(_ make: () -> Value) -> Value {
    (box.load() ?? box.storeIfNil(Box(make()))).value
  }
}
