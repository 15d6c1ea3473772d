import CEL
import Testing
import WinBackAnalysis
import WinBackFormats

/// Rules of one line, as people write them, each with a small change.
@Suite("A rule of one line")
struct PlainRuleTests {
  private static let lapsed = "has(subscription.lapsedAt) && now"
  private static let first = "subscription.firstPurchaseDate"
  private static let refunded = "!has(customer.lastRefundAt) || now"
  private static let redeemed = "!has(customer.lastRedemptionAt) || now"
  private static let twice = "!has(customer.secondLastRedemptionAt) || now"
  private static let promoted = "!has(customer.lastPromotionalOfferAt) || now"
  private static let seen = "!has(customer.attributes.time) || now - customer.attributes.time"

  /// A rule, another one in its place, and why the comparison with the other is not decided; nil if it
  /// is.
  static let rules: [(rule: String, other: String, doubt: String?)] = [
    ("customer.redemptions < 2", "customer.redemptions < 3", nil),
    ("customer.redemptions == 0", "customer.redemptions <= 1", nil),
    (
      "\(redeemed) >= addMonths(customer.lastRedemptionAt, 12)",
      "\(redeemed) >= addMonths(customer.lastRedemptionAt, 18)", nil
    ),
    (
      "\(twice) >= addMonths(customer.secondLastRedemptionAt, 12)",
      "\(twice) >= addMonths(customer.secondLastRedemptionAt, 18)", nil
    ),
    (
      "\(promoted) - customer.lastPromotionalOfferAt > duration('2160h')",
      "\(promoted) - customer.lastPromotionalOfferAt > duration('2880h')", nil
    ),
    ("customer.paidMonthsEver >= 12", "customer.paidMonthsEver >= 24", nil),
    ("offer.price < subscription.price", "offer.price <= subscription.price", nil),
    ("redemption.count < 2", "redemption.count < 3", nil),
    ("redemption.count == 0", "redemption.count <= 1", nil),
    ("customer.refunds == 0", "customer.refunds < 2", nil),
    ("customer.refunds <= 1", "customer.refunds <= 2", nil),
    (
      "\(refunded) - customer.lastRefundAt > duration('720h')",
      "\(refunded) - customer.lastRefundAt > duration('1440h')", nil
    ),
    (
      "\(refunded) >= addMonths(customer.lastRefundAt, 3)",
      "\(refunded) >= addMonths(customer.lastRefundAt, 6)", nil
    ),
    ("!has(customer.lastRefundAt)", "has(customer.lastRefundAt)", nil),
    (
      "!has(redemption.endedAt) || now >= addMonths(redemption.endedAt, 12)",
      "!has(redemption.endedAt) || now >= addMonths(redemption.endedAt, 18)", nil
    ),
    ("!has(redemption.endedAt)", "!has(redemption.endedAt) || subscription.paidMonths > 6", nil),
    (
      "\(lapsed) >= addMonths(subscription.lapsedAt, 3)",
      "\(lapsed) >= addMonths(subscription.lapsedAt, 4)", nil
    ),
    (
      "\(lapsed) - subscription.lapsedAt < duration('2400h')",
      "\(lapsed) - subscription.lapsedAt < duration('2424h')", nil
    ),
    (
      "!has(\(first)) || \(first) < timestamp('2024-01-01T00:00:00Z')",
      "!has(\(first)) || \(first) < timestamp('2023-01-01T00:00:00Z')", nil
    ),
    (
      "has(\(first)) && now >= addMonths(\(first), 12)",
      "has(\(first)) && now >= addMonths(\(first), 13)", nil
    ),
    ("subscription.paidMonths >= 12", "subscription.paidMonths >= 13", nil),
    ("subscription.paidMonths < 24", "subscription.paidMonths < 25", nil),
    (
      "subscription.paidMonths >= (customer.hasEverSubscribed ? 6 : 0)",
      "subscription.paidMonths >= (customer.hasEverSubscribed ? 7 : 0)", nil
    ),
    (
      "subscription.paidMonths >= (customer.storefront == 'USA' ? 6 : 12)",
      "subscription.paidMonths >= (customer.storefront == 'USA' ? 6 : 9)", nil
    ),
    (
      "subscription.paidMonths + customer.refunds >= 6",
      "subscription.paidMonths + customer.refunds >= 7", "relates facts"
    ),
    (
      "subscription.paidMonths > customer.redemptions",
      "subscription.paidMonths > 2 * customer.redemptions", "relates facts"
    ),
    ("has(subscription.productId) && subscription.productId == 'basic'", "true", nil),
    (
      "has(subscription.productId) && subscription.productId in ['basic', 'year']",
      "has(subscription.productId) && subscription.productId in ['year']", nil
    ),
    ("subscription.state == 'expired'", "subscription.state != 'revoked'", nil),
    ("subscription.state in ['expired', 'revoked']", "subscription.state == 'expired'", nil),
    ("subscription.state.startsWith('e')", "subscription.state.endsWith('d')", nil),
    ("!subscription.willAutoRenew", "subscription.willAutoRenew", nil),
    ("!subscription.hasSharedAccess", "subscription.hasSharedAccess", nil),
    (
      "!has(subscription.expirationIntent) || subscription.expirationIntent == 1",
      "!has(subscription.expirationIntent) || subscription.expirationIntent == 2", nil
    ),
    (
      "has(subscription.expirationIntent) && subscription.expirationIntent in [1, 3]",
      "has(subscription.expirationIntent) && subscription.expirationIntent in [1]", nil
    ),
    ("customer.storefront in ['USA', 'CAN']", "customer.storefront in ['USA']", nil),
    ("customer.storefront != 'CHN'", "!(customer.storefront in ['CHN', 'RUS'])", nil),
    ("customer.storefront.startsWith('U')", "customer.storefront.startsWith('US')", nil),
    ("!customer.willRenew", "customer.willRenew", nil),
    ("!customer.hasReceivedIntroductoryOffer", "customer.hasReceivedIntroductoryOffer", nil),
    ("customer.hasEverSubscribed", "!customer.hasEverSubscribed", nil),
    (
      "has(customer.attributes.flag) && customer.attributes.flag",
      "!has(customer.attributes.flag) || customer.attributes.flag", nil
    ),
    (
      "!has(customer.attributes.text) || customer.attributes.text == 'gold'",
      "!has(customer.attributes.text) || customer.attributes.text in ['gold', 'silver']", nil
    ),
    (
      "has(customer.attributes.count) && customer.attributes.count >= 10",
      "has(customer.attributes.count) && customer.attributes.count >= 11", nil
    ),
    (
      "has(customer.attributes.ratio) && customer.attributes.ratio > 9.5",
      "has(customer.attributes.ratio) && customer.attributes.ratio > 9", nil
    ),
    ("\(seen) < duration('720h')", "\(seen) < duration('744h')", nil),
    ("now < timestamp('2026-01-01T00:00:00Z')", "now < timestamp('2027-01-01T00:00:00Z')", nil),
  ]

  @Test("is compared exactly with another one, and says why if it is not", arguments: rules)
  func comparison(rule: String, other: String, doubt: String?) throws {
    let engine = try engine(rule)
    for (condition, doubt) in [
      (other, doubt), ("true", rule.contains(" > customer.") ? doubt : nil),
    ] {
      for (from, to) in [
        (engine, try self.engine(condition)), (try self.engine(condition), engine),
      ] {
        let comparison = CatalogComparison(from: from, to: to)
        let offer = try #require(comparison.offers().first)
        guard let doubt else {
          #expect(offer.change != .undetermined, "\(condition): \(offer.doubt ?? "")")
          #expect(offer.doubt == nil)
          continue
        }
        #expect(offer.change == .undetermined)
        #expect(offer.doubt?.contains(doubt) == true)
      }
    }
  }

  @Test("over a price that the catalog does not have is not decided, and lint says nothing of it")
  func unknownPrice() throws {
    let (from, to) = (try engine("offer.price < 990", []), try engine("offer.price < 1990", []))
    let offer = try #require(CatalogComparison(from: from, to: to).offers().first)
    #expect(offer.change == .undetermined && offer.doubt == "the catalog does not have 'price'")
    #expect(CatalogComparison(from: from, to: from).offers().first?.change == .same)
    #expect(CatalogLinter(from, asOf: instant("2024-01-01")).findings().isEmpty)
  }

  @Test(
    "is here for every fact that rules can read, and for every type of an attribute of one value"
  )
  func facts() {
    for fact in FactVariable.allCases {
      #expect(
        Self.rules.contains { $0.rule.contains(fact.variable.name) },
        "nobody compares rules over '\(fact.variable.name)'"
      )
    }
    for attribute in Dice.attributes where !["texts", "counts"].contains(attribute.name) {
      #expect(Self.rules.contains { $0.rule.contains("attributes.\(attribute.name)") })
    }
    #expect(Self.rules.count >= 40 && Self.rules.count { $0.doubt != nil } <= 3)
  }

  private func engine(
    _ rule: String,
    _ prices: [(String, String)] = [("USA", "4.99"), ("DEU", "5.99")]
  ) throws -> EligibilityEngine {
    var ruleSet = try CheckedRuleSet.appStore().ruleSet
    ruleSet.attributes = Dice.attributes
    ruleSet.rules.append(Rule(id: "own", title: "", require: rule, because: ""))
    var priced = offer("a", paid: 3, lapse: 2...24, wait: 6)
    priced.offerMode = .payUpFront
    priced.prices = prices.compactMap { code, price in
      Storefront(code).map { OfferPrice(territory: $0, customerPrice: price) }
    }
    return try EligibilityEngine(
      catalog: catalog(priced),
      rules: CheckedRuleSet(ruleSet)
    )
  }
}
