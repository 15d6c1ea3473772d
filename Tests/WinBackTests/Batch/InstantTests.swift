import CEL
import CalendarTime
import Testing
import WinBack
import WinBackFormats

/// Batches at one instant, which say no more than the lists, against the decisions that say why.
@Suite("Batches at one instant")
struct InstantTests {
  @Test("says the same as a decision, under all policies")
  func appStore() throws {
    let rules = try CheckedRuleSet.appStore()
    for seed in RandomCase.seeds(25, for: 21) {
      try expectAgreement(on: RandomCase(seed: seed), rules)
    }
  }

  @Test(
    "says the same as a decision under each alternative of each policy",
    arguments: Alternative.all
  )
  func alternatives(alternative: Alternative) throws {
    let rules = try CheckedRuleSet.appStore()
    for seed in RandomCase.seeds(2, for: 22) {
      var randomCase = RandomCase(seed: seed)
      randomCase.policies = [alternative.policy: alternative.value]
      try expectAgreement(on: randomCase, rules)
    }
  }

  @Test("says the same as a decision by rules of any kind, and with attributes (R1)")
  func ownRules() throws {
    let appStore = try CheckedRuleSet.appStore().ruleSet
    for seed in RandomCase.seeds(40, for: 23) {
      var dice = Dice(seed: seed)
      let rules = try dice.rules(besides: appStore)
      var randomCase = RandomCase(seed: seed)
      randomCase.history.attributes = dice.attributes()
      try expectAgreement(on: randomCase, rules)
    }
  }

  @Test("sees whether an attribute is there, whatever its type", arguments: Dice.attributes)
  func presence(attribute: RuleSet.Attribute) throws {
    var ruleSet = try CheckedRuleSet.appStore().ruleSet
    ruleSet.attributes = [attribute]
    ruleSet.rules = [
      Rule(
        id: "own",
        title: "",
        require: "has(customer.attributes.\(attribute.name))",
        because: ""
      )
    ]
    let rules = try CheckedRuleSet(ruleSet)
    var dice = Dice(seed: 24)
    var randomCase = RandomCase(seed: 24)
    try expectAgreement(on: randomCase, rules)
    randomCase.history.attributes = [attribute.name: dice.value(of: attribute.type)]
    try expectAgreement(on: randomCase, rules)
  }

  private func expectAgreement(
    on randomCase: RandomCase,
    _ rules: CheckedRuleSet
  ) throws {
    let comparison = InstantComparison(rules)
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
}
