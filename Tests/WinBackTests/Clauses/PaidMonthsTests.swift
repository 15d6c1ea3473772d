import Testing
import WinBack

/// Section 3: the paid months, and what interrupts them (F7, F8).
@Suite("3. Paid months")
struct PaidMonthsTests {
  @Test(
    "paid months grow up to now, and stop at the end of service (F7)",
    arguments: [
      ("2024-01-01", 0), ("2024-01-31T23:59:59.999Z", 0), ("2024-02-01", 1), ("2024-03-15", 2),
      ("2024-04-01", 3), ("2025-01-01", 3),
    ]
  )
  func upToNow(now: String, paidMonths: Int) throws {
    let customer = history { subscribe("basic", on: "2024-01-01", months: 3) }
    #expect(try facts(customer, asOf: now).paidMonths == paidMonths)
  }

  @Test("only the most recent run counts, whatever the product (F7)")
  func mostRecentRun() throws {
    let customer = history {
      subscribe("basic", on: "2022-01-01", months: 12)
      subscribe("premium", on: "2024-01-01", months: 1)
      renew("basic", on: "2024-02-01", months: 1)
    }
    #expect(try facts(customer, asOf: "2024-06-01").paidMonths == 2)
  }

  @Test(
    "policy paidStreak: the most recent run, or all that was ever paid (F7)",
    arguments: [("mostRecent", 2), ("accumulated", 14)]
  )
  func paidStreak(policy: String, paidMonths: Int) throws {
    let customer = history {
      subscribe("basic", on: "2022-01-01", months: 12)
      subscribe("basic", on: "2024-01-01", months: 2)
    }
    let policies = ["paidStreak": policy]
    #expect(try facts(customer, policies, asOf: "2024-06-01").paidMonths == paidMonths)
  }

  @Test("the run is that of the latest paid period, though free ones came after it (F7)")
  func freeAtTheEnd() throws {
    let customer = history {
      subscribe("basic", on: "2024-01-01", months: 2)
      subscribe("basic", on: "2024-09-01", months: 1).free
    }
    #expect(try facts(customer, asOf: "2024-12-01").paidMonths == 2)
  }

  @Test("the free months between are stepped over, and split the paid ones (F7)")
  func segments() throws {
    let customer = history {
      subscribe("basic", on: "2024-01-31", until: "2024-03-15")
      renew("basic", on: "2024-03-15", months: 1).free
      renew("basic", on: "2024-04-15", until: "2024-06-01")
    }
    // One month and 15 days (02-29 to 03-15), then one month and 17 days: 32 days make one more.
    #expect(try facts(customer, asOf: "2024-12-01").paidMonths == 3)
  }

  @Test(
    "every 31 days of all remainders together make a month (F7)",
    arguments: [("2024-06-17T23:59:59.999Z", 0), ("2024-06-18", 1)]
  )
  func remainders(end: String, paidMonths: Int) throws {
    // Two stretches of paid service, of 14 days and of nearly or exactly 17.
    let customer = history {
      subscribe("basic", on: "2024-05-04", until: "2024-05-18")
      renew("basic", on: "2024-05-18", until: "2024-06-01").free
      renew("basic", on: "2024-06-01", until: end)
    }
    #expect(try facts(customer, asOf: "2024-12-01").paidMonths == paidMonths)
  }

  @Test("weekly periods that touch are one stretch of calendar months (F7)")
  func weeks() throws {
    let customer = history {
      subscribe("basic", on: "2024-02-01", until: "2024-02-08")
      renew("basic", on: "2024-02-08", until: "2024-02-15")
      renew("basic", on: "2024-02-15", until: "2024-02-22")
      renew("basic", on: "2024-02-22", until: "2024-02-29")
      renew("basic", on: "2024-02-29", until: "2024-03-07")
    }
    #expect(try facts(customer, asOf: "2024-02-29").paidMonths == 0)
    #expect(try facts(customer, asOf: "2024-03-01").paidMonths == 1)
  }

  @Test(
    "policy monthLength: calendar months, or 30 days of the summed length (F7)",
    arguments: [("calendar", 2), ("thirtyDays", 1)]
  )
  func monthLength(policy: String, paidMonths: Int) throws {
    let customer = history { subscribe("basic", on: "2023-02-01", months: 2) }
    let policies = ["monthLength": policy]
    #expect(try facts(customer, policies, asOf: "2024-06-01").paidMonths == paidMonths)
  }

  @Test(
    "policy monthLength thirtyDays counts the last millisecond (F7)",
    arguments: [("2024-01-30T23:59:59.999Z", 0), ("2024-01-31", 1)]
  )
  func thirtyDays(end: String, paidMonths: Int) throws {
    let customer = history { subscribe("basic", on: "2024-01-01", until: end) }
    let policies = ["monthLength": "thirtyDays"]
    #expect(try facts(customer, policies, asOf: "2024-06-01").paidMonths == paidMonths)
  }

  @Test(
    "policy gapTolerance: which gaps a run outlasts, by length and by reason (F8)",
    arguments: [
      ("billingRecovery", "2024-02-01", "PURCHASE", 2),
      ("billingRecovery", "2024-02-01T00:00:00.001Z", "PURCHASE", 1),
      ("billingRecovery", "2024-04-01", "RENEWAL", 2),
      ("billingRecovery", "2024-04-01T00:00:00.001Z", "RENEWAL", 1),
      ("none", "2024-02-01", "PURCHASE", 2),
      ("none", "2024-02-01T00:00:00.001Z", "RENEWAL", 1),
      ("sixtyDays", "2024-04-01", "PURCHASE", 2),
      ("sixtyDays", "2024-04-01", nil, 2),
      ("sixtyDays", "2024-04-01T00:00:00.001Z", "RENEWAL", 1),
    ] as [(String, String, String?, Int)]
  )
  func gapTolerance(policy: String, resumed: String, reason: String?, paidMonths: Int) throws {
    let customer = history {
      subscribe("basic", on: "2024-01-01", months: 1)
      subscribe("basic", on: resumed, months: 1).with { $0.transactionReason = reason }
    }
    let policies = ["gapTolerance": policy]
    #expect(try facts(customer, policies, asOf: "2024-12-01").paidMonths == paidMonths)
  }

  @Test("a gap beside a period that is stepped over may break the run, too (F8)")
  func gapBesideFree() throws {
    let customer = history {
      subscribe("basic", on: "2024-01-01", months: 1)
      subscribe("basic", on: "2024-02-02", months: 1).free
      renew("basic", on: "2024-03-02", months: 1)
    }
    #expect(try facts(customer, asOf: "2024-12-01").paidMonths == 1)
  }

  @Test("a refund during a period leaves a gap until the next one (F8, P3)")
  func gapOfRefund() throws {
    let customer = history {
      subscribe("basic", on: "2024-01-01", months: 1)
      renew("basic", on: "2024-02-01", months: 1).refunded(on: "2024-02-10")
      subscribe("basic", on: "2024-03-01", months: 1)
    }
    #expect(try facts(customer, asOf: "2024-12-01").paidMonths == 1)
    let policies = ["gapTolerance": "sixtyDays"]
    #expect(try facts(customer, policies, asOf: "2024-12-01").paidMonths == 2)
  }
}
