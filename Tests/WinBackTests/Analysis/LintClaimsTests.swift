import Testing
import WinBack
import WinBackFormats

/// Each sentence of the linter about customers, against the engine.
@Suite("What a linter says of customers")
struct LintClaimsTests {
  @Test("is so: of nobody on a grid otherwise, and of somebody where it says so")
  func claims() throws {
    let rules = try CheckedRuleSet.appStore()
    for seed in RandomCase.seeds(40, for: 63) {
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
}

extension Dice {
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
