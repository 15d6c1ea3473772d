import Testing
import WinBackAnalysis
import WinBackFormats

/// What a comparison of two rules says of all customers, against lives as the App Store makes them.
@Suite("A comparison of two rules")
struct StoryComparisonTests {
  private static let storiesOfEach = 50

  @Test("is contradicted by nobody whose life is random")
  func stories() throws {
    var changed = 0
    for seed in RandomCase.seeds(PlainRuleTests.rules.count, for: 69) {
      var dice = Dice(seed: seed)
      let plain = PlainRuleTests.rules[Int(seed % UInt64(PlainRuleTests.rules.count))]
      let rules = dice.chance(50) ? [plain.rule, plain.other] : [plain.rule, "true"]
      let (before, after) = dice.chance(50) ? (rules[0], rules[1]) : (rules[1], rules[0])
      let isAlone = dice.chance(50)
      var catalog = LifeCase(seed: seed).catalog
      catalog.editOffers { offer in
        offer.offerMode = .payUpFront
        offer.prices =
          Storefront("USA").map {
            [OfferPrice(territory: $0, customerPrice: dice.pick(["0.99", "4.99", "9.99"]))]
          } ?? []
      }
      let from = try engine(catalog, before, isAlone: isAlone)
      let to = try engine(catalog, after, isAlone: isAlone)
      let comparison = CatalogComparison(from: from, to: to)
      let changes = Dictionary(
        uniqueKeysWithValues: comparison.offers().map { ($0.key, $0.change) }
      )
      for _ in 0..<Self.storiesOfEach {
        let lives = catalog.subscriptionGroups.enumerated().map {
          dice.life(in: $0.element, number: $0.offset + 1)
        }
        for _ in 0..<2 {
          let event = Reference.add(
            months: dice.pick([0, 0, 1, 2, 3, 6, 12, 18]),
            to: dice.pick(lives.flatMap(\.events))
          )
          let now = event + dice.pick([0, 1, -1, Int64(dice.number(1...90)) * Reference.day])
          var history = LifeView.whole(of: lives, at: now)
          history.attributes = dice.attributes()
          let had = try eligible(history, from, asOf: Instant(milliseconds: now))
          let has = try eligible(history, to, asOf: Instant(milliseconds: now))
          changed += had == has ? 0 : 1
          for (key, change) in changes {
            let gains = !had.contains(key) && has.contains(key)
            let loses = had.contains(key) && !has.contains(key)
            #expect(
              !(gains && [.same, .narrower].contains(change)
                || loses && [.same, .wider].contains(change)),
              "seed \(seed), \(key) is \(change) from \(before) to \(after), at \(now) \(history)"
            )
          }
        }
      }
    }
    #expect(changed > 0)
  }

  private func eligible(
    _ history: CustomerHistory,
    _ engine: EligibilityEngine,
    asOf now: Instant
  ) throws -> Set<OfferKey> {
    var keys: Set<OfferKey> = []
    for group in try engine.groups(of: history) {
      for evaluation in engine.evaluations(of: group.snapshot(asOf: now))
      where evaluation.verdict == .eligible {
        keys.insert(
          OfferKey(group: group.subscriptionGroupIdentifier, offerId: evaluation.offerId)
        )
      }
    }
    return keys
  }

  /// Returns an engine with a rule alone, or besides those of the App Store.
  private func engine(
    _ catalog: Catalog,
    _ rule: String,
    isAlone: Bool
  ) throws -> EligibilityEngine {
    var ruleSet = try CheckedRuleSet.appStore().ruleSet
    ruleSet.attributes = Dice.attributes
    if isAlone { ruleSet.rules = [] }
    ruleSet.rules.append(Rule(id: "own", title: "", require: rule, because: ""))
    return try EligibilityEngine(catalog: catalog, rules: CheckedRuleSet(ruleSet))
  }
}
