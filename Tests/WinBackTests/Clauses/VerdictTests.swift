import Testing
import WinBack

/// Section 4: how rules make a verdict, and offers a list (R1 to R3).
@Suite("4. Verdicts and their order")
struct VerdictTests {
  /// A customer of three paid months.
  private static let customer = history { subscribe("basic", on: "2024-01-01", months: 3) }

  @Test("an offer is eligible only where every rule holds (R1)")
  func eligible() throws {
    let decision = try decide(Self.customer, asOf: "2024-06-01")
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
    let best = [
      offer("10", .payAsYouGo, .threeDays, priority: .high),
      offer("9", .freeTrial, .oneYear),
      offer("8", .freeTrial, .sixMonths),
      offer("7", .freeTrial, .threeDays),
      offer("6", .payUpFront, .twoMonths),
      offer("5", .payUpFront, .twoWeeks),
      offer("4", .payAsYouGo, .oneYear),
      offer("3", .payAsYouGo, .oneMonth, count: 12),
      offer("2", .payAsYouGo, .threeMonths, count: 3),
      offer("1", .payAsYouGo, .oneWeek, count: 3),
    ]
    let catalog = Catalog(subscriptionGroups: [group("group", ["basic": best.reversed()])])
    let decision = try decide(Self.customer, catalog, asOf: "2024-06-01")
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
      offer(id, .freeTrial, .oneWeek, count: count)
    }
    let other = offer("b", .freeTrial, duration, count: 7)
    let decision = try decide(
      Self.customer,
      catalog(other, weeks("a", days), weeks("c", days), weeks("0", days - 1)),
      asOf: "2024-06-01"
    )
    #expect(decision.eligibleWinBackOfferIDs == ["a", "b", "c", "0"])
  }

  @Test("what is equal otherwise comes in byte order of the identifiers (R2)")
  func bytes() throws {
    let ids = ["A", "B", "a", "a.", "a.1", "b", "é", "日", "😀"]
    let offers = ids.reversed().map { offer($0) }
    let catalog = Catalog(subscriptionGroups: [group("group", ["basic": offers])])
    #expect(try decide(Self.customer, catalog, asOf: "2024-06-01").eligibleWinBackOfferIDs == ids)
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
    var impossible = offer()
    impossible.customerEligibilityTimeSinceLastSubscribedInMonths = MonthRange(
      minimum: 3,
      maximum: 2
    )
    for policy in ["instant", "wholeMonths"] {
      let decision = try decide(
        Self.customer,
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
    let never = catalog(offer(from: day("2024-07-02"), through: day("2024-07-01")))
    #expect(try decide(Self.customer, never, asOf: "2024-07-01").failedRules() == ["available"])
    #expect(try decide(Self.customer, never, asOf: "2024-07-01").windows() == [])
  }
}
