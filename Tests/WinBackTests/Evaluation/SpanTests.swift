import Testing
import WinBackFormats

/// Batches through time, which search nothing, against the sweep that defines windows, and the decisions.
@Suite("Batches through time")
struct SpanTests {
  @Test("follows customers as decisions do, under all policies (R4, T6)")
  func appStore() throws {
    try SpanComparison.expectAgreement(of: RandomCase.seeds(25, for: 31))
  }

  @Test(
    "follows customers as decisions do under each alternative of each policy",
    arguments: Alternative.all
  )
  func alternatives(alternative: Alternative) throws {
    try SpanComparison.expectAgreement(of: RandomCase.seeds(2, for: 32), under: alternative)
  }

  @Test("follows customers as decisions do by rules of any kind, and with attributes (R1)")
  func ownRules() throws {
    try SpanComparison.expectAgreementByOwnRules(of: RandomCase.seeds(30, for: 33))
  }

  @Test("counts the months of a period that goes on (F7)")
  func growingMonths() throws {
    var ruleSet = try CheckedRuleSet.appStore().ruleSet
    ruleSet.rules = ruleSet.rules.filter { ["paid-duration", "available"].contains($0.id) }
    let rules = try CheckedRuleSet(ruleSet)
    for seed in RandomCase.seeds(20, for: 34) {
      SpanComparison.expectAgreement(on: RandomCase(seed: seed), rules)
    }
  }

  @Test(
    "agrees on comparisons of the clock with a fact, also where two instants are too far apart for them",
    arguments: [
      "now >= addMonths(subscription.lapsedAt, 2)", "addMonths(subscription.lapsedAt, 2) <= now",
      "now - subscription.lapsedAt >= duration('1440h')",
      "duration('1440h') <= now - subscription.lapsedAt",
      "!has(redemption.endedAt) || now - redemption.endedAt > duration('1440h')",
      "subscription.lapsedAt + duration('1440h') > now",
      "now != subscription.lapsedAt", "now - subscription.lapsedAt == duration('1440h')",
    ]
  )
  func clock(condition: String) throws {
    var ruleSet = try CheckedRuleSet.appStore().ruleSet
    ruleSet.rules = ruleSet.rules.filter { ["churned", "available"].contains($0.id) }
    ruleSet.rules.append(Rule(id: "clock", title: "clock", require: condition, because: "clock"))
    let rules = try CheckedRuleSet(ruleSet)
    for seed in RandomCase.seeds(5, for: 36) {
      let randomCase = RandomCase(seed: seed)
      SpanComparison.expectAgreement(on: randomCase, rules)
      let engine = try EligibilityEngine(catalog: randomCase.catalog, rules: rules)
      #expect(!BatchProgram(engine).hasOpaque)
      #expect(!BatchProgram(engine, at: Instant(milliseconds: randomCase.instants[0])).hasOpaque)
    }
  }
}
