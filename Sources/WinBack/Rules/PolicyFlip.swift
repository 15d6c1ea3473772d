/// The policies of an engine, of which one has another value.
package struct PolicyFlip: Sendable {
  /// The policy.
  package let policy: String
  /// The value that it has here.
  package let value: String
  /// The value that it has for the engine.
  let engineValue: String
  /// All policies.
  let policies: PolicyChoice
  /// What the policy affects.
  let scope: PolicyDimension.Scope

  /// Whether rules or dates of the catalog read the policy, not facts of customers alone.
  var changesRules: Bool { scope.changesRules }
}

extension EligibilityEngine {
  /// Returns the policies that matter and are not fixed, in the rule set's order.
  func policyDimensions(without fixed: Set<String> = []) -> [PolicyDimension] {
    rules.ruleSet.policies.enumerated().compactMap { index, policy in
      fixed.contains(policy.name)
        ? nil : PolicyDimension(index, policy, of: rules, engineValue: policies.values[index])
    }
  }

  /// Flips one policy at a time, to each alternative.
  package func flips(of dimensions: [PolicyDimension]) -> [PolicyFlip] {
    dimensions.flatMap { dimension in
      dimension.values.dropFirst().map { value in
        PolicyFlip(
          policy: dimension.name,
          value: value,
          engineValue: policies.values[dimension.index],
          policies: policies.replacing(
            policyAt: dimension.index,
            with: value,
            in: rules.ruleSet
          ),
          scope: dimension.scope
        )
      }
    }
  }
}
