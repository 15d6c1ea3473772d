import Testing
import WinBackFormats

/// Two ways to ask about the same customers, such as the batch evaluator and the decisions that say why.
protocol CaseComparison {
  init(rules: CheckedRuleSet)

  /// How the two differ; nil where they agree.
  func difference(on randomCase: RandomCase) -> String?
}

extension CaseComparison {
  /// Expects agreement; the message is the smallest case to be found in which there is none.
  @discardableResult
  static func expectAgreement(on randomCase: RandomCase, _ rules: CheckedRuleSet) -> Bool {
    let comparison = Self(rules: rules)
    guard comparison.difference(on: randomCase) != nil else { return true }
    let smallest = randomCase.shrunk { comparison.difference(on: $0) != nil }
    let conditions = rules.ruleSet.rules.map { "\n  rule \($0.id): \($0.require)" }.joined()
    Issue.record(
      """
      \(comparison.difference(on: smallest) ?? "")
        \(smallest)
        attributes \(smallest.history.attributes)\(conditions)
      """
    )
    return false
  }

  /// Expects agreement by the rules of the App Store, under any policies or a given one, and stops at the
  /// first case in which there is none.
  static func expectAgreement(
    of seeds: some Sequence<UInt64>,
    under alternative: Alternative? = nil
  ) throws {
    let rules = try CheckedRuleSet.appStore()
    for seed in seeds {
      var randomCase = RandomCase(seed: seed)
      if let alternative { randomCase.policies = [alternative.policy: alternative.value] }
      guard expectAgreement(on: randomCase, rules) else { return }
    }
  }

  /// Expects agreement by rules of any kind, of customers with attributes.
  static func expectAgreementByOwnRules(of seeds: Range<UInt64>) throws {
    let appStore = try CheckedRuleSet.appStore().ruleSet
    for seed in seeds {
      var dice = Dice(seed: seed)
      let rules = try dice.rules(besides: appStore)
      var randomCase = RandomCase(seed: seed)
      randomCase.history.attributes = dice.attributes()
      expectAgreement(on: randomCase, rules)
    }
  }
}
