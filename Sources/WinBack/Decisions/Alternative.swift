import Synchronization

/// An engine, or something made of engines, that differs from another in the value of one policy.
package struct Alternative<Engine: Sendable>: Sendable {
  fileprivate let dimension: PolicyDimension
  package let value: String
  package let engine: Engine

  package var policy: String { dimension.name }
  package var scope: PolicyDimension.Scope { dimension.scope }
  /// The value in the other engine.
  package var assumedValue: String { dimension.values[0] }

  func map<Other>(_ make: (Engine) -> Other) -> Alternative<Other> {
    Alternative<Other>(dimension: dimension, value: value, engine: make(engine))
  }

  func reading(_ snapshot: Snapshot, by policies: FactPolicies) -> AlternativeReading {
    guard let history = snapshot.history.reading(by: policies) else { return .contradiction }
    let other = history.snapshot(asOf: snapshot.asOf)
    let mayDiffer =
      scope.changesRules || history.timeline.mayHaveRedemptions || other.facts != snapshot.facts
    return mayDiffer ? .facts(other) : .same
  }
}

/// How another policy reads a history.
enum AlternativeReading {
  /// The same facts, by the same rules.
  case same
  /// The history contradicts itself, so that nothing is decided.
  case contradiction
  case facts(Snapshot)
}

/// The verdicts on the offers of a group under another policy.
struct AlternativeVerdicts {
  let alternative: Alternative<EligibilityEngine>
  let reading: AlternativeReading
  /// In the order of the other engine's result; none unless there are facts.
  let verdicts: [Verdict]
}

extension EligibilityEngine {
  /// Decides on the offers of a group, in the order of the result (R2).
  func verdicts(on snapshot: Snapshot) -> [Verdict] {
    offerIndices(in: snapshot.group).map { snapshot.verdict(on: programs[$0]) }
  }

  /// Decides on the offers of a group under each other policy, in the order of ``alternatives``.
  func alternativeVerdicts(on snapshot: Snapshot) -> [AlternativeVerdicts] {
    alternatives.map { alternative in
      let reading = alternative.reading(snapshot, by: alternative.engine.policies.facts)
      let verdicts =
        if case .facts(let facts) = reading { alternative.engine.verdicts(on: facts) } else {
          [Verdict]()
        }
      return AlternativeVerdicts(alternative: alternative, reading: reading, verdicts: verdicts)
    }
  }
}

extension CheckedRuleSet {
  /// Returns the policies that matter and are not fixed, in the rule set's order.
  package func dimensions(of choice: PolicyChoice, without fixed: Set<String> = [])
    -> [PolicyDimension]
  {
    ruleSet.policies.enumerated().compactMap { index, policy in
      fixed.contains(policy.name)
        ? nil : PolicyDimension(index, policy, of: self, engineValue: choice.values[index])
    }
  }

  /// Returns an engine for each choice that differs in one policy, in the rule set's order.
  func alternatives<Engine>(
    to choice: PolicyChoice,
    _ make: (PolicyChoice) -> Engine
  ) -> [Alternative<Engine>] {
    dimensions(of: choice).flatMap { dimension in
      dimension.values.dropFirst().map { value in
        let other = choice.replacing(policyAt: dimension.index, with: value, in: ruleSet)
        return Alternative(dimension: dimension, value: value, engine: make(other))
      }
    }
  }
}

/// A value that is made when it is first needed, and then kept for all threads.
package final class Lazy<Value: Sendable>: Sendable {
  private let kept = AtomicLazyReference<Shared<Value>>()

  package init() {}

  package func value(_ make: () -> Value) -> Value {
    (kept.load() ?? kept.storeIfNil(Shared(make()))).value
  }
}

/// A value behind one reference, so that a copy counts that reference alone.
final class Shared<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
