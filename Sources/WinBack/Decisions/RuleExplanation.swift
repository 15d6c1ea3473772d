import CEL

/// A comparison of a rule, with its parts that are the same for all customers.
struct ExplainedComparison: Sendable {
  let comparison: Comparison
  let variables: [VariableID]
  let text: String

  init(_ comparison: Comparison) {
    self.comparison = comparison
    variables = comparison.expression.variables
    text = comparison.expression.description
  }
}

extension OfferEvaluator {
  /// Explains the result of a rule, with the values of the customer.
  ///
  /// `conditions` are the remaining conditions of the rule for the offer, and decide. `explained`
  /// are the comparisons of its condition with the values of the policies.
  func explain(
    _ rule: CheckedRule,
    _ conditions: [Expression],
    _ explained: [ExplainedComparison]
  ) -> RuleOutcome {
    let truth = truth(of: conditions)
    let reason = truth == .fails ? reason(for: rule) : nil
    let missing = truth == .unknown ? missing(in: conditions) : []
    let because =
      if truth == .unknown {
        missing.isEmpty
          ? failureText(of: conditions) : "not known: " + missing.joined(separator: ", ")
      } else {
        sentence(about: rule, holds: truth == .holds, reason)
      }
    return RuleOutcome(
      id: rule.rule.id,
      title: rule.rule.title,
      outcome: truth,
      reason: reason?.id,
      because: because,
      conditions: explained.compactMap(condition),
      missing: missing
    )
  }

  /// Returns why a rule holds or not; "does not hold" if the rule set gives no reason.
  private func sentence(
    about rule: CheckedRule,
    holds: Bool,
    _ reason: CheckedRule.Reason?
  ) -> String {
    guard !holds else { return rule.because.render(binding(of:)) }
    return reason?.because.render(binding(of:)) ?? "does not hold: \(rule.rule.require)"
  }

  private func reason(for rule: CheckedRule) -> CheckedRule.Reason? {
    rule.reasons.first { reason in
      reason.when.map { $0.evaluate(binding(of:)) == .value(.bool(true)) } ?? true
    }
  }

  private func missing(in conditions: [Expression]) -> [String] {
    var ids: Set<VariableID> = []
    for condition in conditions {
      if case .unknown(let unknown) = condition.evaluate(binding(of:)) { ids.formUnion(unknown) }
    }
    return ids.ordered().map(vocabulary.name(of:))
  }

  private func failureText(of conditions: [Expression]) -> String {
    for condition in conditions {
      if case .failure(let failure) = condition.evaluate(binding(of:)) {
        return "cannot be evaluated: " + failure.message(in: vocabulary.environment)
      }
    }
    return ""
  }

  /// Returns a comparison with its values; nil if one of them is absent.
  private func condition(_ explained: ExplainedComparison) -> RuleOutcome.Condition? {
    guard explained.variables.allSatisfy({ binding(of: $0) != .absent }) else { return nil }
    let comparison = explained.comparison
    return RuleOutcome.Condition(
      expression: explained.text,
      comparison: comparison.operator.rawValue,
      actual: value(of: comparison.left),
      needed: value(of: comparison.right),
      outcome: Truth(comparison.expression.evaluate(binding(of:)))
    )
  }

  private func value(of expression: Expression) -> Value? {
    if case .value(let value) = expression.evaluate(binding(of:)) { value } else { nil }
  }
}
