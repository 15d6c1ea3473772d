import TestSupport
import Testing
import WinBackFormats

/// Offers of other kinds, held against a second reading of section 8, at instants, over time and in
/// batches.
///
/// Four hundred customers a kind: `WINBACK_RANDOM_CASES=5000` makes a hundred thousand of them.
@Suite("Offers of other kinds")
struct KindAgreementTests {
  private static let customersPerCatalog = 20

  @Test(
    "have the verdicts of a second reading, in windows and in batches (K1, K2, M2)",
    arguments: OfferKind.withoutCriteria
  )
  func agreement(kind: OfferKind) throws {
    var seen: [Reference.Verdict: Int] = [:]
    let rules = try CheckedRuleSet.rules(of: kind)
    for seed in RandomCase.seeds(20, for: 71 + UInt64(kind.transactionType)) {
      var first = RandomCase(seed: seed)
      var dice = Dice(seed: seed &+ 1 << 40)
      dice.addOffers(of: kind, to: &first.catalog)
      var retryIsExisting = true
      let known = PolicyChoice.names(of: rules.ruleSet)
      var policies = first.policies.filter { known.contains($0.key) }
      if kind == .offerCode, dice.chance(30) {
        retryIsExisting = false
        policies["retryIsExisting"] = "expired"
      }
      let engine = try EligibilityEngine(catalog: first.catalog, rules: rules, policies: policies)
      for number in 0..<Self.customersPerCatalog {
        var customer = first.replacingCustomer(number)
        dice.addRedemptions(of: first.catalog, to: &customer.history)
        for verdict in try check(customer, engine, retryIsExisting, checksWindows: number == 0) {
          seen[verdict, default: 0] += 1
        }
      }
    }
    #expect(seen.count == 3, "\(seen)")
  }

  /// Compares an engine with the second reading at each instant of a case; returns the verdicts.
  private func check(
    _ customer: RandomCase,
    _ engine: EligibilityEngine,
    _ retryIsExisting: Bool,
    checksWindows: Bool
  ) throws -> [Reference.Verdict] {
    guard let groups = try? engine.groups(of: customer.history) else { return [] }
    var seen: [Reference.Verdict] = []
    for milliseconds in customer.instants {
      let now = Instant(milliseconds: milliseconds)
      let answers = try customer.answers(asOf: milliseconds)
      let expected = answers.map { answer in
        customer.catalog.verdicts(engine.kind, in: answer, retryIsExisting)
      }
      let snapshots = groups.map { $0.snapshot(asOf: now) }
      let found = snapshots.map { engine.verdicts(on: $0) }
      #expect(found == expected, "at \(now) of \(customer)")
      seen += found.flatMap(\.values)
      guard checksWindows else { continue }
      let batch = engine.batch(groups, at: now)
      #expect(batch == found, "at \(now) of \(customer)")
      for decision in try engine.decisions(for: customer.history, asOf: now) {
        for offer in decision.offers {
          let edges =
            offer.windows.flatMap { [$0.from.adding(milliseconds: -1), $0.from] }
            + offer.windows.compactMap { $0.through?.adding(milliseconds: 1) }
          for edge in edges + [now] where edge >= .minimum {
            let then = try engine.decisions(for: customer.history, asOf: edge)
              .first { $0.subscriptionGroupIdentifier == decision.subscriptionGroupIdentifier }?
              .offers.first { ($0.offerId, $0.productId) == (offer.offerId, offer.productId) }
            let isInside = offer.windows.contains { $0.contains(edge) }
            #expect((then?.verdict == .eligible) == isInside, "at \(edge) of \(customer)")
          }
        }
      }
    }
    return seen
  }
}

extension EligibilityEngine {
  /// The verdicts by the offer's group, product and identifier.
  fileprivate func verdicts(on snapshot: Snapshot) -> [[String]: Reference.Verdict] {
    let offers = offerIndices(in: snapshot.group).map { placedOffers[$0] }
    return Dictionary(
      zip(offers, evaluations(of: snapshot)).map { offer, evaluation in
        (offer.name, Reference.Verdict(rawValue: evaluation.verdict.rawValue) ?? .undetermined)
      }
    ) { first, _ in first }
  }

  fileprivate func batch(
    _ groups: [GroupHistory],
    at now: Instant
  ) -> [[[String]: Reference.Verdict]] {
    var evaluator = BatchEvaluator(BatchProgram(self, at: now))
    return groups.map { group in
      evaluator.score(group.record, group.asked, group.symbols)
      let (open, unknown) = (evaluator.results.eligible, evaluator.results.undetermined)
      return Dictionary(
        offerIndices(in: group.group).map { index in
          let verdict: Reference.Verdict =
            open.contains(index)
            ? .eligible : unknown.contains(index) ? .undetermined : .ineligible
          return (placedOffers[index].name, verdict)
        }
      ) { first, _ in first }
    }
  }
}

extension PlacedOffer {
  fileprivate var name: [String] { [subscription.productId, id] }
}

extension Catalog {
  fileprivate func verdicts(
    _ kind: OfferKind,
    in answer: Reference.Answer,
    _ retryIsExisting: Bool
  ) -> [[String]: Reference.Verdict] {
    let subscriptions = subscriptionGroups.filter { $0.id == answer.group }
      .flatMap(\.subscriptions)
    return Dictionary(
      subscriptions.flatMap { subscription in
        subscription.offers(of: kind).map { offer in
          let verdict = answer.facts.verdict(on: offer, retryIsExisting: retryIsExisting)
          return ([subscription.productId, offer.offerId ?? subscription.productId], verdict)
        }
      }
    ) { first, _ in first }
  }
}

extension Dice {
  /// Gives each product up to two offers of a kind.
  fileprivate mutating func addOffers(of kind: OfferKind, to catalog: inout Catalog) {
    var count = 0
    catalog.editSubscriptions { subscription in
      for _ in 0..<number(0...(kind == .introductory ? 1 : 2)) {
        count += 1
        let classes = SubscriptionOffer.CustomerEligibility.allCases.filter { _ in chance(55) }
        let isCode = kind == .offerCode
        subscription.otherOffers.append(
          SubscriptionOffer(
            kind,
            offerId: kind == .introductory ? nil : "other\(count)",
            offerMode: pick([.freeTrial, .payAsYouGo]),
            duration: pick([.oneWeek, .oneMonth]),
            startDate: kind == .introductory && chance(50) ? day("2024-02-01") : nil,
            endDate: kind == .introductory && chance(30) ? day("2024-09-30") : nil,
            territories: chance(30) ? [storefront(), Storefront("USA")].compactMap(\.self) : [],
            customerEligibilities: isCode ? (classes.isEmpty ? [.expired] : classes) : [],
            isActive: !isCode || chance(85)
          )
        )
      }
    }
  }

  /// Turns some redemptions of a history into those of other offers of a catalog, some without a name.
  fileprivate mutating func addRedemptions(
    of catalog: Catalog,
    to history: inout CustomerHistory
  ) {
    let ids = catalog.subscriptionGroups.flatMap(\.subscriptions).flatMap(\.otherOffers)
      .compactMap(\.offerId)
    guard !ids.isEmpty else { return }
    for index in history.transactions.indices where chance(25) {
      history.transactions[index].offerType = pick([2, 3, 3, 3, 4])
      history.transactions[index].offerIdentifier = chance(10) ? nil : pick(ids)
    }
  }
}
