/// Why the settings of an offer cannot be told apart: what a rule asks of them.
package struct PlanError: Error, Hashable {
  /// The rule.
  package let rule: String
  /// The part of the rule that asks it.
  package let condition: String
  /// The criteria that it reads together.
  package let criteria: [Criterion]
}

extension PlanError: CustomStringConvertible {
  package var description: String {
    "expected rules that read one criterion in each condition, found '"
      + criteria.map(\.variable.name).joined(separator: "' and '")
      + "' together in the rule '\(rule)': \(condition)"
  }
}
