import Testing
import WinBackAnalysis
import WinBackFormats

/// What is said of a change for all customers, against customers one by one.
@Suite("A comparison")
struct ComparisonTests {
  @Test("of a catalog with itself is empty")
  func itself() throws {
    let rules = try CheckedRuleSet.appStore()
    for seed in RandomCase.seeds(20, for: 71) {
      var dice = Dice(seed: seed)
      let catalog = dice.chance(50) ? dice.rivals() : dice.catalog()
      let engine = try EligibilityEngine(catalog: catalog, rules: rules)
      let comparison = CatalogComparison(from: engine, to: engine)
      for offer in comparison.offers() {
        #expect(offer.change == .same, "seed \(seed), \(offer.key)")
        #expect(offer.gained == nil && offer.lost == nil)
        #expect(offer.edits.isEmpty && offer.changedRules.isEmpty)
      }
      #expect(comparison.orderChanges().isEmpty && comparison.factPolicyChanges.isEmpty)
      #expect(comparison.productChanges.isEmpty)
    }
  }

  @Test("is contradicted by nobody on a dense grid, and shown by whom it names")
  func agreement() throws {
    let rules = try CheckedRuleSet.appStore()
    for seed in RandomCase.seeds(40, for: 72) {
      var dice = Dice(seed: seed)
      let catalog = dice.rivals()
      let changed = seed % 4 == 0 ? dice.restarted(catalog) : dice.edited(catalog)
      let policies = dice.chance(30) ? ["maximumBound": "wholeMonths"] : [:]
      let from = try EligibilityEngine(catalog: catalog, rules: rules)
      let to = try EligibilityEngine(catalog: changed, rules: rules, policies: policies)
      let offers = CatalogComparison(from: from, to: to).offers()
      for offer in offers { expectExamples(of: offer, from, to, "seed \(seed)") }
      var cohort = CohortComparison(from: from, to: to)
      for _ in 0..<150 {
        let (history, now) = dice.customer(near: dice.chance(50) ? catalog : changed)
        cohort.add(
          "c",
          before: try evaluations(of: from, on: history, asOf: now),
          after: try evaluations(of: to, on: history, asOf: now)
        )
      }
      for offer in offers {
        let movement = try #require(cohort.movements[offer.key])
        let comment = "seed \(seed), \(offer.key) \(offer.change)"
        switch offer.change {
        case .same:
          #expect(movement.gained.isEmpty && movement.lost.isEmpty, "\(comment)")
        case .added, .wider: #expect(movement.lost.isEmpty, "\(comment)")
        case .removed, .narrower: #expect(movement.gained.isEmpty, "\(comment)")
        case .incomparable: continue
        case .undetermined:
          // Months that end on one day tell a wait of one month from none, and hardly anything else does.
          let wait = offer.edits.first { $0.attribute == OfferVariable.waitBetweenOffers.name }
          #expect(wait?.from == "1" || wait?.to == "1", "\(comment) \(offer.edits)")
        }
      }
    }
  }

  @Test("tells which attribute, rule and order has changed, and for whom")
  func changes() throws {
    let from = catalog(offer("a", paid: 3, lapse: 2...24), offer("b", paid: 3), offer("c"))
    let to = catalog(
      offer("a", paid: 2, lapse: 3...24),
      offer("b", paid: 6, priority: .high),
      offer("d")
    )
    let comparison = CatalogComparison(from: try engine(from), to: try engine(to))
    let offers = comparison.offers()
    #expect(
      offers.map { "\($0.key.offerId) \($0.change)" } == [
        "a incomparable", "b narrower", "c removed", "d added",
      ]
    )
    #expect(
      offers[0].edits.map { "\($0.attribute) \($0.from) \($0.to)" } == [
        "customerEligibilityPaidSubscriptionDurationInMonths 3 2",
        "customerEligibilityTimeSinceLastSubscribedInMonths.minimum 2 3",
      ]
    )
    #expect(offers[0].changedRules == ["paid-duration", "time-since-last-subscribed"])
    #expect(offers[0].gained?.facts.paidMonths == 2)
    let order = comparison.orderChanges()
    #expect(order.map { "\($0.first.offerId) \($0.second.offerId)" } == ["b a"])
    let witness = try #require(order.first?.witness)
    let (before, after) = comparison.eligibleOffers(of: witness)
    #expect(before.ids == ["a", "b", "c"])
    #expect(after.ids == ["b", "a", "d"])
  }

  @Test("tells a start at another time of a day, and not territories in another order")
  func sameDay() throws {
    let day = CivilDate(year: 2026, month: 12, day: 15)
    let date = try #require(day)
    let morning = Instant(date).adding(milliseconds: 8 * 3_600_000)
    let from = offer("a", paid: 3, from: .day(date), territories: ["USA", "JPN"])
    func result(_ offer: WinBackOffer) throws -> OfferComparison? {
      CatalogComparison(from: try engine(catalog(from)), to: try engine(catalog(offer))).offers()
        .first
    }
    var later = from
    later.startDate = .instant(morning, day: date)
    let start = try #require(try result(later))
    #expect(start.change == .narrower && start.changedRules == ["available"])
    #expect(
      start.edits.map { "\($0.attribute) \($0.from) \($0.to)" } == [
        "startDate 2026-12-15 2026-12-15T08:00:00.000Z"
      ]
    )
    #expect(try #require(start.lost).asOf < morning)
    var reordered = from
    reordered.territories.reverse()
    let same = try #require(try result(reordered))
    #expect(same.change == .same && same.edits.isEmpty && same.changedRules.isEmpty)
    reordered.customerEligibilityPaidSubscriptionDurationInMonths = 6
    #expect(try result(reordered)?.changedRules == ["paid-duration"])
  }

  @Test("finds no change of an offer whose conditions stay the same, also if none can solve them")
  func unsolvable() throws {
    var ruleSet = try CheckedRuleSet.appStore().ruleSet
    let condition = "customer.refunds <= customer.redemptions"
    ruleSet.rules.append(Rule(id: "own", title: "", require: condition, because: ""))
    let rules = try CheckedRuleSet(ruleSet)
    func change(to other: WinBackOffer, from offer: WinBackOffer) throws -> ReachChange? {
      let engines = try [offer, other].map {
        try EligibilityEngine(catalog: catalog($0), rules: rules)
      }
      return CatalogComparison(from: engines[0], to: engines[1]).offers().first?.change
    }
    let old = offer("a", paid: 3)
    #expect(try change(to: old, from: old) == .same)
    #expect(try change(to: offer("a", paid: 3, priority: .high), from: old) == .same)
    #expect(try change(to: offer("a", paid: 6), from: old) == .undetermined)
    var unknown = old
    unknown.hasUnknownTerritories = true
    #expect(try change(to: unknown, from: unknown) == .undetermined)
  }

  @Test("of policies by which facts are read claims nothing that it has not seen")
  func factPolicies() throws {
    let catalog = catalog(offer("a", paid: 3, lapse: 2...24))
    let comparison = CatalogComparison(
      from: try engine(catalog),
      to: try engine(catalog, ["lapseStart": "retryEnd", "timeZone": "-08:00"])
    )
    #expect(
      comparison.factPolicyChanges.map { "\($0.attribute) \($0.from) \($0.to)" } == [
        "lapseStart graceEnd retryEnd", "timeZone UTC -08:00",
      ]
    )
    for offer in comparison.offers() {
      #expect(offer.change != .same)
    }
  }

  @Test("of a cohort counts who gains and loses, by the rules that speak against it")
  func cohort() throws {
    let from = try engine(catalog(offer("a", paid: 3), offer("b", paid: 1)))
    let to = try engine(catalog(offer("a", paid: 1), offer("b", lapse: 6...12)))
    var cohort = CohortComparison(from: from, to: to)
    for (customer, months) in [("one", 1), ("two", 2), ("three", 3)] {
      let history = history {
        subscribe("basic", on: "2024-01-01", months: months)
        renewalInfo(status: 0)
      }
      cohort.add(
        customer,
        before: try evaluations(of: from, on: history, asOf: instant("2024-05-15")),
        after: try evaluations(of: to, on: history, asOf: instant("2024-05-15"))
      )
    }
    let a = try #require(cohort.movements[OfferKey(group: "group", offerId: "a")])
    #expect(a.before == 1 && a.after == 3 && a.lost.isEmpty)
    #expect(a.gained.keys.map(\.self) == [.rules(["paid-duration"])])
    #expect(a.gained.values.map(\.samples) == [["one", "two"]])
    let b = try #require(cohort.movements[OfferKey(group: "group", offerId: "b")])
    #expect(b.before == 3 && b.after == 0)
    #expect(b.lost[.rules(["time-since-last-subscribed"])]?.count == 3)
    #expect(cohort.customerCount == 3 && cohort.changed.count == 3)
  }

  private func engine(
    _ catalog: Catalog,
    _ policies: [String: String] = [:]
  ) throws -> EligibilityEngine {
    try EligibilityEngine(catalog: catalog, rules: .appStore(), policies: policies)
  }

  private func evaluations(
    of engine: EligibilityEngine,
    on history: CustomerHistory,
    asOf now: Instant
  ) throws -> [OfferEvaluation] {
    try engine.groups(of: history).flatMap { engine.evaluations(of: $0.snapshot(asOf: now)) }
  }

  private func expectExamples(
    of offer: OfferComparison,
    _ from: EligibilityEngine,
    _ to: EligibilityEngine,
    _ comment: String
  ) {
    func mayHave(_ engine: EligibilityEngine, _ witness: Witness) -> Bool {
      engine.verdicts(on: witness.history, group: offer.key.group, asOf: witness.asOf)
        .contains { $0.offer == offer.key && $0.verdict == .eligible }
    }
    if let gained = offer.gained {
      #expect(!mayHave(from, gained) && mayHave(to, gained), "\(comment), \(offer.key): \(gained)")
    }
    if let lost = offer.lost {
      #expect(mayHave(from, lost) && !mayHave(to, lost), "\(comment), \(offer.key): \(lost)")
    }
  }
}

extension Dice {
  /// The same catalog with starts at other times of the same days, and territories in another order.
  fileprivate mutating func restarted(_ catalog: Catalog) -> Catalog {
    var catalog = catalog
    catalog.editSubscriptions { subscription in
      for index in subscription.winBackOffers.indices {
        let start = subscription.winBackOffers[index].startDate.day
        let time = Int64(pick([0, 1, 8 * 3_600_000, Int(Instant.millisecondsPerDay) - 1]))
        subscription.winBackOffers[index].startDate =
          chance(25) ? .day(start) : .instant(Instant(start).adding(milliseconds: time), day: start)
        subscription.winBackOffers[index].territories.reverse()
      }
    }
    return catalog
  }

  /// The same catalog with a few changes.
  fileprivate mutating func edited(_ catalog: Catalog) -> Catalog {
    var catalog = catalog
    let other = rivals().subscriptionGroups[0].subscriptions.flatMap(\.winBackOffers)
    catalog.editSubscriptions { subscription in
      for index in subscription.winBackOffers.indices where chance(60) {
        var offer = subscription.winBackOffers[index]
        let source = pick(other)
        if chance(40) {
          offer.customerEligibilityPaidSubscriptionDurationInMonths =
            source.customerEligibilityPaidSubscriptionDurationInMonths
        }
        if chance(40) {
          offer.customerEligibilityTimeSinceLastSubscribedInMonths =
            source.customerEligibilityTimeSinceLastSubscribedInMonths
        }
        if chance(40) {
          offer.customerEligibilityWaitBetweenOffersInMonths =
            source.customerEligibilityWaitBetweenOffersInMonths
        }
        if chance(20) { offer.territories = source.territories }
        if chance(20) { offer.endDate = source.endDate }
        if chance(20) { offer.priority = source.priority }
        subscription.winBackOffers[index] = offer
      }
      if chance(15), subscription.winBackOffers.count > 1 {
        subscription.winBackOffers.removeLast()
      }
    }
    return catalog
  }
}
