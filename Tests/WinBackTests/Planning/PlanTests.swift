import CEL
import Testing
import WinBackAnalysis
import WinBackFormats

/// Every setting in one pass, against the rules on an offer edited so (S1 to S3).
@Suite("All settings at once")
struct PlanTests {
  @Test("count as the rules do on an edited offer, under all policies and by storefront (S2)")
  func instants() throws {
    let comparison = PlanComparison(rules: try .appStore())
    for seed in RandomCase.seeds(10, for: 41) {
      let difference = try comparison.difference(on: RandomCase(seed: seed))
      #expect(difference == nil)
    }
  }

  @Test("count whoever is eligible at some instant of a span, each once (S3)")
  func spans() throws {
    for seed in RandomCase.seeds(6, for: 42) {
      let comparison = PlanComparison(
        rules: try .appStore(),
        customers: 6,
        settings: 30,
        months: [1, 3, 7][Int(seed % 3)]
      )
      let difference = try comparison.difference(on: RandomCase(seed: seed))
      #expect(difference == nil)
    }
  }

  @Test(
    "count by rules that read a criterion in any way, at an instant and through a span",
    arguments: [
      // Not one range of numbers.
      "subscription.paidMonths == offer.customerEligibilityPaidSubscriptionDurationInMonths",
      "subscription.paidMonths % 2 == 0 || subscription.paidMonths >= offer.customerEligibilityPaidSubscriptionDurationInMonths",
      "offer.customerEligibilityTimeSinceLastSubscribedInMonths.minimum in [1, 3, 12]",
      // No fact, or several.
      "offer.customerEligibilityPaidSubscriptionDurationInMonths != 3",
      "has(subscription.expirationIntent) || subscription.paidMonths > offer.customerEligibilityPaidSubscriptionDurationInMonths",
      "customer.attributes.count > offer.customerEligibilityPaidSubscriptionDurationInMonths",
      // A wait that is needed, and one that is forbidden.
      "now >= addMonths(redemption.endedAt, offer.customerEligibilityWaitBetweenOffersInMonths)",
      "!has(offer.customerEligibilityWaitBetweenOffersInMonths)",
      // Against the clock in other ways.
      "now - subscription.lapsedAt > duration('700h') || offer.customerEligibilityTimeSinceLastSubscribedInMonths.maximum > 6",
      "now > addMonths(subscription.lapsedAt, offer.customerEligibilityTimeSinceLastSubscribedInMonths.maximum)",
      // Dates of the offer with a fact beside them are no availability.
      "subscription.lapsedAt < offer.startDate",
    ]
  )
  func ownRules(condition: String) throws {
    var ruleSet = try CheckedRuleSet.appStore().ruleSet
    ruleSet.attributes = Dice.attributes
    ruleSet.rules = ruleSet.rules.filter { !["product", "territory"].contains($0.id) }
    ruleSet.rules.append(Rule(id: "own", title: "", require: condition, because: ""))
    let rules = try CheckedRuleSet(ruleSet)
    for seed in RandomCase.seeds(2, for: 43) {
      let months: Int64? = seed % 2 == 0 ? nil : 2
      let comparison = PlanComparison(rules: rules, customers: 6, settings: 20, months: months)
      let difference = try comparison.difference(on: RandomCase(seed: seed))
      #expect(difference == nil)
    }
  }

  @Test("are refused where a condition reads two criteria, with the rule and the condition")
  func twoCriteria() throws {
    var ruleSet = try CheckedRuleSet.appStore().ruleSet
    ruleSet.rules.append(
      Rule(
        id: "both",
        title: "",
        require:
          "subscription.paidMonths > 3 && subscription.paidMonths >= offer.customerEligibilityPaidSubscriptionDurationInMonths + offer.customerEligibilityTimeSinceLastSubscribedInMonths.minimum",
        because: ""
      )
    )
    let randomCase = RandomCase(seed: 1)
    let engine = try EligibilityEngine(
      catalog: randomCase.catalog,
      rules: try CheckedRuleSet(ruleSet)
    )
    let error = try #require(throws: PlanError.self) {
      try PlanProgram(engine, offerAt: 0, in: .minimum...(.minimum))
    }
    #expect(
      "\(error)" == """
        expected rules that read one criterion in each condition, found \
        'customerEligibilityPaidSubscriptionDurationInMonths' and \
        'customerEligibilityTimeSinceLastSubscribedInMonths.minimum' together in the rule 'both': \
        subscription.paidMonths >= offer.customerEligibilityPaidSubscriptionDurationInMonths + \
        offer.customerEligibilityTimeSinceLastSubscribedInMonths.minimum
        """
    )
  }

  @Test("are 194,400, each once (S1)")
  func settings() {
    #expect(Setting.all.count == 194_400)
    #expect(Set(Setting.all).count == 194_400)
    #expect(Setting(paidDuration: 25, minimum: 1, maximum: 2, wait: nil) == nil)
    #expect(Setting(paidDuration: 1, minimum: 3, maximum: 2, wait: nil) == nil)
    #expect(Setting(paidDuration: 1, minimum: 1, maximum: 1, wait: 1) == nil)
  }

  @Test("tell the strictest ones that reach an audience: none as strict in all criteria does")
  func strictest() throws {
    let rules = try CheckedRuleSet.appStore()
    let randomCase = RandomCase(seed: 44 << 32)
    let engine = try EligibilityEngine(catalog: randomCase.catalog, rules: rules)
    let now = Instant(milliseconds: randomCase.instants[0])
    var tally = SettingTally(tellsStorefronts: false)
    let index = try #require(engine.programs.indices.first)
    var evaluator = PlanEvaluator(try PlanProgram(engine, offerAt: index, in: now...now))
    for number in 0..<400 {
      let history = randomCase.replacingCustomer(number).history
      for group in (try? engine.groups(of: history)) ?? [] {
        evaluator.add(group.record, group.asked, group.symbols)
      }
    }
    let isAdded = tally.add(evaluator.corners)
    #expect(isAdded)
    let audiences = tally.all.audiences()
    let largest = audiences.largest
    #expect(largest > 3)
    let targets = [1, largest / 2, largest]
    for (target, strictest) in zip(targets, audiences.strictest(reaching: targets)) {
      let reaching = Setting.all.filter { audiences[$0].eligible >= target }
      let found = Set(strictest)
      for setting in strictest { #expect(audiences[setting].eligible >= target) }
      for setting in reaching {
        // Each is as loose as a strictest one; none of these is looser than another one.
        #expect(found.contains { $0.isAsStrict(as: setting) })
      }
      for setting in strictest {
        #expect(!found.contains { $0 != setting && $0.isAsStrict(as: setting) })
      }
    }
  }
}

extension Setting {
  fileprivate func isAsStrict(as other: Setting) -> Bool {
    Criterion.allCases.allSatisfy { self[index: $0] <= other[index: $0] }
  }
}
