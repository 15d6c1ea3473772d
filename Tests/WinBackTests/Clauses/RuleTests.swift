import Testing
import WinBackFormats

/// Section 4: the rules of the table, one by one.
@Suite("4. Rules")
struct RuleTests {
  /// A customer of three paid months, who cancelled and lapsed on 2024-04-01.
  private static let customer = history {
    subscribe("basic", on: "2024-01-01", months: 3)
    renewalInfo(status: 0, intent: 1)
  }

  /// The outcome of a rule for the only offer.
  private func outcome(
    of rule: String,
    _ customer: CustomerHistory = customer,
    _ offer: WinBackOffer = offer(),
    _ policies: [String: String] = [:],
    asOf now: String = "2024-06-01",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Bool? {
    let decision = try decide(
      customer,
      catalog(offer),
      policies,
      asOf: now,
      sourceLocation: sourceLocation
    )
    return decision.outcome(of: rule)
  }

  @Test("the rule set has the rules of the table, in its order")
  func table() throws {
    let rules = try CheckedRuleSet.appStore().ruleSet.rules
    #expect(rules.map(\.id) == Reference.Rule.allCases.map(\.rawValue))
  }

  @Test("the rule set has every policy of the semantics, with its default and its alternatives")
  func policies() throws {
    let policies = try CheckedRuleSet.appStore().ruleSet.policies
    let values = Dictionary(
      uniqueKeysWithValues: policies.map { ($0.name, [$0.value] + $0.alternatives.map(\.value)) }
    )
    #expect(values["timeZone"]?.first == "UTC")
    #expect(values.count == Reference.Policies.values.count + 1)
    for (policy, expected) in Reference.Policies.values {
      #expect(values[policy]?.first == expected.first, "\(policy)")
      #expect(Set(values[policy] ?? []) == Set(expected), "\(policy)")
    }
  }

  @Test("owned: something was owned")
  func owned() throws {
    let sharing = history { subscribe("basic", on: "2024-01-01", months: 1).shared }
    #expect(try outcome(of: "owned") == true)
    #expect(try outcome(of: "owned", asOf: "2023-12-31") == false)
    #expect(try outcome(of: "owned", sharing) == false)
    #expect(try outcome(of: "owned", history(group: "group") {}) == false)
  }

  @Test("no-access: nobody shares a subscription of the group")
  func noAccess() throws {
    let sharing = history {
      subscribe("basic", on: "2024-01-01", months: 1)
      subscribe("basic", on: "2024-06-01", months: 1).shared
    }
    #expect(try outcome(of: "no-access", sharing, asOf: "2024-05-31") == true)
    #expect(try outcome(of: "no-access", sharing, asOf: "2024-06-01") == false)
  }

  @Test("churned: expired, and nothing renews")
  func churned() throws {
    let retrying = history {
      subscribe("basic", on: "2024-01-01", months: 3)
      renewalInfo(status: 1, intent: 2, retry: true)
    }
    #expect(try outcome(of: "churned", asOf: "2024-03-31T23:59:59.999Z") == false)
    #expect(try outcome(of: "churned", asOf: "2024-04-01") == true)
    #expect(try outcome(of: "churned", retrying, asOf: "2024-05-30T23:59:59.999Z") == false)
    #expect(try outcome(of: "churned", retrying, asOf: "2024-05-31") == true)
  }

  @Test(
    "involuntary: policy involuntaryChurn, and why the subscription ended",
    arguments: [
      ("included", 2, true), ("excluded", 1, true), ("excluded", nil, true),
      ("excluded", 2, false), ("excluded", 3, false),
    ] as [(String, Int?, Bool)]
  )
  func involuntary(policy: String, intent: Int?, outcome expected: Bool) throws {
    let customer = history {
      subscribe("basic", on: "2024-01-01", months: 3)
      renewalInfo(status: 0, intent: intent)
    }
    let policies = ["involuntaryChurn": policy]
    #expect(try outcome(of: "involuntary", customer, offer(), policies) == expected)
  }

  @Test(
    "product: policy candidateOffers, and the product that lapsed last",
    arguments: [
      ("mostRecentProduct", "basic", true), ("mostRecentProduct", "premium", false),
      ("anyProductInGroup", "premium", true),
    ]
  )
  func product(policy: String, productId: String, outcome expected: Bool) throws {
    let customer = history {
      subscribe("basic", on: "2023-01-01", months: 1)
      subscribe(productId, on: "2024-01-01", months: 3)
    }
    let policies = ["candidateOffers": policy]
    #expect(try outcome(of: "product", customer, offer(), policies) == expected)
  }

  @Test(
    "available: from the first day until the last, both of them included",
    arguments: [
      ("2024-05-31T23:59:59.999Z", false), ("2024-06-01", true),
      ("2024-06-30T23:59:59.999Z", true), ("2024-07-01", false),
    ]
  )
  func available(now: String, outcome expected: Bool) throws {
    let offer = offer(from: day("2024-06-01"), through: day("2024-06-30"))
    #expect(try outcome(of: "available", Self.customer, offer, asOf: now) == expected)
  }

  @Test(
    "territory: everywhere, or where the storefront is, or unknown",
    arguments: [
      ([], "USA", true), ([], nil, true), (["DEU", "USA"], "USA", true),
      (["DEU"], "USA", false), (["DEU"], nil, nil),
    ] as [([String], String?, Bool?)]
  )
  func territory(territories: [String], storefront: String?, outcome expected: Bool?) throws {
    let customer = history(in: storefront) { subscribe("basic", on: "2024-01-01", months: 3) }
    let offer = offer(territories: territories)
    #expect(try outcome(of: "territory", customer, offer) == expected)
  }

  @Test("paid-duration: at least as many months", arguments: [(0, true), (3, true), (4, false)])
  func paidDuration(paid: Int, outcome expected: Bool) throws {
    #expect(try outcome(of: "paid-duration", Self.customer, offer(paid: paid)) == expected)
  }

  @Test(
    "time-since-last-subscribed: policy maximumBound, and both ends to the millisecond",
    arguments: [
      ("instant", "2024-05-31T23:59:59.999Z", false), ("instant", "2024-06-01", true),
      ("instant", "2024-08-01", true), ("instant", "2024-08-01T00:00:00.001Z", false),
      ("wholeMonths", "2024-05-31T23:59:59.999Z", false), ("wholeMonths", "2024-06-01", true),
      ("wholeMonths", "2024-08-31T23:59:59.999Z", true), ("wholeMonths", "2024-09-01", false),
    ]
  )
  func timeSinceLastSubscribed(policy: String, now: String, outcome expected: Bool) throws {
    let found = try outcome(
      of: "time-since-last-subscribed",
      Self.customer,
      offer(lapse: 2...4),
      ["maximumBound": policy],
      asOf: now
    )
    #expect(found == expected)
  }

  @Test(
    "wait-between-offers: none, or over, or never begun",
    arguments: [
      (nil, true, "2024-04-01", true), (2, false, "2024-04-01", true),
      (2, true, "2024-05-31T23:59:59.999Z", false), (2, true, "2024-06-01", true),
    ] as [(Int?, Bool, String, Bool)]
  )
  func wait(wait: Int?, hasRedeemed: Bool, now: String, outcome expected: Bool) throws {
    let service = subscribe("basic", on: "2024-01-01", months: 3)
    let customer = history { hasRedeemed ? service.redeeming("offer") : service }
    let offer = offer(wait: wait)
    #expect(try outcome(of: "wait-between-offers", customer, offer, asOf: now) == expected)
  }
}
