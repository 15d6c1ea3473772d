import Testing
import WinBackFormats

/// F13: what the input cannot know of its own end.
@Suite("3. Evidence")
struct EvidenceTests {
  private static let unknown = ["missingRenewalInfo": "unknown"]

  @Test(
    "without renewal information the store may be retrying for sixty days (F13a)",
    arguments: [
      ("2024-03-31T23:59:59.999Z", SubscriptionState.subscribed, true),
      ("2024-04-01", nil, nil), ("2024-05-30T23:59:59.999Z", nil, nil),
      ("2024-05-31", .expired, false),
    ] as [(String, SubscriptionState?, Bool?)]
  )
  func retrying(now: String, state: SubscriptionState?, renews: Bool?) throws {
    let customer = history { subscribe("basic", on: "2024-01-01", months: 3) }
    let found = try facts(customer, Self.unknown, asOf: now)
    #expect(found.state == state)
    #expect(found.willAutoRenew == renews)
    #expect(found.productId == "basic")
    #expect(found.lapsedAt == instant("2024-04-01"))
    #expect(!found.mayHavePaidMore)
  }

  @Test(
    "a day and an instant are of one purchase if the instant is on that day, in the time zone (F14a, T4)",
    arguments: [
      // The date of the first purchase, that of the purchase, the zone, whether the beginning is missing.
      ("2024-03-01", "2024-03-01T23:59:59.999Z", "UTC", false),
      ("2024-03-01", "2024-03-02T00:00:00Z", "UTC", true),
      ("2024-03-01", "2024-03-01T15:00:00Z", "+09:00", true),
      ("2024-03-01", "2024-03-01T14:59:59.999Z", "+09:00", false),
      ("2024-03-01", "2024-03-02T07:59:59.999Z", "-08:00", false),
      ("2024-03-01", "2024-03-02T08:00:00Z", "-08:00", true),
      ("2024-03-01T00:00:00Z", "2024-03-01", "UTC", false),
      ("2024-02-29T23:59:59.999Z", "2024-03-01", "UTC", true),
      ("2024-02-29T15:00:00Z", "2024-03-01", "+09:00", false),
      ("2024-02-29T14:59:59.999Z", "2024-03-01", "+09:00", true),
      ("2024-03-01T07:59:59.999Z", "2024-03-01", "-08:00", true),
      ("2023-01-01", "2024-03-01T00:00:00Z", "-23:59", true),
      ("2024-02-29", "2024-03-01", "+14:00", true), ("2024-03-01", "2024-03-01", "-12:00", false),
    ]
  )
  func origin(first: String, purchase: String, zone: String, isMissing: Bool) throws {
    var transaction = Transaction(
      productId: "basic",
      purchaseDate: try TimelineDate(iso8601: purchase),
      expiresDate: try TimelineDate(iso8601: "2024-06-01")
    )
    transaction.originalPurchaseDate = try TimelineDate(iso8601: first)
    let customer = CustomerHistory(customerId: "c", transactions: [transaction])
    let decision = try decide(customer, catalog(offer()), ["timeZone": zone], asOf: "2024-07-01")
    #expect(decision.evidence.reachesFirstPurchase != isMissing)
    #expect(decision.evidence.missingPurchases.isEmpty != isMissing)
  }

  @Test("a time zone in which the purchase is the first one is a hinge (F14a, T4)")
  func originInOtherZone() throws {
    var transaction = Transaction(
      productId: "basic",
      purchaseDate: try TimelineDate(iso8601: "2024-03-02T03:00:00Z"),
      expiresDate: try TimelineDate(iso8601: "2024-06-01T00:00:00Z")
    )
    transaction.originalPurchaseDate = try TimelineDate(iso8601: "2024-03-01")
    let customer = CustomerHistory(customerId: "c", transactions: [transaction])
    let offers = catalog(offer(paid: 6))
    let decision = try decide(customer, offers, asOf: "2024-09-01")
    #expect(decision.offers[0].verdict == .undetermined)
    let hinges = decision.offers[0].hingesOn.filter { $0.policy == "timeZone" }
    #expect(hinges.map(\.alternative) == ["-08:00", "-12:00"])
    #expect(hinges.allSatisfy { $0.verdict == .ineligible })
  }

  @Test("a commitment that is paid monthly may be retried for ninety days (F13a)")
  func monthlyPlan() throws {
    let customer = history { subscribe("basic", on: "2024-01-01", months: 3).billedMonthly }
    #expect(try facts(customer, Self.unknown, asOf: "2024-06-29T23:59:59.999Z").state == nil)
    #expect(try facts(customer, Self.unknown, asOf: "2024-06-30").state == .expired)
  }

  @Test("the policy missingRenewalInfo takes the customer for one who cancelled (F13a)")
  func cancelled() throws {
    let customer = history { subscribe("basic", on: "2024-01-01", months: 3) }
    let offers = catalog(offer(lapse: 0...6))
    let decision = try decide(customer, offers, Self.unknown, asOf: "2024-04-15")
    #expect(decision.undeterminedWinBackOfferIDs == ["offer"])
    #expect(
      decision.offers[0].missingFacts == ["subscription.state", "subscription.willAutoRenew"]
    )
    let hinge = try #require(decision.offers[0].hingesOn.first)
    #expect(hinge.policy == "missingRenewalInfo" && hinge.alternative == "cancelled")
    #expect(hinge.verdict == .eligible)
    #expect(decision.windows() == ["2024-05-31T00:00:00.000Z 2024-10-01T00:00:00.000Z"])
  }

  @Test("a later purchase and a refund leave nothing open (F13a)")
  func nothingOpen() throws {
    let later = history {
      subscribe("basic", on: "2024-01-01", months: 3)
      subscribe("basic", on: "2024-08-01", months: 1)
    }
    #expect(try facts(later, Self.unknown, asOf: "2024-04-15").state == .expired)
    let refunded = history {
      subscribe("basic", on: "2024-01-01", months: 3).refunded(on: "2024-02-01")
    }
    #expect(try facts(refunded, Self.unknown, asOf: "2024-04-15").state == .expired)
  }

  @Test("a history that announces a renewal is older than the renewal (F13b)")
  func stale() throws {
    let customer = history {
      subscribe("basic", on: "2024-01-01", months: 3)
      renewalInfo(status: 1)
    }
    let decision = try decide(
      customer,
      catalog(
        offer("one", paid: 3),
        offer("two", paid: 4),
        offer("later", from: day("2030-01-01"))
      ),
      asOf: "2024-06-15"
    )
    let facts = decision.facts
    #expect(facts.state == nil && facts.willAutoRenew == nil)
    #expect(facts.productId == nil && facts.lapsedAt == nil)
    #expect(facts.paidMonths == 3 && facts.mayHavePaidMore)
    #expect(decision.undeterminedWinBackOfferIDs == ["one", "two"])
    #expect(
      decision.offers.first { $0.offerId == "one" }?.missingFacts.last == "subscription.lapsedAt"
    )
    #expect(decision.offers.allSatisfy { $0.windows.isEmpty })
  }

  @Test("paid months known from below satisfy a rule that asks for no more (F13c)")
  func fromBelow() throws {
    let customer = history(gaps: .paidMonths) {
      subscribe("basic", on: "2024-01-01", months: 3)
      renewalInfo(status: 0)
    }
    let offers = catalog(offer("enough", paid: 3), offer("more", paid: 4))
    let decision = try decide(customer, offers, asOf: "2024-06-15")
    #expect(decision.eligibleWinBackOfferIDs == ["enough"])
    #expect(decision.undeterminedWinBackOfferIDs == ["more"])
    let rule = try #require(decision.offers[0].rules.first { $0.id == "paid-duration" })
    #expect(rule.because == "the customer has paid at least 3 months, and the offer asks for 3")
  }

  @Test(
    "an offer that starts after the last purchase was never redeemed (F13d)",
    arguments: [("2024-01-01", ["offer"]), ("2024-01-02", []), ("2023-12-31", ["offer"])]
  )
  func neverRedeemed(start: String, undetermined: [String]) throws {
    let customer = history(gaps: .redemptions) { subscribe("basic", on: "2024-01-01", months: 3) }
    let offers = catalog(offer(wait: 12, from: day(start)))
    let decision = try decide(customer, offers, asOf: "2024-06-15")
    #expect(decision.undeterminedWinBackOfferIDs == undetermined)
    #expect(decision.eligibleWinBackOfferIDs == (undetermined.isEmpty ? ["offer"] : []))
  }

  @Test(
    "a single transaction tells nothing of other purchases (F13g)",
    arguments: [
      ("2024-03-31T23:59:59.999Z", SubscriptionState.subscribed, true, "basic"),
      ("2024-04-01", nil, nil, nil), ("2024-04-30T23:59:59.999Z", nil, nil, nil),
      ("2024-05-01", nil, nil, nil), ("2030-01-01", nil, nil, nil),
    ] as [(String, SubscriptionState?, Bool?, String?)]
  )
  func single(now: String, state: SubscriptionState?, renews: Bool?, product: String?) throws {
    let customer = history(gaps: .otherPurchases) {
      subscribe("basic", on: "2024-01-01", months: 3).signed("2024-09-01")
    }
    let offers = catalog(
      offer("one", paid: 3, wait: 2, from: day("2024-02-01")),
      offer("two", paid: 4)
    )
    let decision = try decide(customer, offers, Self.unknown, asOf: now)
    #expect(decision.facts.state == state)
    #expect(decision.facts.willAutoRenew == renews)
    #expect(decision.facts.productId == product)
    #expect(decision.facts.mayHavePaidMore)
    // F14f: until a month after the end that is known, nobody can be eligible.
    #expect(decision.undeterminedWinBackOfferIDs == (now < "2024-05-01" ? [] : ["one", "two"]))
    #expect(decision.offers.allSatisfy { $0.windows.isEmpty })
    #expect(!decision.evidence.reachesFirstPurchase && !decision.evidence.offers)
    let wait = decision.offers.first { $0.offerId == "one" }?.rules.first {
      $0.id == "wait-between-offers"
    }
    #expect(wait?.outcome == .unknown)
  }

  @Test("a single transaction is no history after a refund and between others either (F13g)")
  func singleRefunded() throws {
    let customer = history(gaps: .otherPurchases) {
      subscribe("basic", on: "2024-01-01", months: 3).refunded(on: "2024-02-01")
      subscribe("basic", on: "2024-08-01", months: 1)
    }
    #expect(try facts(customer, asOf: "2023-12-31").state == nil)
    #expect(try facts(customer, asOf: "2024-02-15").state == nil)
    #expect(try facts(customer, asOf: "2024-05-01").productId == nil)
    #expect(try facts(customer, asOf: "2024-08-15").state == .subscribed)
    #expect(try facts(customer, asOf: "2024-08-15").mayHavePaidMore)
  }

  @Test("dates from before there were subscriptions are an error (F13e)")
  func seconds() throws {
    let engine = try EligibilityEngine(catalog: catalog(), rules: .appStore())
    func refusal(_ start: String, _ revocation: String? = nil) -> String? {
      var transaction = subscribe("basic", on: start, months: 3)
      if let revocation { transaction = transaction.refunded(on: revocation) }
      let history = history { transaction }
      do {
        _ = try engine.decisions(for: history, asOf: instant("2024-06-15"))
        return nil
      } catch {
        return error.description
      }
    }
    #expect(
      refusal("2011-02-14T23:59:59.999Z") == """
        expected dates from 2011-02-15, when the App Store began to sell subscriptions, found \
        2011-02-14T23:59:59.999Z; are these seconds instead of milliseconds?
        """
    )
    #expect(refusal("2011-02-15") == nil)
    #expect(refusal("2024-01-01", "1970-01-20") != nil)
  }

  @Test("a period that ends after the newest signature may have been renewed (F13f)")
  func signatures() throws {
    let customer = history {
      subscribe("basic", on: "2024-01-01", months: 1).signed("2024-02-01")
      renew("basic", on: "2024-02-01", months: 1).signed("2024-02-02")
    }
    let found = try facts(customer, asOf: "2025-01-01")
    #expect(found.state == nil && found.lapsedAt == nil && found.mayHavePaidMore)
    let signed = history {
      subscribe("basic", on: "2024-01-01", months: 1).signed("2024-02-01")
      renew("basic", on: "2024-02-01", months: 1).signed("2024-03-01")
    }
    #expect(try facts(signed, asOf: "2025-01-01").state == .expired)
    let known = history {
      subscribe("basic", on: "2024-01-01", months: 1).signed("2024-01-01")
      renewalInfo(status: 0, signed: "2024-01-02")
    }
    #expect(try facts(known, asOf: "2025-01-01").state == .expired)
  }

  @Test("the option dataThrough speaks for all histories (F13f)")
  func dataThrough() throws {
    let customer = history { subscribe("basic", on: "2024-01-01", months: 1) }
    func state(through date: String) throws -> SubscriptionState? {
      let engine = try EligibilityEngine(
        catalog: catalog(),
        rules: .appStore(),
        dataThrough: instant(date)
      )
      let decisions = try engine.decisions(for: customer, asOf: instant("2025-01-01"))
      return try #require(decisions.first).facts.state
    }
    #expect(try state(through: "2024-01-31T23:59:59.999Z") == nil)
    // F14e: Apple can have tried the payment until 1 April.
    #expect(try state(through: "2024-03-31T23:59:59.999Z") == nil)
    #expect(try state(through: "2024-04-01") == .expired)
  }

  @Test("a grace period after the end of the retries does not say how they ended (F14e)")
  func graceAfterRetries() throws {
    let customer = history {
      subscribe("basic", on: "2024-01-01", months: 1)
      renewalInfo(status: 0, retry: true, grace: "2024-05-01", signed: "2024-02-01")
    }
    #expect(try facts(customer, asOf: "2024-03-31").state == .inGracePeriod)
    #expect(try facts(customer, asOf: "2024-04-01").state == nil)
  }
}
