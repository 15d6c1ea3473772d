import CalendarTime
import Testing
import WinBack
import WinBackFormats

/// Purchase intents, links and messages: what counts is the instant of the purchase (M4).
@Suite("An intent, a link or a message")
struct IntentOutcomeTests {
  private static let start = "2023-01-01"

  private func offer(_ id: String, from start: String = start) -> WinBackOffer {
    WinBackTests.offer(id, paid: 3, lapse: 2...24, wait: 6, from: day(start))
  }

  private func decisions(
    _ intents: [PurchaseIntent],
    redeemedOn redemption: String? = nil,
    offerStart: String = start,
    asOf now: String
  ) throws -> CustomerDecisions {
    let (engine, customer) = try subject(intents, redeemedOn: redemption, offerStart: offerStart)
    return try engine.decisions(for: customer, asOf: instant(now))
  }

  private func subject(
    _ intents: [PurchaseIntent],
    redeemedOn redemption: String?,
    offerStart: String = start
  ) throws -> (EligibilityEngine, CustomerHistory) {
    let catalog = Catalog(
      subscriptionGroups: [
        group("g", ["p": [offer("back", from: offerStart)]]), group("h", ["q": [offer("other")]]),
      ]
    )
    var customer = history(in: nil, group: "g") {
      subscribe("p", on: "2024-01-01", until: "2024-04-01")
      renewalInfo(status: 0)
    }
    if let redemption {
      let redeemed = subscribe("p", on: redemption, months: 1).free.redeeming("back")
      customer.transactions.append(redeemed)
    }
    customer.intents = intents
    return (try EligibilityEngine(catalog: catalog, rules: .appStore()), customer)
  }

  private func intent(
    _ created: String,
    _ kind: PurchaseIntent.Kind = .purchaseIntent,
    _ offer: String = "back"
  ) -> PurchaseIntent {
    PurchaseIntent(kind, offerId: offer, createdAt: date(created))
  }

  @Test("that came in the window leads to a purchase that fails after it (M4)")
  func tooLate() throws {
    let decision = try #require(
      try decisions([intent("2026-03-31", .link)], asOf: "2026-04-02").first
    )
    let outcome = try #require(decision.intents.first)
    #expect(outcome.kind == .link)
    #expect(outcome.verdictAtCreation == .eligible)
    #expect(!outcome.isPurchased)
    #expect(outcome.purchase.at == decision.asOf)
    #expect(outcome.purchase.verdict == .ineligible)
    #expect(outcome.purchase.failures.map(\.id) == ["time-since-last-subscribed"])
    #expect(outcome.purchase.lastBefore == instant("2026-04-01"))
    #expect(outcome.purchase.firstAfter == nil)
  }

  @Test("that came too early leads to a purchase that succeeds later (M4)")
  func tooEarly() throws {
    let decision = try #require(
      try decisions([intent("2024-05-31", .message)], asOf: "2024-06-01").first
    )
    let outcome = try #require(decision.intents.first)
    #expect(outcome.verdictAtCreation == .ineligible)
    #expect(outcome.purchase.verdict == .eligible)
    #expect(outcome.purchase.window == decision.offers[0].windows.first)
  }

  @Test(
    "is decided by the facts before the purchase that was made, at its instant (M4, T6)",
    arguments: [start, "2024-07-01"]
  )
  func purchased(offerStart: String) throws {
    let decision = try #require(
      try decisions(
        [intent("2024-06-20"), intent("2024-07-02")],
        redeemedOn: "2024-07-01",
        offerStart: offerStart,
        asOf: "2024-07-03"
      ).first
    )
    #expect(decision.intents.count == 2)
    let first = decision.intents[0]
    #expect(first.isPurchased)
    #expect(first.purchase.at == instant("2024-07-01"))
    #expect(first.purchase.verdict == .eligible)
    #expect(first.verdictAtCreation == (offerStart == Self.start ? .eligible : .ineligible))
    let second = decision.intents[1]
    #expect(!second.isPurchased)
    #expect(second.purchase.verdict == .ineligible)
    #expect(second.purchase.failures.map(\.id).contains("churned"))
  }

  @Test("has the result of the same purchase without an intent (M4)", arguments: [1, 2])
  func sameResult(day: Int) throws {
    let at = instant("2024-07-0\(day)")
    let (engine, customer) = try subject([intent("2024-06-20")], redeemedOn: "2024-07-01")
    let group = try #require(try engine.groups(of: customer).first)
    let attempt = engine.redemption(of: "back", by: group, at: at)
    #expect(attempt?.verdict == (day == 1 ? .eligible : .ineligible))
    let decision = try #require(try engine.decisions(for: customer, asOf: at).first)
    #expect(day == 2 || decision.intents[0].purchase == attempt)
  }

  @Test("has not come before its instant, and the order of the input has no say (T6, R6)")
  func order() throws {
    let intents = [
      intent("2024-07-02"), intent("2024-06-20"), intent("2024-06-20", .link),
      intent("2025-01-01"),
    ]
    let forth = try #require(try decisions(intents, asOf: "2024-08-01").first)
    let back = try #require(try decisions(intents.reversed(), asOf: "2024-08-01").first)
    #expect(forth == back)
    #expect(forth.intents.map(\.kind) == [.link, .purchaseIntent, .purchaseIntent])
  }

  @Test(
    "for an offer of a group that the customer bought nothing in is told, and an unknown one, too"
  )
  func strangers() throws {
    let decisions = try decisions(
      [intent("2024-06-20", .link, "other"), intent("2024-06-20", .link, "gone")],
      asOf: "2024-08-01"
    )
    #expect(decisions.offersWithoutGroup == ["gone"])
    let outcome = try #require(decisions.first?.intents.first)
    #expect(outcome.offerId == "other")
    #expect(outcome.purchase.subscriptionGroupIdentifier == "h")
    #expect(outcome.purchase.failures.first?.id == "owned")
    #expect(outcome.purchase.lastBefore == nil && outcome.purchase.firstAfter == nil)
  }

  @Test("is not purchased by a purchase in another group with an offer of the same name")
  func otherGroup() throws {
    let catalog = Catalog(
      subscriptionGroups: [group("g", ["p": [offer("back")]]), group("h", ["q": [offer("back")]])]
    )
    let engine = try EligibilityEngine(catalog: catalog, rules: .appStore())
    var customer = history {
      subscribe("p", on: "2024-01-01", until: "2024-04-01")
      subscribe("q", on: "2024-01-01", until: "2024-04-01")
      subscribe("q", on: "2024-07-01", until: "2024-08-01").redeeming("back")
    }
    customer.intents = [intent("2024-06-15")]
    let decisions = try engine.decisions(for: customer, asOf: instant("2024-09-01"))
    #expect(decisions.map { $0.intents.map(\.isPurchased) } == [[false], [true]])
  }
}
