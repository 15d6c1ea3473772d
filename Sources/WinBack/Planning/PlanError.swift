/// The reason that the settings of an offer cannot be counted: a rule with several criteria in one condition.
package struct PlanError: Error, Hashable {
  /// The rule.
  package let rule: String
  /// The condition in the rule.
  package let condition: String
  /// The criteria that it reads together.
  package let criteria: [Criterion]
}

extension PlanError: CustomStringConvertible {
  package var description: String {
    "expected rules that read one criterion in each condition, found '"
      + criteria.map { $0.variable.name }.joined(separator: "' and '")
      + "' together in the rule '\(rule)': \(condition)"
  }
}
