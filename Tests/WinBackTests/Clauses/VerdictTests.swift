import Testing
import WinBack

/// Section 4: how rules make a verdict, and offers a list (R1 to R3).
@Suite("4. Verdicts and their order")
struct VerdictTests {
  @Test("an offer is eligible only where every rule holds (R1)")
  func eligible() throws {
    let customer = history { subscribe("basic", on: "2024-01-01", months: 3) }
    let decision = try decide(customer, asOf: "2024-06-01")
    #expect(decision.offers[0].verdict == .eligible)
    #expect(decision.offers[0].rules.allSatisfy { $0.outcome == .holds })
    #expect(decision.eligibleWinBackOfferIDs == ["offer"])
  }

  @Test("a rule that is false outweighs any that are unknown (R1)")
  func ineligible() throws {
    let customer = history(in: nil) { subscribe("basic", on: "2024-01-01", months: 3) }
    let offers = catalog(offer(paid: 4, territories: ["USA"]))
    let decision = try decide(customer, offers, asOf: "2024-06-01")
    #expect(decision.offers[0].verdict == .ineligible)
    #expect(decision.undeterminedWinBackOfferIDs.isEmpty)
  }

  @Test("an unknown rule leaves a verdict open, and names every missing fact (R1)")
  func undetermined() throws {
    let customer = history(in: nil, gaps: .redemptions) {
      subscribe("basic", on: "2024-01-01", months: 3)
    }
    let offers = catalog(offer(wait: 2, territories: ["USA"]))
    let decision = try decide(customer, offers, asOf: "2024-06-01")
    #expect(decision.eligibleWinBackOfferIDs.isEmpty)
    #expect(decision.undeterminedWinBackOfferIDs == ["offer"])
    #expect(decision.offers[0].missingFacts == ["customer.storefront", "redemption.endedAt"])
  }

  @Test("offers come by priority, mode, length and identifier, the best first (R2)")
  func order() throws {
    func made(
      _ id: String,
      _ priority: OfferPriority,
      _ mode: OfferMode,
      _ duration: OfferDuration,
      _ count: Int = 1
    ) -> WinBackOffer {
      var made = offer(id)
      made.priority = priority
      made.offerMode = mode
      made.duration = duration
      made.periodCount = count
      return made
    }
    let best = [
      made("10", .high, .payAsYouGo, .threeDays),
      made("9", .normal, .freeTrial, .oneYear),
      made("8", .normal, .freeTrial, .sixMonths),
      made("7", .normal, .freeTrial, .threeDays),
      made("6", .normal, .payUpFront, .twoMonths),
      made("5", .normal, .payUpFront, .twoWeeks),
      made("4", .normal, .payAsYouGo, .oneYear),
      made("3", .normal, .payAsYouGo, .oneMonth, 12),
      made("2", .normal, .payAsYouGo, .threeMonths, 3),
      made("1", .normal, .payAsYouGo, .oneWeek, 3),
    ]
    let customer = history { subscribe("basic", on: "2024-01-01", months: 3) }
    let catalog = Catalog(subscriptionGroups: [group("group", ["basic": best.reversed()])])
    let decision = try decide(customer, catalog, asOf: "2024-06-01")
    #expect(decision.eligibleWinBackOfferIDs == best.map(\.offerId))
  }

  @Test(
    "every duration has its days (R2)",
    arguments: [
      (OfferDuration.threeDays, 3), (.oneWeek, 7), (.twoWeeks, 14), (.oneMonth, 30),
      (.twoMonths, 60), (.threeMonths, 90), (.sixMonths, 180), (.oneYear, 365),
    ]
  )
  func days(duration: OfferDuration, days: Int) throws {
    // Against weeks, of which as many as are no shorter come first by their identifier.
    func weeks(_ id: String, _ count: Int) -> WinBackOffer {
      var weeks = offer(id)
      weeks.duration = .oneWeek
      weeks.periodCount = count
      return weeks
    }
    var other = offer("b")
    other.duration = duration
    other.periodCount = 7
    let customer = history { subscribe("basic", on: "2024-01-01", months: 3) }
    let decision = try decide(
      customer,
      catalog(other, weeks("a", days), weeks("c", days), weeks("0", days - 1)),
      asOf: "2024-06-01"
    )
    #expect(decision.eligibleWinBackOfferIDs == ["a", "b", "c", "0"])
  }

  @Test("what is equal otherwise comes in byte order of the identifiers (R2)")
  func bytes() throws {
    let ids = ["A", "B", "a", "a.", "a.1", "b", "é", "日", "😀"]
    let customer = history { subscribe("basic", on: "2024-01-01", months: 3) }
    let offers = ids.reversed().map { offer($0) }
    let catalog = Catalog(subscriptionGroups: [group("group", ["basic": offers])])
    #expect(try decide(customer, catalog, asOf: "2024-06-01").eligibleWinBackOfferIDs == ids)
  }

  @Test("failed rules come in the order of the table, without those that are unknown (R3)")
  func failedRules() throws {
    let customer = history(in: nil) {
      subscribe("premium", on: "2024-01-01", months: 1).redeeming("offer")
      subscribe("basic", on: "2024-01-01", months: 9).shared
      renewalInfo(status: 1, intent: 2, retry: true)
    }
    let offers = catalog(
      offer(paid: 2, lapse: 6...24, wait: 6, from: day("2025-01-01"), territories: ["USA"])
    )
    let decision = try decide(
      customer,
      offers,
      ["involuntaryChurn": "excluded"],
      asOf: "2024-03-01"
    )
    #expect(
      decision.failedRules() == [
        "no-access", "churned", "involuntary", "product", "available", "paid-duration",
        "time-since-last-subscribed", "wait-between-offers",
      ]
    )
    #expect(decision.outcome(of: "territory") == .some(nil))
  }

  @Test("a minimum above the maximum is never true, and no error (R3)")
  func emptyRange() throws {
    let customer = history { subscribe("basic", on: "2024-01-01", months: 3) }
    var impossible = offer()
    impossible.customerEligibilityTimeSinceLastSubscribedInMonths = MonthRange(
      minimum: 3,
      maximum: 2
    )
    for policy in ["instant", "wholeMonths"] {
      let decision = try decide(
        customer,
        catalog(impossible),
        ["maximumBound": policy],
        asOf: "2024-07-01"
      )
      #expect(decision.failedRules() == ["time-since-last-subscribed"])
      #expect(decision.windows() == [])
    }
  }

  @Test("a start after the end is never true, and no error (R3)")
  func emptyRun() throws {
    let customer = history { subscribe("basic", on: "2024-01-01", months: 3) }
    let never = catalog(offer(from: day("2024-07-02"), through: day("2024-07-01")))
    #expect(try decide(customer, never, asOf: "2024-07-01").failedRules() == ["available"])
    #expect(try decide(customer, never, asOf: "2024-07-01").windows() == [])
  }
}
