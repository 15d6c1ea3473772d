import CEL
import Testing
import WinBackFormats

/// Batches at one instant, which say no more than the lists, against the decisions that say why.
@Suite("Batches at one instant")
struct InstantTests {
  @Test("says the same as a decision, under all policies")
  func appStore() throws {
    try InstantComparison.expectAgreement(of: RandomCase.seeds(25, for: 21))
  }

  @Test(
    "says the same as a decision under each alternative of each policy",
    arguments: Alternative.all
  )
  func alternatives(alternative: Alternative) throws {
    try InstantComparison.expectAgreement(of: RandomCase.seeds(2, for: 22), under: alternative)
  }

  @Test("says the same as a decision by rules of any kind, and with attributes (R1)")
  func ownRules() throws {
    try InstantComparison.expectAgreementByOwnRules(of: RandomCase.seeds(40, for: 23))
  }

  @Test("compares an attribute with a fraction as a decision does", arguments: ["<", ">="])
  func fraction(sign: String) throws {
    var ruleSet = try CheckedRuleSet.appStore().ruleSet
    ruleSet.attributes = Dice.attributes
    ruleSet.rules = [
      Rule(id: "own", title: "", require: "customer.attributes.ratio \(sign) 2.0", because: "")
    ]
    let rules = try CheckedRuleSet(ruleSet)
    for seed in RandomCase.seeds(5, for: 25) {
      var randomCase = RandomCase(seed: seed)
      randomCase.history.attributes = ["ratio": .double(2.5)]
      InstantComparison.expectAgreement(on: randomCase, rules)
    }
  }

  @Test("sees whether an attribute is there, whatever its type", arguments: Dice.attributes)
  func presence(attribute: RuleSet.Attribute) throws {
    var ruleSet = try CheckedRuleSet.appStore().ruleSet
    ruleSet.attributes = [attribute]
    ruleSet.rules = [
      Rule(id: "own", title: "", require: "has(customer.attributes.\(attribute.name))", because: "")
    ]
    let rules = try CheckedRuleSet(ruleSet)
    var dice = Dice(seed: 24)
    var randomCase = RandomCase(seed: 24)
    InstantComparison.expectAgreement(on: randomCase, rules)
    randomCase.history.attributes = [attribute.name: dice.value(of: attribute.type)]
    InstantComparison.expectAgreement(on: randomCase, rules)
  }
}
