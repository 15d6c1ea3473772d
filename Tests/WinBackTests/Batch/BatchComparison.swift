import Testing
import WinBack
import WinBackFormats

/// A way to ask the batch evaluator, and the decisions that say why, about the same customers.
protocol BatchComparison {
  init(rules: CheckedRuleSet)

  /// How the two differ; nil where they agree.
  func difference(on randomCase: RandomCase) -> String?
}

extension BatchComparison {
  /// Expects agreement; the message is the smallest case to be found in which there is none.
  static func expectAgreement(on randomCase: RandomCase, _ rules: CheckedRuleSet) {
    let comparison = Self(rules: rules)
    guard comparison.difference(on: randomCase) != nil else { return }
    let smallest = randomCase.shrunk { comparison.difference(on: $0) != nil }
    let conditions = rules.ruleSet.rules.map { "\n  rule \($0.id): \($0.require)" }.joined()
    Issue.record(
      """
      \(comparison.difference(on: smallest) ?? "")
        \(smallest)
        attributes \(smallest.history.attributes)\(conditions)
      """
    )
  }

  /// Expects agreement by the rules of the App Store, under any policies or a given one.
  static func expectAgreement(
    of seeds: Range<UInt64>,
    under alternative: Alternative? = nil
  ) throws {
    let rules = try CheckedRuleSet.appStore()
    for seed in seeds {
      var randomCase = RandomCase(seed: seed)
      if let alternative { randomCase.policies = [alternative.policy: alternative.value] }
      expectAgreement(on: randomCase, rules)
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
