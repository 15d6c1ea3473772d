import Testing
import WinBackFormats

/// Section 2: which transactions count, and for how long (P1 to P3).
@Suite("2. Periods")
struct PeriodTests {
  @Test("only auto-renewable transactions count, and those of no type (P1)")
  func types() throws {
    let customer = history {
      subscribe("basic", on: "2024-01-01", months: 1)
      subscribe("premium", on: "2024-03-01", months: 1)
        .with { $0.type = "Auto-Renewable Subscription" }
      subscribe("basic", on: "2024-05-01", months: 1).with { $0.type = "Non-Renewing Subscription" }
    }
    #expect(try facts(customer, asOf: "2024-05-15").productId == "premium")
    #expect(try facts(customer, asOf: "2024-05-15").state == .expired)
  }

  @Test("of several versions of a transaction the one that was signed last counts (P1)")
  func versions() throws {
    let customer = history {
      subscribe("basic", on: "2024-01-01", months: 1).id("1").signed("2024-01-01")
      subscribe("basic", on: "2024-01-01", months: 3).id("1").signed("2024-01-03")
      subscribe("basic", on: "2024-01-01", months: 2).id("1").signed("2024-01-02")
      subscribe("basic", on: "2024-01-01", months: 9).id("1")
      renewalInfo(status: 0)
    }
    #expect(try facts(customer, asOf: "2025-01-01").lapsedAt == instant("2024-04-01"))
  }

  @Test(
    "a version that was signed on a day was signed at its start in the time zone of dates (P1, T4)",
    arguments: [("UTC", "2024-03-01"), ("-08:00", "2024-02-01"), ("+09:00", "2024-03-01")]
  )
  func signedOnADay(timeZone: String, lapsedAt: String) throws {
    let customer = history {
      subscribe("basic", on: "2024-01-01T00:00:00Z", months: 1).id("1").signed("2024-01-02")
      subscribe("basic", on: "2024-01-01T00:00:00Z", months: 2).id("1")
        .signed("2024-01-02T04:00:00Z")
      renewalInfo(status: 0)
    }
    #expect(
      try facts(customer, ["timeZone": timeZone], asOf: "2024-06-01").lapsedAt == instant(lapsedAt)
    )
  }

  @Test("versions are found in whatever order many transactions come (P1, R6)", arguments: 1...4)
  func manyVersions(seed: UInt64) throws {
    var dice = Dice(seed: seed)
    var customer = history {}
    for month in 0..<150 {
      let start = instant("2012-01-01").adding(months: Int64(month))
      // What was signed first says that a month was for a whole year.
      for (version, months) in [12, 1].enumerated() {
        customer.transactions.append(
          subscribe("basic", on: start.iso8601, months: months)
            .id("\(month)").signed("2025-01-0\(version + 1)")
        )
      }
    }
    customer.transactions.shuffle(using: &dice.generator)
    let facts = try facts(customer, asOf: "2025-02-01")
    #expect(facts.lapsedAt == instant("2024-07-01"))
    #expect(facts.paidMonths == 150)
  }

  @Test("versions that are the same in all are one transaction (P1)")
  func sameVersions() throws {
    let customer = history {
      subscribe("basic", on: "2024-01-01", months: 1).id("1")
      subscribe("basic", on: "2024-01-01", months: 1).id("1")
    }
    #expect(try facts(customer, asOf: "2025-01-01").paidMonths == 1)
  }

  @Test("versions that differ and were signed at one time are an error (P1)")
  func contradiction() throws {
    let customer = history {
      subscribe("basic", on: "2024-01-01", months: 1).id("7").signed("2024-01-01")
      subscribe("basic", on: "2024-01-01", months: 2).id("7").signed("2024-01-01")
    }
    let engine = try EligibilityEngine(catalog: catalog(), rules: .appStore())
    let error = #expect(throws: HistoryError.self) {
      try engine.decisions(for: customer, asOf: instant("2025-01-01"))
    }
    #expect(
      error?.description == """
        transaction '7' is given twice with different contents: expected equal contents, or a \
        'signedDate' that says which one is newer
        """
    )
    #expect(throws: Reference.Contradiction(transactionId: "7")) {
      try Reference.answers(for: customer, in: catalog(), asOf: 0)
    }
  }

  @Test("transactions without an identifier are never duplicates (P1)")
  func anonymous() throws {
    let customer = history {
      subscribe("basic", on: "2024-01-01", months: 1)
      renew("basic", on: "2024-02-01", months: 1)
    }
    #expect(try facts(customer, asOf: "2025-01-01").paidMonths == 2)
  }

  @Test(
    "a transaction is owned when its ownership is PURCHASED or absent, else shared (P2)",
    arguments: [
      (nil, SubscriptionState.subscribed), ("PURCHASED", .subscribed),
      ("FAMILY_SHARED", .neverOwned),
      ("ASSIGNED", .neverOwned),
    ] as [(String?, SubscriptionState)]
  )
  func ownership(type: String?, state: SubscriptionState) throws {
    let customer = history {
      subscribe("basic", on: "2024-01-01", months: 1).with { $0.inAppOwnershipType = type }
    }
    #expect(try facts(customer, asOf: "2024-01-15").state == state)
    #expect(try facts(customer, asOf: "2024-01-15").hasSharedAccess == (state == .neverOwned))
  }

  @Test("shared access gives no tenure, no lapse and no redemption (P2)")
  func sharedGivesNothing() throws {
    let customer = history {
      subscribe("basic", on: "2024-01-01", months: 1)
      renew("basic", on: "2024-02-01", months: 6).shared.redeeming("offer")
    }
    let decision = try decide(customer, catalog(offer(wait: 6)), asOf: "2024-08-01")
    #expect(decision.facts.paidMonths == 1)
    #expect(decision.facts.lapsedAt == instant("2024-02-01"))
    #expect(decision.eligibleWinBackOfferIDs == ["offer"])
  }

  @Test("a purchase supersedes all earlier ones of its group (P3)")
  func superseded() throws {
    let customer = history {
      subscribe("basic", on: "2024-01-01", months: 12)
      subscribe("premium", on: "2024-02-01", months: 1)
    }
    #expect(try facts(customer, asOf: "2024-01-15").lapsedAt == instant("2025-01-01"))
    #expect(try facts(customer, asOf: "2024-04-01").lapsedAt == instant("2024-03-01"))
    #expect(try facts(customer, asOf: "2024-04-01").paidMonths == 2)
  }

  @Test("a revoked purchase still supersedes (P3)")
  func revokedSupersedes() throws {
    let customer = history {
      subscribe("basic", on: "2024-01-01", months: 12)
      subscribe("premium", on: "2024-02-01", months: 1).refunded(on: "2024-02-02")
    }
    #expect(try facts(customer, asOf: "2024-02-15").state == .revoked)
    #expect(try facts(customer, asOf: "2024-04-01").lapsedAt == instant("2024-02-02"))
  }

  @Test("a period ends at its revocation, which is never before its start (P3)")
  func revoked() throws {
    let during = history {
      subscribe("basic", on: "2024-01-01", months: 3).prorated(on: "2024-02-01")
    }
    #expect(try facts(during, asOf: "2024-06-01").lapsedAt == instant("2024-02-01"))
    let before = history {
      subscribe("basic", on: "2024-01-01", months: 3).prorated(on: "2023-12-01")
    }
    #expect(try facts(before, asOf: "2024-06-01").lapsedAt == instant("2024-01-01"))
  }

  @Test("an end is never before its start (P3)")
  func backwards() throws {
    let customer = history { subscribe("basic", on: "2024-01-01", until: "2023-06-01") }
    #expect(try facts(customer, asOf: "2024-01-01").state == .expired)
    #expect(try facts(customer, asOf: "2024-01-01").lapsedAt == instant("2024-01-01"))
  }

  @Test("of purchases at one instant only the one that expires last has length (P3)")
  func oneInstant() throws {
    let customer = history {
      subscribe("premium", on: "2024-01-01", months: 3)
      subscribe("basic", on: "2024-01-01", months: 1).redeeming("offer")
    }
    #expect(try facts(customer, asOf: "2024-01-15").productId == "premium")
    let decision = try decide(customer, catalog(offer(wait: 2)), asOf: "2024-01-15")
    #expect(decision.facts.paidMonths == 0)
    #expect(decision.outcome(of: "wait-between-offers") == false)
    #expect(
      try decide(customer, catalog(offer(wait: 2)), asOf: "2024-03-01")
        .outcome(of: "wait-between-offers") == true
    )
  }

  @Test("the last of what expires at one instant too is the one whose identifier is last (P3)")
  func identifiers() throws {
    let customer = history {
      subscribe("basic", on: "2024-01-01", months: 1).id("9")
      subscribe("premium", on: "2024-01-01", months: 1).id("10")
      subscribe("premium", on: "2024-01-01", months: 1)
    }
    #expect(try facts(customer, asOf: "2024-03-01").productId == "basic")
  }

  @Test("a period without length counts as the latest end, but breaks and joins nothing (P3, F7)")
  func withoutLength() throws {
    let customer = history {
      subscribe("basic", on: "2024-01-01", months: 1)
      subscribe("premium", on: "2024-02-10", until: "2024-02-10")
      renew("basic", on: "2024-03-01", months: 1)
      subscribe("premium", on: "2024-05-01", until: "2024-05-01")
    }
    #expect(try facts(customer, asOf: "2024-06-01").paidMonths == 2)
    #expect(try facts(customer, asOf: "2024-06-01").lapsedAt == instant("2024-05-01"))
    #expect(try facts(customer, asOf: "2024-06-01").productId == "premium")
  }
}
