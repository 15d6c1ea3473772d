import CEL
import CalendarTime
import Testing
import WinBack
import WinBackFormats

/// What is said of all customers, against customers one by one.
@Suite("What is said of all customers")
struct ExactnessTests {
  @Test("holds for every customer on a dense grid, and somebody shows whatever is not said")
  func exactness() throws {
    let rules = try CheckedRuleSet.appStore()
    for seed in RandomCase.seeds(60, for: 61) {
      var dice = Dice(seed: seed)
      let catalog = dice.rivals()
      let policies = dice.chance(50) ? [:] : Self.policies(&dice)
      let engine = try EligibilityEngine(catalog: catalog, rules: rules, policies: policies)
      let claims = Claims(engine)
      claims.expectExamples("seed \(seed), \(policies)")
      for _ in 0..<150 {
        let (history, now) = dice.customer(near: catalog)
        claims.expectNoCounterexample(history, now, "seed \(seed), \(policies)")
      }
    }
  }

  private static func policies(_ dice: inout Dice) -> [String: String] {
    var policies: [String: String] = [:]
    for (policy, values) in Reference.Policies.values where dice.chance(35) {
      policies[policy] = dice.pick(values)
    }
    return policies
  }

  @Test("comes to the same of identical offers, whoever of the two was redeemed")
  func identicalOffers() throws {
    let twins = catalog(
      offer("a", paid: 3, lapse: 2...24, wait: 6),
      offer("b", paid: 3, lapse: 2...24, wait: 6),
      offer("c", paid: 3, lapse: 2...24, wait: 7)
    )
    let analysis = CatalogAnalysis(
      try EligibilityEngine(catalog: twins, rules: .appStore())
    )
    let reaches = analysis.reaches
    #expect(analysis.areIdentical(reaches[0], reaches[1]))
    #expect(!analysis.areIdentical(reaches[0], reaches[2]))
    #expect(!analysis.isContained(reaches[0], in: reaches[1]))
    #expect(analysis.cover(of: 1) == nil)
  }

  @Test("counts months that come to lie on each other at the end of a shorter one (T2)")
  func monthEnds() throws {
    // The wait is as long as the least lapse, and redemptions end before service does. But January
    // 30 at noon and a month is later than January 31 at midnight and a month.
    let offers = catalog(
      offer("a", lapse: 1...24, wait: nil),
      offer("b", lapse: 1...24, wait: 1)
    )
    let analysis = CatalogAnalysis(
      try EligibilityEngine(catalog: offers, rules: .appStore())
    )
    let existence = analysis.existence(of: analysis.reaches[0], outside: [analysis.reaches[1]])
    guard case .somebody(let witness) = existence else {
      Issue.record("expected somebody, found \(existence)")
      return
    }
    let facts = witness.facts
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
  private let contained: [(inner: OfferReach, outer: OfferReach)]
  private let identical: [(OfferReach, OfferReach)]

  init(_ engine: EligibilityEngine) {
    analysis = CatalogAnalysis(engine)
    findings = CatalogLinter(engine, asOf: Instant(milliseconds: 0)).findings()
    var contained: [(OfferReach, OfferReach)] = []
    var identical: [(OfferReach, OfferReach)] = []
    for reach in analysis.reaches {
      for other in analysis.reaches where other.key != reach.key {
        if analysis.isContained(reach, in: other) { contained.append((reach, other)) }
        if analysis.areIdentical(reach, other) { identical.append((reach, other)) }
      }
    }
    self.contained = contained
    self.identical = identical
  }

  private func claims(_ code: LintCode, of reach: OfferReach) -> Bool {
    findings.contains { $0.code == code && $0.offerId == reach.key.offerId }
  }

  /// Expects somebody for each claim that is not made.
  func expectExamples(_ comment: String) {
    for (index, reach) in analysis.reaches.enumerated() {
      #expect(reach.region.isExact)
      let isNever = [LintCode.neverEligible, .lapseOrder, .dateOrder].contains {
        claims($0, of: reach)
      }
      guard !isNever else { continue }
      if reach.offer.endDate != nil, !claims(.redeemableOnce, of: reach) {
        guard case .somebody = analysis.existence(ofRepeated: reach) else {
          Issue.record("nobody is shown to have \(reach.key) again, \(comment)")
          continue
        }
      }
      guard case .somebody = analysis.existence(of: reach) else {
        Issue.record("nobody is shown to have \(reach.key), \(comment)")
        continue
      }
      if !claims(.alwaysHidden, of: reach) {
        guard
          case .somebody(let witness) = analysis.existence(
            of: reach,
            outside: Array(analysis.reaches[..<index])
          )
        else {
          Issue.record("nobody is shown to have \(reach.key) first, \(comment)")
          continue
        }
        #expect(analysis.eligibleOffers(of: witness).first == reach.key.offerId, "\(comment)")
      }
      for other in analysis.reaches
      where other.key != reach.key
        && !contained.contains(where: { $0.inner.key == reach.key && $0.outer.key == other.key })
      {
        guard case .somebody = analysis.existence(of: reach, outside: [other]) else {
          Issue.record("nobody is shown to have \(reach.key) but not \(other.key), \(comment)")
          continue
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
    for reach in analysis.reaches where eligible.contains(reach.key) {
      #expect(!claims(.neverEligible, of: reach), "\(reach.key) \(customer)")
      let offset = analysis.engine.policies.facts.timeZone
      let start = reach.offer.startDate.start(at: offset)
      let isRepeated = history.transactions.contains { transaction in
        let purchase = transaction.purchaseDate.resolved(at: offset)
        return transaction.offerType == 4 && transaction.offerIdentifier == reach.key.offerId
          && transaction.inAppOwnershipType != "FAMILY_SHARED" && start <= purchase
          && purchase <= now
      }
      #expect(!isRepeated || !claims(.redeemableOnce, of: reach), "\(reach.key) \(customer)")
      if eligible.first == reach.key {
        #expect(!claims(.alwaysHidden, of: reach), "\(reach.key) \(customer)")
      }
    }
    for (inner, outer) in contained where eligible.contains(inner.key) {
      #expect(eligible.contains(outer.key), "\(inner.key) in \(outer.key) \(customer)")
    }
    for (reach, other) in identical
    where redeemed.isDisjoint(with: [reach.key.offerId, other.key.offerId]) {
      #expect(
        eligible.contains(reach.key) == eligible.contains(other.key),
        "\(reach.key) like \(other.key) \(customer)"
      )
    }
  }
}
