import Testing
import WinBackTesting

@Suite("An expectation")
struct ExpectationTests {
  /// Three paid months that ended on 1 April 2024.
  private static let lapsed = """
    [ { "subscribe": "basic", "on": "2024-01-01", "months": 3 }, { "cancel": true } ]
    """

  static let cases: [(expect: String, mismatches: [String])] = [
    (#""asOf": "2024-06-01", "eligible": ["free_month", "loyal"]"#, []),
    (
      #""asOf": "2024-06-01", "eligible": ["free_month"]"#,
      ["eligible: expected free_month, found loyal, free_month (loyal)"]
    ),
    (
      #""asOf": "2024-05-31", "eligible": ["free_month", "loyal"]"#,
      ["eligible: expected free_month, loyal, found loyal (free_month)"]
    ),
    (#""asOf": "2024-06-01", "order": ["loyal", "free_month"]"#, []),
    (
      #""asOf": "2024-06-01", "order": ["free_month", "loyal"]"#,
      [
        "order: expected free_month, loyal, found loyal, free_month; loyal comes before free_month: "
          + "High priority comes first."
      ]
    ),
    (
      #""asOf": "2024-05-31", "because": { "free_month": ["time-since-last-subscribed"] }"#, []
    ),
    (#""asOf": "2024-05-31", "because": { "free_month": ["lapsed-too-short"], "loyal": [] }"#, []),
    (
      #""asOf": "2024-03-31", "because": { "free_month": ["churned"] }"#,
      [
        "because of free_month: expected churned, found churned, paid-duration, "
          + "time-since-last-subscribed (free_month)"
      ]
    ),
    (
      #""asOf": "2024-05-31", "because": { "free_month": ["lapsed-too-short", "product"] }"#,
      [
        "because of free_month: expected lapsed-too-short, product, found "
          + "time-since-last-subscribed (free_month)"
      ]
    ),
    (
      #"""
      "asOf": "2024-05-31", "windows": { "free_month": [
        { "from": "2024-06-01", "through": "2026-04-01" } ],
        "loyal": [ { "from": "2024-05-01", "through": "2025-04-01T00:00:00Z" } ] }
      """#, []
    ),
    (
      #"""
      "asOf": "2024-05-31", "windows": { "loyal": [ { "from": "2024-05-01" } ] }
      """#,
      [
        "windows of loyal: expected 2024-05-01 without end, found 2024-05-01T00:00:00.000Z "
          + "through 2025-04-01T00:00:00.000Z (loyal)"
      ]
    ),
    (
      #"""
      "asOf": "2024-05-31", "facts": { "paidMonths": 3, "lapsedAt": "2024-04-01",
        "state": "expired", "willAutoRenew": false, "hasSharedAccess": false,
        "productId": "basic", "storefront": "USA", "expirationIntent": 1, "refunds": 0,
        "lastRefundAt": null, "redemptions": 0, "firstPurchaseDate": "2024-01-01",
        "hasEverSubscribed": true, "hasReceivedIntroductoryOffer": false, "willRenew": false }
      """#, []
    ),
    (
      #""asOf": "2024-05-31", "facts": { "paidMonths": 2, "productId": null }"#,
      ["paidMonths: expected 2, found 3", "productId: expected none, found basic"]
    ),
    (#""asOf": "2024-06-01", "show": "winBack", "offerId": "loyal""#, []),
    (#""asOf": "2024-02-15", "show": "hidden""#, []),
    (
      #""asOf": "2024-06-01", "show": "plain", "offerId": "free_month""#,
      [
        "show: expected plain, found winBack: may have the win-back offer loyal of basic",
        "offerId: expected free_month, found loyal (free_month, loyal)",
      ]
    ),
    (
      #""asOf": "2024-06-01", "exceptStorefronts": ["USA", "NOR"], "eligible": ["free_month"]"#, []
    ),
    (
      #""asOf": "2024-06-01", "storefronts": ["NOR", "USA"], "order": ["loyal", "free_month"]"#, []
    ),
    (
      #""asOf": "2024-06-01", "storefronts": ["USA", "JPN"], "eligible": ["free_month"]"#,
      ["eligible in USA: expected free_month, found loyal, free_month (loyal)"]
    ),
    (
      #""asOf": "2024-06-01", "exceptStorefronts": ["NOR"], "eligible": ["loyal"]"#,
      [
        "eligible in ABW, AFG, AGO and 245 more: expected loyal, found free_month "
          + "(loyal, free_month)",
        "eligible in USA: expected loyal, found loyal, free_month",
      ]
    ),
    (
      #"""
      "asOf": "2024-06-01", "storefronts": ["USA", "JPN", "DEU"],
        "because": { "loyal": [] }, "facts": { "storefront": "USA" }, "show": "winBack", "offerId": "loyal"
      """#,
      [
        "because of loyal in JPN: expected none, found territory (loyal)",
        "storefront in JPN: expected USA, found JPN",
        "offerId in JPN: expected loyal, found free_month (loyal, free_month)",
        "because of loyal in DEU: expected none, found territory",
        "storefront in DEU: expected USA, found DEU",
        "offerId in DEU: expected loyal, found free_month",
      ]
    ),
    (
      #"""
      "storefronts": ["USA", "JPN"],
        "redeem": { "offerId": "loyal", "at": "2024-06-01", "expect": "redeemable" }
      """#,
      [
        "redeem loyal at 2024-06-01 in JPN: expected redeemable, found ineligibleForOffer: the offer "
          + "is not sold in JPN (loyal)"
      ]
    ),
    (
      #""redeem": { "offerId": "free_month", "at": "2024-06-01", "expect": "redeemable" }"#, []
    ),
    (
      #""redeem": { "offerId": "free_month", "at": "2024-05-31", "expect": "redeemable" }"#,
      [
        "redeem free_month at 2024-05-31: expected redeemable, found ineligibleForOffer: the "
          + "subscription ended on 2024-04-01T00:00:00Z, and the offer asks for at least 2 months "
          + "since then (from 2024-06-01T00:00:00Z) (free_month)"
      ]
    ),
  ]

  @Test("is met or not, and says what came", arguments: cases)
  func results(expect: String, mismatches: [String]) throws {
    #expect(
      try ScenarioFiles().mismatches(history: Self.lapsed, expect: "{ \(expect) }") == mismatches
    )
  }

  @Test("of undetermined offers is met where the storefront is not known (F12)")
  func undetermined() throws {
    let suite = try ScenarioFiles().suite(
      """
      { "catalog": "catalog.json", "scenarios": [ { "name": "one", "history": \(Self.lapsed),
        "expect": [ { "asOf": "2024-06-01", "eligible": ["free_month"], "undetermined": ["loyal"] },
                    { "asOf": "2024-06-01", "undetermined": [] } ] } ] }
      """
    )
    let failures = suite.scenarios[0].run().failures
    #expect(failures.count == 1)
    #expect(failures.first?.expectation.line == 3)
    #expect(failures.first?.mismatches.map(\.found) == ["loyal"])
  }

  @Test("of nothing fails where an offer is undetermined, unless it says so")
  func nothing() throws {
    let renewing = #"[ { "subscribe": "basic", "on": "2024-01-01", "months": 3 } ]"#
    for expected in [#""eligible": []"#, #""order": []"#] {
      let found = try ScenarioFiles().mismatches(
        history: renewing,
        expect: "{ \"asOf\": \"2024-06-01\", \(expected) }"
      )
      #expect(found == ["undetermined: expected none, found loyal, free_month (loyal, free_month)"])
    }
    #expect(
      try ScenarioFiles().mismatches(
        history: renewing,
        expect: #"""
          { "asOf": "2024-06-01", "eligible": [], "undetermined": ["loyal", "free_month"] }
          """#
      ) == []
    )
  }

  @Test("of refunds and redemptions counts each one once")
  func counts() throws {
    #expect(
      try ScenarioFiles().mismatches(
        history: #"""
          [ { "subscribe": "basic", "on": "2024-01-01", "months": 3 }, { "cancel": true },
            { "redeem": "loyal", "on": "2024-06-01" }, { "cancel": true },
            { "refund": true, "on": "2024-06-02" } ]
          """#,
        expect: #"""
          { "asOf": "2024-12-01", "facts": { "refunds": 1, "lastRefundAt": "2024-06-02",
            "redemptions": 1, "firstPurchaseDate": "2024-01-01" } }
          """#
      ) == []
    )
  }

  @Test("of an absent fact fails where the fact is unknown (F12, F13)")
  func unknownFacts() throws {
    #expect(
      try ScenarioFiles().mismatches(
        history: #"[ { "subscribe": "basic", "on": "2024-01-01", "months": 3 } ]"#,
        expect: #"""
          { "asOf": "2024-06-01", "facts": { "paidMonths": null, "productId": null, "state": null,
            "paidMonthsAtLeast": 3, "expirationIntent": null } }
          """#
      ) == [
        "paidMonths: expected none, found at least 3", "productId: expected none, found unknown",
        "state: expected none, found unknown",
      ]
    )
  }

  @Test("of an offer fails where the customer is not in its group")
  func noDecision() throws {
    #expect(
      try ScenarioFiles().mismatches(
        history: "[]",
        expect: #"{ "asOf": "2024-06-01", "because": { "loyal": ["owned"] } }"#
      ) == [
        "because of loyal: expected owned, found owned, churned, product, paid-duration, "
          + "time-since-last-subscribed (loyal)"
      ]
    )
  }

  @Test("is checked under the policies of the file, and of the scenario before them")
  func policies() throws {
    let suite = try ScenarioFiles().suite(
      """
      { "catalog": "catalog.json", "storefront": "USA", "policies": { "timeZone": "-08:00" },
        "scenarios": [
        { "name": "file", "history": \(Self.lapsed),
          "expect": [ { "asOf": "2024-06-01T07:59:59.999Z", "eligible": ["loyal"] },
                      { "asOf": "2024-06-01", "eligible": ["loyal", "free_month"] } ] },
        { "name": "own", "policies": { "timeZone": "UTC" }, "history": \(Self.lapsed),
          "expect": [ { "asOf": "2024-06-01T00:00:00Z", "eligible": ["loyal", "free_month"] } ] }
      ] }
      """
    )
    #expect(suite.scenarios.map { $0.run().passed } == [true, true])
  }

  @Test("of a screen is checked under the policies of introductory offers (M1, M2)")
  func screens() throws {
    let suite = try ScenarioFiles().suite(
      """
      { "catalog": "catalog.json", "storefront": "USA",
        "policies": { "introductoryHistory": "everSubscribed", "timeZone": "UTC" },
        "scenarios": [ { "name": "one", "history": \(Self.lapsed),
          "expect": [ { "asOf": "2024-06-01", "show": "winBack" } ] } ] }
      """
    )
    #expect(suite.errors.isEmpty)
    #expect(suite.scenarios.map { $0.run().passed } == [true])
  }

  @Test("may be about a customer of a file, alone in it or one of several")
  func timelines() throws {
    let suite = try ScenarioFiles().suite(
      """
      { "catalog": "catalog.json", "scenarios": [
        { "name": "alone", "timeline": "alice.json",
          "expect": [ { "asOf": "2024-06-01", "eligible": ["free_month"] } ] },
        { "name": "one of several", "timeline": "customers.jsonl", "customerId": "alice",
          "expect": [ { "asOf": "2024-06-01", "eligible": ["free_month"] } ] } ] }
      """
    )
    #expect(suite.scenarios.map { $0.run().passed } == [true, true])
    #expect(suite.scenarios.map(\.line) == [2, 4])
  }
}
