import TestSupport
import Testing
import WinBackAnalysis
import WinBackFormats

@Suite("A linter, of promotional offers beside win-back offers")
struct PromotionalLintTests {
  /// Customers of the product who have cancelled, without shared access.
  private static let left =
    "subscription.productId == offer.productId && subscription.state == 'expired' "
    + "&& !subscription.willAutoRenew && !subscription.hasSharedAccess"

  private func rules(_ requirement: String) throws -> CheckedRuleSet {
    let text = """
      {"name": "Own", "kind": "promotional", "extends": "PromotionalOffer", "rules": [
        {"id": "own", "title": "Own", "require": "\(requirement)", "because": "it is so"}
      ]}
      """
    return try CheckedRuleSet(json: text.utf8)
  }

  private func promotionalOffer(_ offerId: String = "promo") -> SubscriptionOffer {
    SubscriptionOffer(.promotional, offerId: offerId, offerMode: .freeTrial, duration: .oneWeek)
  }

  /// What is found behind a win-back offer with a requirement of the promotional offer.
  private func findings(
    _ requirement: String,
    behind offer: WinBackOffer,
    asOf now: String = "2025-01-15"
  ) throws -> [String] {
    var catalog = catalog(offer)
    catalog.subscriptionGroups[0].subscriptions[0].otherOffers = [promotionalOffer()]
    let engine = try EligibilityEngine(catalog: catalog, rules: rules(requirement))
    let winBack = try EligibilityEngine(catalog: catalog, rules: .appStore())
    return CatalogLinter(engine, beside: winBack, asOf: instant(now)).findings()
      .filter { $0.code == .behindWinBack }
      .map { "\($0.message), such as \($0.example?.eligible.ids ?? [])" }
  }

  private static let months =
    "now >= addMonths(subscription.lapsedAt, 2) && now <= addMonths(subscription.lapsedAt, 12)"

  @Test("finds one whose customers can all have a win-back offer")
  func always() throws {
    let requirement = "\(Self.left) && subscription.paidMonths >= 3 && \(Self.months)"
    let found =
      "'promo' never comes before a win-back offer: its customers are all eligible for 'offer', such "
      + #"as ["offer"]"#
    #expect(try findings(requirement, behind: offer()) == [found])
    #expect(try findings(requirement, behind: offer(paid: 4)) == [])
    #expect(try findings(requirement, behind: offer(lapse: 3...24)) == [])
    #expect(try findings(requirement, behind: offer(territories: ["USA"])) == [])
    #expect(try findings(requirement, behind: offer(through: day("2026-12-31"))) == [])
    #expect(try findings(requirement, behind: offer(), asOf: "2019-12-31") == [])
    #expect(try findings(Self.months, behind: offer()) == [])
  }

  @Test("finds one that only those can have first who have redeemed a win-back offer")
  func afterRedemption() throws {
    let requirement = "\(Self.left) && subscription.paidMonths >= 3 && \(Self.months)"
    #expect(
      try findings(requirement, behind: offer(wait: 6)) == [
        "'promo' comes before a win-back offer only for customers who have redeemed 'offer': its other "
          + #"customers are all eligible for 'offer', such as ["offer"]"#
      ]
    )
  }

  @Test("is right about all random customers")
  func customers() throws {
    var (found, asked) = (0, 0)
    for seed in RandomCase.seeds(15, for: 83) {
      var first = RandomCase(seed: seed)
      var dice = Dice(seed: seed &+ 1 << 40)
      first.catalog.editSubscriptions { subscription in
        subscription.otherOffers = [promotionalOffer("promo of \(subscription.productId)")]
      }
      let least = dice.pick([1, 2, 3])
      let rules = try rules(
        "\(Self.left) && subscription.paidMonths >= \(dice.pick([1, 3, 6]))"
          + " && now >= addMonths(subscription.lapsedAt, \(least))"
          + " && now <= addMonths(subscription.lapsedAt, \(least + dice.pick([0, 1, 6])))"
          + " && customer.storefront == 'USA'"
      )
      let known = PolicyChoice.names(of: rules.ruleSet)
      let engine = try EligibilityEngine(
        catalog: first.catalog,
        rules: rules,
        policies: first.policies.filter { known.contains($0.key) }
      )
      let winBack = try first.engine(by: .appStore())
      let now = instant("2024-07-01")
      let behind = CatalogLinter(engine, beside: winBack, asOf: now).findings()
        .filter { $0.code == .behindWinBack }
      found += behind.count
      for number in behind.isEmpty ? 0..<0 : 0..<40 {
        let customer = first.replacingCustomer(number)
        for time in customer.instants.map(Instant.init(milliseconds:)) where time >= now {
          asked += try check(behind, engine, winBack, customer, time)
        }
      }
    }
    #expect(found > 0 && asked > 0, "\(found) findings, \(asked) customers")
  }

  /// Expects that a customer of each offer may have a win-back offer as well (which the data can leave
  /// open), or redeemed one; returns how many offers the customer may have.
  private func check(
    _ findings: [LintFinding],
    _ engine: EligibilityEngine,
    _ winBack: EligibilityEngine,
    _ customer: RandomCase,
    _ now: Instant
  ) throws -> Int {
    guard let decisions = try? engine.decisions(for: customer.history, asOf: now),
      let others = try? winBack.decisions(for: customer.history, asOf: now)
    else { return 0 }
    var count = 0
    for finding in findings {
      let decision = decisions.first { $0.subscriptionGroupIdentifier == finding.group }
      guard let decision, decision.eligibleOfferIDs.contains(finding.offerId ?? "") else {
        continue
      }
      let other = others.first { $0.subscriptionGroupIdentifier == finding.group }
      let redeemed = customer.history.transactions.contains { $0.offerType == 4 }
      #expect(
        other?.offers.contains { $0.verdict != .ineligible } == true
          || redeemed && finding.message.contains("who have redeemed"),
        "\(finding.message) at \(now): \(customer)"
      )
      count += 1
    }
    return count
  }
}
