import CEL
import Testing
import WinBackFormats

/// Each sentence of the linter about customers, against the engine.
@Suite("What a linter says of customers")
struct LintClaimsTests {
  @Test("is so: of nobody on a grid otherwise, and of somebody where it says so")
  func claims() throws {
    let rules = try CheckedRuleSet.appStore()
    for seed in RandomCase.seeds(10, for: 63) {
      var dice = Dice(seed: seed)
      let catalog = dice.withTerms(dice.rivals())
      let policies = dice.chance(50) ? dice.somePolicies() : [:]
      let comment = "seed \(seed), \(policies)"
      let claims = try LintClaims(catalog, rules, policies)
      try claims.expectExamples(comment)
      for _ in 0..<100 {
        let (history, now) = dice.customer(near: catalog)
        claims.expectNoCounterexample(history, now, comment)
      }
    }
  }

  @Test("is so with a rule of one's own over any fact", arguments: FactVariable.allCases)
  func ownRules(fact: FactVariable) throws {
    for seed in RandomCase.seeds(1, for: 66 + UInt64(fact.rawValue)) {
      var dice = Dice(seed: seed)
      let catalog = dice.withTerms(dice.rivals())
      let condition = dice.condition(on: fact)
      var ruleSet = try CheckedRuleSet.appStore().ruleSet
      ruleSet.rules.append(Rule(id: "own", title: "", require: condition, because: ""))
      let policies = dice.chance(50) ? dice.somePolicies() : [:]
      let comment = "seed \(seed), \(condition), \(policies)"
      let claims = try LintClaims(catalog, CheckedRuleSet(ruleSet), policies)
      try claims.expectExamples(comment, hasOwnRule: true)
      for _ in 0..<100 {
        let (history, now) = dice.customer(near: catalog)
        claims.expectNoCounterexample(history, now, comment)
      }
    }
  }
}

extension Dice {
  /// Returns a condition that reads a fact; a new fact needs one here.
  fileprivate mutating func condition(on fact: FactVariable) -> String {
    let name = fact.variable.name
    let number = number(0...3)
    let sign = pick(["<", "<=", ">=", ">"])
    switch fact {
    case .now: return "now \(sign) timestamp('2024-0\(number + 2)-15T00:00:00Z')"
    case .productId: return "\(name) \(pick(["==", "!="])) \(pick(["'p'", "'q'"]))"
    case .storefront: return "\(name) in ['USA', '\(pick(["JPN", "DEU"]))']"
    case .state: return "\(name) \(pick(["==", "!="])) 'expired'"
    case .willAutoRenew, .hasSharedAccess, .hasReceivedIntroductoryOffer, .hasEverSubscribed,
      .willRenew:
      return pick([name, "!\(name)"])
    case .paidMonths, .redemptionCount, .refunds, .redemptions, .paidMonthsEver:
      return "\(name) \(sign) \(sign == "<" ? number + 1 : number)"
    case .expirationIntent: return "!has(\(name)) || \(name) \(sign) \(number)"
    case .lapsedAt: return "now \(sign) addMonths(\(name), \(number))"
    case .redemptionEndedAt, .lastRefundAt, .lastRedemptionAt, .secondLastRedemptionAt,
      .lastPromotionalOfferAt:
      return "!has(\(name)) || now \(sign) addMonths(\(name), \(number))"
    case .price: return "!has(\(name)) || \(name) \(sign) \(number)000"
    case .offerPrice: return "\(name) \(sign) \(number)000"
    case .firstPurchaseDate: return "now - \(name) \(sign) duration('\(number * 480)h')"
    }
  }

  /// Returns a catalog whose offers are given in all ways, and for all times, that there are.
  fileprivate mutating func withTerms(_ catalog: Catalog) -> Catalog {
    var catalog = catalog
    catalog.editOffers { offer in
      guard chance(50) else { return }
      offer.offerMode = pick(OfferMode.allCases)
      offer.duration = pick(OfferDuration.allCases)
      offer.periodCount = pick([1, 1, 2, 3])
    }
    return catalog
  }
}
