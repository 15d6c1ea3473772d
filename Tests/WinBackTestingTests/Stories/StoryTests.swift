import Testing
import WinBackTesting

@Suite("A story makes the transactions that the App Store would send")
struct StoryTests {
  /// What a story makes, a line for each transaction and each renewal information.
  private func told(_ events: [StoryEvent], storefront: StoryStorefront? = nil) throws -> [String] {
    let story = CustomerStory("alice", storefront: storefront, events: events)
    let history = try story.history(for: SampleCatalog.engine())
    return history.transactions.map(\.line) + history.renewalInfo.map(\.line)
  }

  @Test("subscribe is a purchase, with a renewal for each period more")
  func subscribe() throws {
    #expect(
      try told([.subscribe(to: "monthly", on: "2024-01-01", stays: .months(2))]) == [
        "1/1 monthly 2024-01-01 to 2024-02-01 PURCHASE 9990",
        "2/1 monthly 2024-02-01 to 2024-03-01 RENEWAL 9990",
        "1 monthly renews 1",
      ]
    )
  }

  @Test("a subscription that starts on the 31st renews on the last day of shorter months")
  func billingDays() throws {
    #expect(
      try told([.subscribe(to: "monthly", on: "2024-01-31", stays: .months(4))]).dropLast() == [
        "1/1 monthly 2024-01-31 to 2024-02-29 PURCHASE 9990",
        "2/1 monthly 2024-02-29 to 2024-03-31 RENEWAL 9990",
        "3/1 monthly 2024-03-31 to 2024-04-30 RENEWAL 9990",
        "4/1 monthly 2024-04-30 to 2024-05-31 RENEWAL 9990",
      ]
    )
  }

  @Test(
    "the period is the product's, and a month where the catalog does not tell",
    arguments: [
      ("weekly", "2024-01-08"), ("monthly", "2024-02-01"), ("unknown-period", "2024-02-01"),
      ("quarterly", "2024-04-01"), ("yearly", "2025-01-01"),
    ]
  )
  func periods(product: String, end: String) throws {
    #expect(
      try told([.subscribe(to: product, on: "2024-01-01")]).first
        == "1/1 \(product) 2024-01-01 to \(end) PURCHASE 9990"
    )
  }

  @Test("a date with a time keeps its time")
  func times() throws {
    #expect(
      try told([.subscribe(to: "monthly", on: "2024-01-01T09:30:00Z")]).first
        == "1/1 monthly 2024-01-01T09:30:00.000Z to 2024-02-01T09:30:00.000Z PURCHASE 9990"
    )
  }

  @Test("a free trial costs nothing and comes before what is paid")
  func freeTrial() throws {
    #expect(
      try told([
        .subscribe(to: "monthly", on: "2024-01-01", stays: .months(1), offer: .freeTrial(.oneWeek))
      ]).dropLast() == [
        "1/1 monthly 2024-01-01 to 2024-01-08 PURCHASE 0 offer 1 FREE_TRIAL",
        "2/1 monthly 2024-01-08 to 2024-02-08 RENEWAL 9990",
      ]
    )
    #expect(
      try told([.subscribe(to: "monthly", on: "2024-01-01", offer: .freeTrial(.oneWeek))])
        .dropLast() == [
          "1/1 monthly 2024-01-01 to 2024-01-08 PURCHASE 0 offer 1 FREE_TRIAL"
        ]
    )
  }

  @Test("switch takes over at the renewal, upgrade at once")
  func changes() throws {
    #expect(
      try told([
        .subscribe(to: "monthly", on: "2024-01-01"),
        .crossgrade(to: "quarterly"),
        .upgrade(to: "premium", on: "2024-04-15", stays: .months(2)),
      ]) == [
        "1/1 monthly 2024-01-01 to 2024-02-01 PURCHASE 9990",
        "2/1 quarterly 2024-02-01 to 2024-05-01 RENEWAL 9990",
        "3/1 premium 2024-04-15 to 2024-05-15 PURCHASE 9990",
        "4/1 premium 2024-05-15 to 2024-06-15 RENEWAL 9990",
        "1 premium renews 1",
      ]
    )
  }

  @Test("cancel turns auto-renewal off, on a date where one is given")
  func cancel() throws {
    #expect(
      try told([.subscribe(to: "monthly", on: "2024-01-01"), .cancel()]).last
        == "1 monthly renews 0 intent 1"
    )
    #expect(
      try told([.subscribe(to: "monthly", on: "2024-01-01"), .cancel(on: "2024-01-10")]).last
        == "1 monthly renews 0 intent 1 signed 2024-01-10"
    )
  }

  @Test("refund revokes the last purchase, and ends the subscription where it has not ended")
  func refund() throws {
    #expect(
      try told([.subscribe(to: "monthly", on: "2024-01-01"), .refund(on: "2024-01-10")]) == [
        "1/1 monthly 2024-01-01 to 2024-02-01 PURCHASE 9990 REFUND_FULL 2024-01-10",
        "1 monthly renews 0",
      ]
    )
    #expect(
      try told([
        .subscribe(to: "monthly", on: "2024-01-01"),
        .refund(on: "2024-02-10", isProrated: true),
        .renew(1),
      ]) == [
        "1/1 monthly 2024-01-01 to 2024-02-01 PURCHASE 9990 REFUND_PRORATED 2024-02-10",
        "2/1 monthly 2024-02-01 to 2024-03-01 RENEWAL 9990",
        "1 monthly renews 1",
      ]
    )
  }

  @Test("billingRetry and grace are payments that failed, until one comes late")
  func failures() throws {
    let start = StoryEvent.subscribe(to: "monthly", on: "2024-01-01")
    #expect(try told([start, .billingRetry]).last == "1 monthly renews 1 intent 2 retry")
    #expect(
      try told([start, .grace(days: 16)]).last
        == "1 monthly renews 1 intent 2 retry grace 2024-02-17"
    )
    #expect(
      try told([start, .grace(days: 16), .renew(1)]).dropFirst() == [
        "2/1 monthly 2024-02-01 to 2024-03-01 RENEWAL 9990", "1 monthly renews 1",
      ]
    )
    #expect(
      try told([start, .billingRetry, .renew(2, on: "2024-02-20")]).dropFirst() == [
        "2/1 monthly 2024-02-20 to 2024-03-20 RENEWAL 9990",
        "3/1 monthly 2024-03-20 to 2024-04-20 RENEWAL 9990",
        "1 monthly renews 1",
      ]
    )
    #expect(try told([start, .billingRetry, .cancel()]).last == "1 monthly renews 0 intent 1")
  }

  @Test("redeem buys the offer as it is configured, and goes on at full price")
  func redeem() throws {
    let before: [StoryEvent] = [.subscribe(to: "monthly", on: "2024-01-01"), .cancel()]
    #expect(
      try told(before + [.redeem(offer: "free_month", on: "2024-06-15"), .renew(1)])
        .dropFirst() == [
          "2/1 monthly 2024-06-15 to 2024-07-15 PURCHASE 0 offer 4 FREE_TRIAL free_month",
          "3/1 monthly 2024-07-15 to 2024-08-15 RENEWAL 9990",
          "1 monthly renews 1",
        ]
    )
    #expect(
      try told(before + [.redeem(offer: "half_price", on: "2024-06-15", periods: 2)])
        .dropFirst() == [
          "2/1 monthly 2024-06-15 to 2024-07-15 PURCHASE 4990 offer 4 PAY_AS_YOU_GO half_price",
          "3/1 monthly 2024-07-15 to 2024-08-15 RENEWAL 4990 offer 4 PAY_AS_YOU_GO half_price",
          "1 monthly renews 1",
        ]
    )
    #expect(
      try told(before + [.redeem(offer: "half_year", on: "2024-06-15")]).dropFirst() == [
        "2/1 monthly 2024-06-15 to 2024-12-15 PURCHASE 4990 offer 4 PAY_UP_FRONT half_year",
        "1 monthly renews 1",
      ]
    )
  }

  @Test("familyShare is somebody else's purchase, about which nothing renews")
  func familyShare() throws {
    #expect(
      try told([.familyShare(of: "monthly", on: "2024-01-01", stays: .months(2))]) == [
        "1/1 monthly 2024-01-01 to 2024-02-01 PURCHASE FAMILY_SHARED",
        "2/1 monthly 2024-02-01 to 2024-03-01 RENEWAL FAMILY_SHARED",
      ]
    )
  }

  @Test("a customer of two groups has a subscription in each, and the storefront in both")
  func groups() throws {
    #expect(
      try told(
        [
          .subscribe(to: "monthly", on: "2024-01-01"),
          .subscribe(to: "songs", on: "2024-01-10"),
          .cancel(),
        ],
        storefront: "NOR"
      ) == [
        "1/1 monthly 2024-01-01 to 2024-02-01 PURCHASE 9990 NOR",
        "2/2 songs 2024-01-10 to 2024-02-10 PURCHASE 9990 NOR",
        "1 monthly renews 1", "2 songs renews 0 intent 1",
      ]
    )
  }

  @Test("an offer comes before what is paid in full, and says whose it is and how it is paid")
  func offers() throws {
    #expect(
      try told([
        .subscribe(
          to: "monthly",
          on: "2024-01-01",
          stays: .months(1),
          offer: StoryOffer(.introductory, .payAsYouGo, .oneMonth, periods: 2)
        ),
        .renew(1, offer: StoryOffer(.promotional, .payUpFront, .threeMonths)),
        .renew(0, offer: StoryOffer(.code, .freeTrial, .oneWeek)),
      ]).dropLast() == [
        "1/1 monthly 2024-01-01 to 2024-02-01 PURCHASE 4990 offer 1 PAY_AS_YOU_GO",
        "2/1 monthly 2024-02-01 to 2024-03-01 RENEWAL 4990 offer 1 PAY_AS_YOU_GO",
        "3/1 monthly 2024-03-01 to 2024-04-01 RENEWAL 9990",
        "4/1 monthly 2024-04-01 to 2024-07-01 RENEWAL 4990 offer 2 PAY_UP_FRONT",
        "5/1 monthly 2024-07-01 to 2024-08-01 RENEWAL 9990",
        "6/1 monthly 2024-08-01 to 2024-08-08 RENEWAL 0 offer 3 FREE_TRIAL",
      ]
    )
  }

  @Test("renewal may be off for a higher price, and on again")
  func renewal() throws {
    let start = StoryEvent.subscribe(to: "monthly", on: "2024-01-01")
    #expect(try told([start, .cancel(priceIncrease: true)]).last == "1 monthly renews 0 intent 3")
    #expect(try told([start, .cancel(), .resume(on: "2024-01-20")]).last == "1 monthly renews 1")
  }

  @Test("who moves buys in another storefront, and is where the last purchase was made (F10)")
  func move() throws {
    let story = CustomerStory(
      storefront: "USA",
      events: [.subscribe(to: "monthly", on: "2024-01-01"), .move(to: "NOR"), .renew(1)]
    )
    let history = try story.history(for: SampleCatalog.engine())
    #expect(history.storefront == nil)
    #expect(history.transactions.map(\.storefront?.code) == ["USA", "NOR"])
  }

  @Test("access that is shared may end early, and a lifetime purchase is no subscription")
  func otherPurchases() throws {
    #expect(
      try told([
        .familyShare(of: "monthly", on: "2024-01-01", stays: .months(3), until: "2024-02-10"),
        .buy("lifetime", on: "2024-03-01"),
      ]) == [
        "1/1 monthly 2024-01-01 to 2024-02-01 PURCHASE FAMILY_SHARED",
        "2/1 monthly 2024-02-01 to 2024-03-01 RENEWAL FAMILY_SHARED 2024-02-10",
        "3/? lifetime 2024-03-01 to 2024-03-01 ? 9990",
      ]
    )
    let engine = try SampleCatalog.engine(
      of: Catalog(subscriptionGroups: [SampleCatalog.catalog.subscriptionGroups[0]])
    )
    let bought = CustomerStory(events: [.buy("lifetime", on: "2024-03-01")])
    #expect(try bought.history(for: engine).subscriptionGroupIdentifier == "video")
    #expect(engine.eligible(bought, asOf: "2024-04-01") == [])
  }

  @Test("every event reads the same from a file as in code")
  func files() throws {
    let events: [StoryEvent] = [
      .subscribe(
        to: "basic",
        on: "2024-01-01",
        offer: StoryOffer(.introductory, .payAsYouGo, .oneMonth, periods: 2)
      ),
      .renew(0, offer: StoryOffer(.promotional, .payUpFront, .oneMonth)),
      .cancel(on: "2024-03-10"), .resume(on: "2024-03-12"), .move(to: "NOR"), .renew(1),
      .cancel(priceIncrease: true),
      .familyShare(of: "basic", on: "2024-01-01", stays: .months(2), until: "2024-02-10"),
      .buy("lifetime", on: "2024-05-01"),
    ]
    let story = CustomerStory(storefront: "USA", events: events)
    let answer = try ScenarioFiles.engine().eligible(story, asOf: "2024-07-15")
    #expect(answer == ["loyal", "free_month"])
    let mismatches = try ScenarioFiles().mismatches(
      history: """
        [ { "subscribe": "basic", "on": "2024-01-01", "offer": { "kind": "introductory",
            "mode": "PAY_AS_YOU_GO", "duration": "ONE_MONTH", "periods": 2 } },
          { "renew": 0, "offer": { "kind": "promotional", "mode": "PAY_UP_FRONT",
            "duration": "ONE_MONTH" } },
          { "cancel": true, "on": "2024-03-10" }, { "resume": true, "on": "2024-03-12" },
          { "move": "NOR" }, { "renew": 1 }, { "cancel": true, "priceIncrease": true },
          { "familyShare": "basic", "on": "2024-01-01", "months": 2, "until": "2024-02-10" },
          { "buy": "lifetime", "on": "2024-05-01" } ]
        """,
      expect: """
        { "asOf": "2024-07-15", "order": ["loyal", "free_month"], "facts": { "paidMonths": 4,
          "storefront": "NOR", "expirationIntent": 3, "lapsedAt": "2024-05-01",
          "hasSharedAccess": false } }, { "asOf": "2024-02-09", "facts": { "hasSharedAccess": true } },
        { "asOf": "2024-02-10", "facts": { "hasSharedAccess": false } }
        """
    )
    #expect(mismatches == [])
  }

  @Test("somebody who never bought anything belongs to the only group, or to the one that is given")
  func nobody() throws {
    let catalog = SampleCatalog.catalog
    let one = try SampleCatalog.engine(
      of: Catalog(subscriptionGroups: [catalog.subscriptionGroups[0]])
    )
    let both = try SampleCatalog.engine()
    #expect(try CustomerStory(events: []).history(for: one).subscriptionGroupIdentifier == "video")
    #expect(try CustomerStory(events: []).history(for: both).subscriptionGroupIdentifier == nil)
    let music = CustomerStory(subscriptionGroupIdentifier: "music", events: [])
    #expect(try music.history(for: both).subscriptionGroupIdentifier == "music")
  }
}

extension Transaction {
  fileprivate var line: String {
    var parts = [
      "\(transactionId ?? "?")/\(originalTransactionId ?? "?")", productId, purchaseDate.written,
      "to", expiresDate.written, transactionReason ?? "?",
    ]
    if let price { parts.append(String(price)) }
    if let inAppOwnershipType, inAppOwnershipType != "PURCHASED" {
      parts.append(inAppOwnershipType)
    }
    if let storefront { parts.append(storefront.code) }
    if let offerType { parts.append("offer \(offerType)") }
    if let offerDiscountType { parts.append(offerDiscountType) }
    if let offerIdentifier { parts.append(offerIdentifier) }
    if let revocationType { parts.append(revocationType) }
    if let revocationDate { parts.append(revocationDate.written) }
    return parts.joined(separator: " ")
  }
}

extension RenewalInfo {
  fileprivate var line: String {
    var parts = [originalTransactionId ?? "?", productId ?? "?"]
    if let autoRenewStatus { parts.append("renews \(autoRenewStatus)") }
    if let expirationIntent { parts.append("intent \(expirationIntent)") }
    if isInBillingRetryPeriod == true { parts.append("retry") }
    if let gracePeriodExpiresDate { parts.append("grace \(gracePeriodExpiresDate.written)") }
    if let signedDate { parts.append("signed \(signedDate.written)") }
    return parts.joined(separator: " ")
  }
}

extension TimelineDate {
  fileprivate var written: String {
    isDateOnly ? "\(instant.date)" : "\(instant)"
  }
}
