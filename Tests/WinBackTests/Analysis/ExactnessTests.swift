import CEL
import Testing
import WinBackAnalysis
import WinBackFormats

/// What is said of all customers, against customers one by one.
@Suite("What is said of all customers")
struct ExactnessTests {
  @Test(
    "holds for every customer on a dense grid, and somebody shows whatever is not said",
    arguments: [(nil, 30), ("redemption.count < 2", 8)]
  )
  func exactness(condition: String?, cases: Int) throws {
    var ruleSet = try CheckedRuleSet.appStore().ruleSet
    ruleSet.rules += condition.map { [Rule(id: "own", title: "", require: $0, because: "")] } ?? []
    let rules = try CheckedRuleSet(ruleSet)
    for seed in RandomCase.seeds(cases, for: 61) {
      var dice = Dice(seed: seed)
      let catalog = dice.rivals()
      let policies = dice.chance(50) ? [:] : dice.somePolicies()
      let engine = try EligibilityEngine(catalog: catalog, rules: rules, policies: policies)
      let claims = Claims(engine)
      let isDefault = policies.isEmpty && condition == nil
      claims.expectExamples(
        "seed \(seed), \(policies)",
        isDefault: isDefault,
        hasOwnRule: condition != nil
      )
      for _ in 0..<150 {
        let (history, now) = dice.customer(near: catalog)
        claims.expectNoCounterexample(history, now, "seed \(seed), \(policies)")
      }
    }
  }

  @Test("comes to the same of identical offers, whoever of the two was redeemed")
  func identicalOffers() throws {
    let twins = catalog(
      offer("a", paid: 3, lapse: 2...24, wait: 6),
      offer("b", paid: 3, lapse: 2...24, wait: 6),
      offer("c", paid: 3, lapse: 2...24, wait: 7)
    )
    let analysis = CatalogAnalysis(try EligibilityEngine(catalog: twins, rules: .appStore()))
    let audiences = analysis.audiences
    #expect(analysis.areIdentical(audiences[0], audiences[1]))
    #expect(!analysis.areIdentical(audiences[0], audiences[2]))
    #expect(!analysis.isContained(audiences[0], in: audiences[1]))
    var relations = OfferRelations(analysis)
    #expect(relations.cover(of: 1) == nil)
  }

  @Test("counts months that come to lie on each other at the end of a shorter one (T2)")
  func monthEnds() throws {
    // The wait is as long as the least lapse, and redemptions end before service does. But January
    // 30 at noon and a month is later than January 31 at midnight and a month.
    let offers = catalog(offer("a", lapse: 1...24, wait: nil), offer("b", lapse: 1...24, wait: 1))
    let analysis = CatalogAnalysis(try EligibilityEngine(catalog: offers, rules: .appStore()))
    let existence = analysis.existence(of: analysis.audiences[0], outside: [analysis.audiences[1]])
    let facts = try #require(existence.witness, "\(existence)").facts
    let redeemed = try #require(facts.redemptions["b"])
    let lapsed = try #require(facts.lapsedAt)
    #expect(redeemed < lapsed)
    #expect(redeemed.adding(months: 1) > facts.now && lapsed.adding(months: 1) <= facts.now)
  }
}

/// All that the analysis claims of the offers of an engine.
private struct Claims {
  private let analysis: CatalogAnalysis
  private let findings: [LintFinding]
  private let contained: [(inner: Audience, outer: Audience)]
  private let identical: [(Audience, Audience)]

  init(_ engine: EligibilityEngine) {
    analysis = CatalogAnalysis(engine)
    findings = CatalogLinter(engine, asOf: Instant(milliseconds: 0)).findings()
    var contained: [(Audience, Audience)] = []
    var identical: [(Audience, Audience)] = []
    for audience in analysis.audiences {
      for other in analysis.audiences where other.key != audience.key {
        if analysis.isContained(audience, in: other) { contained.append((audience, other)) }
        if analysis.areIdentical(audience, other) { identical.append((audience, other)) }
      }
    }
    self.contained = contained
    self.identical = identical
  }

  private func claims(_ code: LintCode, of audience: Audience) -> Bool {
    findings.contains { $0.code == code && $0.offerId == audience.key.offerId }
  }

  /// Expects somebody for each claim that is not made.
  ///
  /// Customers are found under the default rules; under others, it can stay undetermined whether there are
  /// any who redeem an offer again, or have it first. With a rule that counts redemptions, it can also
  /// stay undetermined whether somebody has one offer but not another, since that may need two redemptions.
  func expectExamples(_ comment: String, isDefault: Bool, hasOwnRule: Bool) {
    for (index, audience) in analysis.audiences.enumerated() {
      #expect(audience.region.isExact)
      let isNever = [LintCode.neverEligible, .lapseOrder, .dateOrder].contains {
        claims($0, of: audience)
      }
      guard !isNever else { continue }
      if audience.offer.endDate != nil, !claims(.redeemableOnce, of: audience) {
        let repeated = analysis.existence(ofRepeated: audience)
        let isShown = isDefault ? repeated.witness != nil : repeated != .nobody
        #expect(isShown, "\(audience.key) \(comment)")
      }
      guard case .somebody = analysis.existence(of: audience) else {
        Issue.record("nobody is shown to have \(audience.key), \(comment)")
        continue
      }
      if !claims(.alwaysHidden, of: audience) {
        let first = analysis.existence(of: audience, outside: Array(analysis.audiences[..<index]))
        guard let witness = first.witness else {
          if isDefault || first == .nobody {
            Issue.record("nobody is shown to have \(audience.key) first, \(comment)")
          }
          continue
        }
        #expect(analysis.eligibleOffers(of: witness).first?.key == audience.key, "\(comment)")
      }
      for other in analysis.audiences
      where other.key != audience.key
        && !contained.contains(where: { $0.inner.key == audience.key && $0.outer.key == other.key })
      {
        let existence = analysis.existence(of: audience, outside: [other])
        if existence == .nobody || !hasOwnRule && existence.witness == nil {
          Issue.record("nobody is shown to have \(audience.key) but not \(other.key), \(comment)")
        }
      }
    }
  }

  /// Expects that a customer is no exception to any claim.
  func expectNoCounterexample(_ history: CustomerHistory, _ now: Instant, _ comment: String) {
    let verdicts = analysis.engine.verdicts(on: history, group: "g", asOf: now)
    let eligible = verdicts.filter { $0.verdict == .eligible }.map(\.offer)
    let redeemed = Set(history.transactions.compactMap(\.offerIdentifier))
    let customer = "\(comment), on \(now) \(eligible.map(\.offerId)): \(history)"
    for audience in analysis.audiences where eligible.contains(audience.key) {
      #expect(!claims(.neverEligible, of: audience), "\(audience.key) \(customer)")
      let offset = analysis.engine.policies.facts.timeZone
      let start = audience.offer.start(at: offset)
      let isRepeated = history.transactions.contains { transaction in
        let purchase = transaction.purchaseDate.resolved(at: offset)
        return transaction.offerType == 4 && transaction.offerIdentifier == audience.key.offerId
          && transaction.inAppOwnershipType != "FAMILY_SHARED" && start <= purchase
          && purchase <= now
      }
      #expect(!isRepeated || !claims(.redeemableOnce, of: audience), "\(audience.key) \(customer)")
      if eligible.first == audience.key {
        #expect(!claims(.alwaysHidden, of: audience), "\(audience.key) \(customer)")
      }
    }
    for (inner, outer) in contained where eligible.contains(inner.key) {
      #expect(eligible.contains(outer.key), "\(inner.key) in \(outer.key) \(customer)")
    }
    for (audience, other) in identical
    where redeemed.isDisjoint(with: [audience.key.offerId, other.key.offerId]) {
      #expect(
        eligible.contains(audience.key) == eligible.contains(other.key),
        "\(audience.key) like \(other.key) \(customer)"
      )
    }
  }
}
