import Testing
import WinBack

/// Section 3: redemptions, the storefront, and what is absent or unknown (F9 to F12).
@Suite("3. Redemptions and what is missing")
struct RedemptionTests {
  private static let offers = catalog(offer(lapse: 0...24, wait: 2), offer("other", lapse: 0...24))

  /// Service from January; the offer is redeemed from June to July, and paid until September.
  private static let customer = history {
    subscribe("basic", on: "2024-01-01", months: 3)
    subscribe("basic", on: "2024-06-01", months: 1).redeeming("offer")
    renew("basic", on: "2024-07-01", months: 2)
  }

  @Test(
    "policy waitStart: from the end of the offer, the end of service, or the redemption (F9)",
    arguments: [
      ("offerPeriodEnd", "2024-11-01"), ("subscriptionEnd", "2025-01-01"),
      ("redemption", "2024-10-01"),
    ]
  )
  func waitStart(policy: String, eligibleFrom: String) throws {
    let offers = catalog(offer(lapse: 0...24, wait: 4))
    let decision = try decide(Self.customer, offers, ["waitStart": policy], asOf: "2024-10-01")
    #expect(decision.offers[0].windows.last?.from == instant(eligibleFrom))
  }

  @Test(
    "policy waitStart redemption is the latest start, offerPeriodEnd the latest end (F9)",
    arguments: [("offerPeriodEnd", "2024-11-15"), ("redemption", "2024-10-01")]
  )
  func latest(policy: String, eligibleFrom: String) throws {
    let customer = history {
      subscribe("basic", on: "2024-06-01", months: 2).redeeming("offer")
      renew("basic", on: "2024-08-01", until: "2024-09-15").redeeming("offer")
    }
    let decision = try decide(customer, Self.offers, ["waitStart": policy], asOf: "2024-10-01")
    #expect(decision.offers[0].windows.last?.from == instant(eligibleFrom))
  }

  @Test("policy waitStart subscriptionEnd is the lapse under its own policy (F9, F2)")
  func subscriptionEnd() throws {
    let customer = history {
      subscribe("basic", on: "2024-06-01", months: 1).redeeming("offer")
      renewalInfo(status: 0, grace: "2024-07-07")
    }
    let decision = try decide(
      customer,
      Self.offers,
      ["waitStart": "subscriptionEnd"],
      asOf: "2024-10-01"
    )
    #expect(decision.offers[0].windows.last?.from == instant("2024-09-07"))
  }

  @Test("only a win-back offer of that identifier is a redemption of it (F9)")
  func otherOffers() throws {
    let customer = history {
      subscribe("basic", on: "2024-06-01", months: 1).redeeming("other")
      renew("basic", on: "2024-07-01", months: 1).redeeming("offer").with { $0.offerType = 2 }
    }
    let decision = try decide(customer, Self.offers, asOf: "2024-08-01")
    #expect(decision.eligibleWinBackOfferIDs == ["offer", "other"])
  }

  @Test("a redemption that was superseded at once ends where it starts (F9, P3)")
  func withoutLength() throws {
    let customer = history {
      subscribe("basic", on: "2024-05-01", until: "2024-05-01").redeeming("offer")
      subscribe("basic", on: "2024-06-01", months: 1)
    }
    let decision = try decide(customer, Self.offers, asOf: "2024-06-30")
    #expect(decision.outcome(of: "wait-between-offers") == false)
    #expect(
      try decide(customer, Self.offers, asOf: "2024-07-01").outcome(of: "wait-between-offers")
        == true
    )
  }

  @Test("the storefront is the history's, else that of the last purchase (F10)")
  func storefront() throws {
    let purchases: [Transaction] = [
      subscribe("basic", on: "2024-01-01", months: 1).bought(in: "DEU"),
      subscribe("basic", on: "2024-03-01", months: 1).bought(in: "JPN"),
    ]
    let named = history(in: "FRA") {
      purchases[0]
      purchases[1]
    }
    let unnamed = history(in: nil) {
      purchases[0]
      purchases[1]
    }
    #expect(try facts(named, asOf: "2024-02-01").storefront?.code == "FRA")
    #expect(try facts(unnamed, asOf: "2024-02-01").storefront?.code == "DEU")
    #expect(try facts(unnamed, asOf: "2024-04-01").storefront?.code == "JPN")
  }

  @Test("the storefront of an earlier purchase does not stand in for that of the last (F10)")
  func noEarlierStorefront() throws {
    let customer = history(in: nil) {
      subscribe("basic", on: "2024-01-01", months: 1).bought(in: "DEU")
      subscribe("basic", on: "2024-03-01", months: 1)
    }
    #expect(try facts(customer, asOf: "2024-04-01").storefront == nil)
  }

  @Test("before the first owned period there is no product, no lapse and no paid month (F11)")
  func before() throws {
    let customer = history {
      subscribe("basic", on: "2023-01-01", months: 24).shared
      subscribe("basic", on: "2024-06-01", months: 1)
      renewalInfo(status: 1)
    }
    let decision = try decide(customer, catalog(offer(wait: 2)), asOf: "2024-05-01")
    #expect(decision.facts.state == .neverOwned)
    #expect(decision.facts.productId == nil)
    #expect(decision.facts.lapsedAt == nil)
    #expect(decision.facts.paidMonths == 0)
    #expect(decision.facts.willAutoRenew == false)
    #expect(decision.facts.hasSharedAccess == true)
  }

  @Test("a rule that needs an absent fact is false (F11)")
  func absent() throws {
    let decision = try decide(
      history { subscribe("basic", on: "2024-06-01", months: 1) },
      catalog(offer(paid: 0, lapse: 0...24, wait: 2)),
      asOf: "2024-05-01"
    )
    #expect(
      decision.failedRules() == ["owned", "churned", "product", "time-since-last-subscribed"]
    )
    #expect(decision.outcome(of: "wait-between-offers") == true)
  }

  @Test("an unknown storefront leaves offers with territories undetermined, and no others (F12)")
  func unknownStorefront() throws {
    let customer = history(in: nil) { subscribe("basic", on: "2024-01-01", months: 1) }
    let offers = catalog(offer("everywhere"), offer("somewhere", territories: ["USA"]))
    let decision = try decide(customer, offers, asOf: "2024-04-01")
    #expect(decision.eligibleWinBackOfferIDs == ["everywhere"])
    #expect(decision.undeterminedWinBackOfferIDs == ["somewhere"])
    #expect(decision.offers[1].missingFacts == ["customer.storefront"])
  }

  @Test("unknown redemptions leave offers with a wait undetermined, and no others (F12, R3)")
  func unknownRedemptions() throws {
    let customer = history(gaps: .redemptions) { subscribe("basic", on: "2024-01-01", months: 1) }
    let offers = catalog(offer("free"), offer("waiting", wait: 2))
    let decision = try decide(customer, offers, asOf: "2024-04-01")
    #expect(decision.eligibleWinBackOfferIDs == ["free"])
    #expect(decision.undeterminedWinBackOfferIDs == ["waiting"])
    #expect(decision.offers[1].missingFacts == ["redemption.endedAt"])
  }

  @Test("paid months that may be more leave offers undetermined that ask for more (F12, F13c)")
  func unknownPaidMonths() throws {
    let customer = history(gaps: .paidMonths) { subscribe("basic", on: "2024-01-01", months: 1) }
    let offers = catalog(
      offer("now"),
      offer("more", paid: 2),
      offer("later", from: day("2030-01-01"))
    )
    let decision = try decide(customer, offers, asOf: "2024-04-01")
    #expect(decision.eligibleWinBackOfferIDs == ["now"])
    #expect(decision.undeterminedWinBackOfferIDs == ["more"])
    #expect(decision.offers.flatMap(\.missingFacts).contains("subscription.paidMonths"))
  }

  @Test(
    "storefronts are alpha-3 codes, into which alpha-2 codes are converted (F12)",
    arguments: [("USA", "USA"), ("US", "USA"), ("XK", "XKS"), ("XKS", "XKS"), ("JP", "JPN")]
  )
  func codes(code: String, storefront: String) throws {
    #expect(Storefront(code)?.code == storefront)
  }
}
