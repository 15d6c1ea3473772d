import CEL
import Testing
import WinBackAnalysis
import WinBackFormats

/// Customers for rules over every kind of fact and of attribute, as the analysis makes them up.
@Suite("A rule of one's own")
struct OwnRuleTests {
  @Test(
    "has somebody who meets it, whom the engine confirms",
    arguments: [
      "customer.attributes.flag", "!customer.attributes.flag",
      "customer.attributes.count >= 3", "customer.attributes.count < -2",
      "customer.attributes.count in [7, 9]", "customer.attributes.count % 2 == 0",
      "customer.attributes.text == 'gold'", "customer.attributes.text in ['z', 'y']",
      "customer.attributes.text != 'a'", "!(customer.attributes.text in ['a', 'b', 'c'])",
      "customer.attributes.time < timestamp('1999-01-01T00:00:00Z')",
      "customer.attributes.time >= timestamp('2024-01-01T00:00:00Z')",
      "has(customer.attributes.ratio)", "has(customer.attributes.texts)",
      "!has(customer.attributes.count)",
      "customer.storefront == 'JPN'", "customer.storefront in ['FRA', 'USA', 'no storefront']",
      "!(customer.storefront in ['USA', 'JPN', 'DEU', 'GBR', 'FRA', 'BRA'])",
      "subscription.expirationIntent == 1", "subscription.expirationIntent >= 2",
      "!has(subscription.expirationIntent)",
      "subscription.productId == 'premium'", "subscription.productId in ['sold', 'sold.too']",
      "!(subscription.productId in ['basic', 'premium'])",
      "!(subscription.productId in ['basic', 'premium', 'another.product'])",
      "subscription.state == 'none'", "subscription.state == 'inBillingRetryPeriod'",
      "subscription.hasSharedAccess", "subscription.willAutoRenew",
      "subscription.paidMonths > 7 && subscription.paidMonths < 9",
      "!has(redemption.endedAt) || now >= addMonths(redemption.endedAt, 2)",
      "!customer.hasReceivedIntroductoryOffer",
      "customer.hasReceivedIntroductoryOffer && subscription.paidMonths == 3",
      "!customer.hasEverSubscribed", "customer.hasEverSubscribed",
      "customer.refunds == 0", "customer.refunds == 2 && subscription.paidMonths == 3",
      "has(customer.lastRefundAt) && customer.refunds > 0", "customer.redemptions == 0",
      "redemption.count == 0", "redemption.count < 2",
      "redemption.count == 0 || subscription.paidMonths > 3",
      "subscription.firstPurchaseDate < subscription.lapsedAt",
      "now - subscription.lapsedAt > duration('100h')",
    ]
  )
  func somebody(condition: String) throws {
    let engine = try engine(requiring: condition)
    let analysis = CatalogAnalysis(engine)
    let audience = try #require(analysis.audiences.first)
    let witness = try #require(analysis.existence(of: audience).witness, "nobody is found")
    let decisions = try engine.decisions(for: witness.history, asOf: witness.asOf)
    #expect(decisions.contains { $0.eligibleWinBackOfferIDs == ["offer"] })
  }

  @Test(
    "has nobody where the App Store has none such",
    arguments: [
      "customer.storefront == 'nowhere'", "subscription.paidMonths < 0",
      "subscription.state == 'none' && subscription.productId == 'basic'",
      "!customer.hasEverSubscribed && subscription.state == 'expired'",
      "customer.hasReceivedIntroductoryOffer && subscription.state == 'none'",
      "subscription.expirationIntent == 7", "customer.refunds < 0",
      "customer.refunds > 0 && subscription.state == 'none'", "redemption.count < 0",
      "redemption.count == 0 && has(redemption.endedAt)",
      "redemption.count > 0 && !has(redemption.endedAt)",
    ]
  )
  func nobody(condition: String) throws {
    let analysis = CatalogAnalysis(try engine(requiring: condition))
    let audience = try #require(analysis.audiences.first)
    #expect(analysis.existence(of: audience) == .nobody)
  }

  @Test("over introductory offers has an example whose offers are listed, and hidden offers")
  func introductions() throws {
    var ruleSet = try CheckedRuleSet.appStore().ruleSet
    ruleSet.rules.append(
      Rule(id: "new", title: "", require: "!customer.hasReceivedIntroductoryOffer", because: "")
    )
    let engine = try EligibilityEngine(
      catalog: catalog(offer("a", lapse: 1...24), offer("b", paid: 2, lapse: 1...24)),
      rules: CheckedRuleSet(ruleSet)
    )
    let findings = CatalogLinter(engine, asOf: instant("2024-01-01")).findings()
    let hidden = try #require(findings.first { $0.code == .alwaysHidden })
    #expect(hidden.offerId == "b" && hidden.example?.eligible.ids == ["a", "b"])
  }

  @Test(
    "counts the redemptions of the offer alone, and the periods of one as one",
    arguments: [
      ("2024-01-15", 0), ("2024-03-01", 1), ("2024-04-15", 1), ("2024-07-15", 1), ("2024-10-15", 2),
    ]
  )
  func redemptions(asOf day: String, count: Int) throws {
    let customer = history {
      subscribe("basic", on: "2024-01-01", months: 1)
      subscribe("basic", on: "2024-03-01", months: 1).redeeming("offer")
      renew("basic", on: "2024-04-01", months: 1).redeeming("offer")
      subscribe("basic", on: "2024-07-01", months: 1).redeeming("another")
      subscribe("basic", on: "2024-10-01", months: 1).redeeming("offer")
    }
    for number in 0...3 {
      let engine = try engine(requiring: "redemption.count == \(number)")
      let decisions = try engine.decisions(for: customer, asOf: instant(day))
      #expect(decisions.first?.eligibleWinBackOfferIDs == (number == count ? ["offer"] : []))
    }
  }

  @Test("over the redemptions of a history that does not have all knows a least number")
  func leastRedemptions() throws {
    let customer = history(gaps: .redemptions) {
      subscribe("basic", on: "2024-03-01", months: 1).redeeming("offer")
    }
    let verdicts = try ["redemption.count < 1", "redemption.count >= 1", "redemption.count < 2"].map
    {
      try engine(requiring: $0).decisions(for: customer, asOf: instant("2024-05-01"))
        .first?.offers.first?.verdict
    }
    #expect(verdicts == [.ineligible, .eligible, .undetermined])
  }

  @Test(
    "that counts redemptions holds for customers without one, in every statement about all customers",
    arguments: ["redemption.count < 2", "redemption.count < 1", "redemption.count == 0"]
  )
  func counts(condition: String) throws {
    var ruleSet = try CheckedRuleSet.appStore().ruleSet
    ruleSet.rules.append(Rule(id: "own", title: "", require: condition, because: ""))
    let rules = try CheckedRuleSet(ruleSet)
    func twins(paid: Int, wait: Int?) throws -> EligibilityEngine {
      try EligibilityEngine(
        catalog: catalog(offer("a", paid: paid, wait: wait), offer("b", paid: paid, wait: wait)),
        rules: rules
      )
    }
    let engine = try twins(paid: 3, wait: 6)
    let findings = CatalogLinter(engine, asOf: instant("2024-01-01")).findings()
      .filter { $0.example != nil }
    #expect(
      findings.map { "\($0.code.rawValue) \($0.message)" } == [
        "identical-offers 'b' has the same criteria as 'a': until they redeem one, customers are eligible for "
          + "both or none"
      ]
    )
    #expect(findings.first?.example?.eligible.ids == ["a", "b"])
    let comparison = CatalogComparison(from: engine, to: try twins(paid: 2, wait: 6))
    for offer in comparison.offers() {
      let gained = try #require(offer.gained, "\(offer.change)")
      let (before, after) = comparison.eligibleOffers(of: gained)
      #expect(offer.change == .wider && before.ids.isEmpty && after.ids == ["a", "b"])
    }
  }

  @Test("over the count of redemptions leaves the other offer to who redeemed one")
  func otherOffer() throws {
    var ruleSet = try CheckedRuleSet.appStore().ruleSet
    ruleSet.rules.append(
      Rule(id: "own", title: "", require: "redemption.count < 2", because: "")
    )
    let rules = try CheckedRuleSet(ruleSet)
    let engines = try [6, nil].map { wait in
      try EligibilityEngine(
        catalog: catalog(offer("a", wait: wait), offer("b", wait: wait)),
        rules: rules
      )
    }
    let comparison = CatalogComparison(from: engines[0], to: engines[1])
    for (offer, other) in zip(comparison.offers(), ["b", "a"]) {
      let (before, after) = comparison.eligibleOffers(of: try #require(offer.gained))
      #expect(offer.change == .wider && before.ids == [other] && after.ids == ["a", "b"])
    }
  }

  private func engine(requiring condition: String) throws -> EligibilityEngine {
    try EligibilityEngine(
      catalog: catalog(offer()),
      rules: CheckedRuleSet(
        RuleSet(
          name: "Own",
          title: "",
          attributes: Dice.attributes,
          rules: [Rule(id: "own", title: "", require: condition, because: "")]
        )
      )
    )
  }
}
