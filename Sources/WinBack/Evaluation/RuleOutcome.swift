public import CEL

/// The result of one rule for one offer.
public struct RuleOutcome: Sendable, Hashable {
  /// One comparison of a rule, with its values.
  public struct Condition: Sendable, Hashable {
    /// The comparison, as the rule set writes it.
    public let expression: String

    /// The operator, such as `>=`.
    public let comparison: String

    /// The value on the left, which is the customer's; nil if it is unknown.
    public let actual: Value?

    /// The value on the right, which the offer or the rule requires; nil if it is unknown.
    public let needed: Value?

    /// Whether the comparison holds.
    public let outcome: Truth
  }

  /// The identifier of the rule.
  public let id: String

  /// What the rule requires, as a sentence.
  public let title: String

  /// Whether the rule holds.
  public let outcome: Truth

  /// Why the rule fails, such as `still-subscribed`; nil if it does not fail.
  public let reason: String?

  /// Why, as a sentence with the values of the customer.
  public let because: String

  /// The comparisons of the rule, in its order, with needed and actual values.
  ///
  /// They omit comparisons that read something absent, such as a wait that is not set.
  public let conditions: [Condition]

  /// The facts that are not known, so that the rule cannot be decided.
  public let missing: [String]
}

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
      switch truth {
      case .holds: rule.because.render(binding(of:))
      case .fails: reason?.because.render(binding(of:)) ?? "does not hold: \(rule.rule.require)"
      case .unknown where missing.isEmpty: failureText(of: conditions)
      case .unknown: "not known: " + missing.joined(separator: ", ")
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

  /// Returns why a rule fails, in words for people: with days, and with names of products and
  /// countries.
  func words(for rule: CheckedRule, _ names: CatalogNames) -> String {
    guard let because = reason(for: rule)?.because else { return rule.rule.title }
    return because.render(phrase: { $0.day }) { id in
      guard case .value(.string(let text)) = binding(of: id) else { return binding(of: id) }
      switch vocabulary.role(of: id) {
      case .fact(.productId), .offer(.productId): return .value(.string(names.productName(text)))
      case .fact(.storefront): return .value(.string(Storefront(text)?.name ?? text))
      default: return .value(.string(text))
      }
    }
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
      outcome: comparison.expression.truth(binding(of:))
    )
  }

  private func value(of expression: Expression) -> Value? {
    if case .value(let value) = expression.evaluate(binding(of:)) { value } else { nil }
  }
}
