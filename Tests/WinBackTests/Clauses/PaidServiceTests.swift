import Testing
import WinBack

/// Section 2: which periods are paid (P4 to P6).
@Suite("2. Paid service")
struct PaidServiceTests {
  /// A month paid, a month to look at, and a month paid.
  private func months(around month: (Transaction) -> Transaction) -> CustomerHistory {
    history {
      subscribe("basic", on: "2024-01-01", months: 1)
      month(renew("basic", on: "2024-02-01", months: 1))
      renew("basic", on: "2024-03-01", months: 1)
    }
  }

  @Test(
    "policy freeService: a free month adds nothing, or ends the streak, or counts (P4)",
    arguments: [("skipped", 2), ("breaksStreak", 1), ("counted", 3)]
  )
  func free(policy: String, paidMonths: Int) throws {
    let policies = ["freeService": policy]
    #expect(try facts(months { $0.free }, policies, asOf: "2024-06-01").paidMonths == paidMonths)
    #expect(try facts(months { $0.trial }, policies, asOf: "2024-06-01").paidMonths == paidMonths)
  }

  @Test("an absent price is not a price of 0 (P4)")
  func unpriced() throws {
    #expect(try facts(months { $0.unpriced }, asOf: "2024-06-01").paidMonths == 3)
    #expect(try facts(months { $0.unpriced.trial }, asOf: "2024-06-01").paidMonths == 2)
  }

  @Test("a free month after the last paid one ends no streak, since the walk starts before it (P4)")
  func freeAfterwards() throws {
    let customer = history {
      subscribe("basic", on: "2024-01-01", months: 2)
      renew("basic", on: "2024-03-01", months: 1).free
    }
    let policies = ["freeService": "breaksStreak"]
    #expect(try facts(customer, policies, asOf: "2024-06-01").paidMonths == 2)
  }

  @Test(
    "policy refundedService: a refunded month adds and breaks nothing, or counts (P5)",
    arguments: [("unpaid", 2), ("counted", 3)]
  )
  func refunded(policy: String, paidMonths: Int) throws {
    let policies = ["refundedService": policy]
    let customer = months { $0.refunded(on: "2024-07-01") }
    #expect(try facts(customer, policies, asOf: "2024-06-30").paidMonths == 3)
    #expect(try facts(customer, policies, asOf: "2024-07-01").paidMonths == paidMonths)
  }

  @Test(
    "every type of revocation refunds, except a prorated one (P5)",
    arguments: [
      (nil, 2), ("REFUND_FULL", 2), ("FAMILY_REVOKE", 2), ("REFUND_PRORATED", 3),
    ] as [(String?, Int)]
  )
  func types(type: String?, paidMonths: Int) throws {
    let customer = months { $0.refunded(on: "2024-07-01", type: type) }
    #expect(try facts(customer, asOf: "2024-07-01").paidMonths == paidMonths)
  }

  @Test("a prorated refund counts what was used (P5)")
  func prorated() throws {
    let customer = history {
      subscribe("basic", on: "2024-01-01", months: 12).prorated(on: "2024-04-20")
    }
    #expect(try facts(customer, asOf: "2025-01-01").paidMonths == 3)
  }

  @Test(
    "a month that is free and refunded is paid only where both policies count it (P4, P5)",
    arguments: [
      ("skipped", "unpaid", 2), ("skipped", "counted", 2), ("counted", "unpaid", 2),
      ("counted", "counted", 3), ("breaksStreak", "unpaid", 2), ("breaksStreak", "counted", 1),
    ]
  )
  func freeAndRefunded(free: String, refunded: String, paidMonths: Int) throws {
    let customer = months { $0.free.refunded(on: "2024-04-01") }
    let policies = ["freeService": free, "refundedService": refunded]
    #expect(try facts(customer, policies, asOf: "2024-06-01").paidMonths == paidMonths)
  }

  @Test("a free month whose refund was prorated is free, not refunded (P5)")
  func freeAndProrated() throws {
    let customer = months { $0.free.prorated(on: "2024-04-01") }
    #expect(
      try facts(customer, ["freeService": "breaksStreak"], asOf: "2024-06-01").paidMonths == 1
    )
  }

  @Test(
    "introductory, promotional, code and win-back offers that cost something are paid (P6)",
    arguments: 1...4
  )
  func offers(offerType: Int) throws {
    let customer = months {
      $0.with {
        $0.offerType = offerType
        $0.offerIdentifier = "offer"
        $0.offerDiscountType = "PAY_UP_FRONT"
        $0.price = 990
      }
    }
    #expect(try facts(customer, asOf: "2024-06-01").paidMonths == 3)
  }
}
