import Testing
import WinBack

/// Section 3: the state, whether it renews, and shared access (F4 to F6).
@Suite("3. State")
struct StateTests {
  @Test(
    "the state is the first that holds (F4)",
    arguments: [
      ("2023-12-31T23:59:59.999Z", SubscriptionState.neverOwned),
      ("2024-01-01", .subscribed),
      ("2024-01-31T23:59:59.999Z", .subscribed),
      ("2024-02-01", .inGracePeriod),
      ("2024-02-06T23:59:59.999Z", .inGracePeriod),
      ("2024-02-07", .inBillingRetryPeriod),
      ("2024-03-31T23:59:59.999Z", .inBillingRetryPeriod),
      ("2024-04-01", .expired),
    ]
  )
  func course(now: String, state: SubscriptionState) throws {
    let customer = history {
      subscribe("basic", on: "2024-01-01", months: 1)
      renewalInfo(status: 1, intent: 2, retry: true, grace: "2024-02-07")
    }
    #expect(try facts(customer, asOf: now).state == state)
  }

  @Test("the retry of a monthly plan takes 90 days, counted from the end without grace (F4)")
  func monthlyPlan() throws {
    let customer = history {
      subscribe("basic", on: "2024-01-01", months: 1).billedMonthly
      renewalInfo(status: 1, intent: 2, retry: true, grace: "2024-02-07")
    }
    #expect(try facts(customer, asOf: "2024-04-30T23:59:59.999Z").state == .inBillingRetryPeriod)
    #expect(try facts(customer, asOf: "2024-05-01").state == .expired)
  }

  @Test(
    "a last period that a revocation cut short is revoked until it would have expired (F4)",
    arguments: [nil, "REFUND_FULL", "REFUND_PRORATED", "FAMILY_REVOKE"] as [String?]
  )
  func revoked(type: String?) throws {
    let customer = history {
      subscribe("basic", on: "2024-01-01", months: 3).refunded(on: "2024-02-01", type: type)
    }
    #expect(try facts(customer, asOf: "2024-01-31T23:59:59.999Z").state == .subscribed)
    #expect(try facts(customer, asOf: "2024-02-01").state == .revoked)
    #expect(try facts(customer, asOf: "2024-03-31T23:59:59.999Z").state == .revoked)
    #expect(try facts(customer, asOf: "2024-04-01").state == .expired)
  }

  @Test("an earlier period that was revoked makes nothing revoked (F4)")
  func revokedEarlier() throws {
    let customer = history {
      subscribe("basic", on: "2024-01-01", months: 12).refunded(on: "2024-02-01")
      subscribe("basic", on: "2024-03-01", months: 1)
    }
    #expect(try facts(customer, asOf: "2024-02-15").state == .revoked)
    #expect(try facts(customer, asOf: "2024-05-01").state == .expired)
  }

  @Test("where renewal information is not known there is no grace and no retry (F4)")
  func unknown() throws {
    let customer = history {
      subscribe("basic", on: "2024-01-01", months: 1)
      subscribe("basic", on: "2024-09-01", months: 1)
      renewalInfo(status: 1, retry: true, grace: "2024-10-07")
    }
    #expect(try facts(customer, asOf: "2024-02-02").state == .expired)
    #expect(try facts(customer, asOf: "2024-10-02").state == .inGracePeriod)
  }

  @Test(
    "it renews where the status is 1, until a retry that failed is over (F5)",
    arguments: [
      (1, false, "2024-01-15", true), (0, false, "2024-01-15", false),
      (1, true, "2024-03-31T23:59:59.999Z", true),
      (1, true, "2024-04-01", false), (0, true, "2024-02-15", false),
    ]
  )
  func known(status: Int, retry: Bool, now: String, willAutoRenew: Bool) throws {
    let customer = history {
      subscribe("basic", on: "2024-01-01", months: 1)
      renewalInfo(status: status, retry: retry)
    }
    #expect(try facts(customer, asOf: now).willAutoRenew == willAutoRenew)
  }

  @Test(
    "where the status is not known it renews while subscribed, in grace or in retry (F5)",
    arguments: [
      ("2024-01-15", true), ("2024-02-01", true), ("2024-02-15", true), ("2024-04-01", false),
    ]
  )
  func derived(now: String, willAutoRenew: Bool) throws {
    let customer = history {
      subscribe("basic", on: "2024-01-01", months: 1)
      renewalInfo(retry: true, grace: "2024-02-07")
    }
    #expect(try facts(customer, asOf: now).willAutoRenew == willAutoRenew)
  }

  @Test("what was revoked does not renew where the status is not known (F5)")
  func revokedDoesNotRenew() throws {
    let customer = history {
      subscribe("basic", on: "2024-01-01", months: 3).refunded(on: "2024-02-01")
    }
    #expect(try facts(customer, asOf: "2024-02-15").willAutoRenew == false)
  }

  @Test(
    "shared access lasts from purchase until expiry or revocation (F6)",
    arguments: [
      ("2023-12-31T23:59:59.999Z", false), ("2024-01-01", true),
      ("2024-01-31T23:59:59.999Z", true), ("2024-02-01", false),
    ]
  )
  func shared(now: String, hasSharedAccess: Bool) throws {
    let expiring = history { subscribe("basic", on: "2024-01-01", months: 1).shared }
    let revoked = history {
      subscribe("basic", on: "2024-01-01", months: 12).shared.refunded(on: "2024-02-01")
    }
    #expect(try facts(expiring, asOf: now).hasSharedAccess == hasSharedAccess)
    #expect(try facts(revoked, asOf: now).hasSharedAccess == hasSharedAccess)
  }

  @Test(
    "shared access is not known after a period whose renewal information says that it renews (F6)",
    arguments: [(1, Bool?.none), (0, false)]
  )
  func sharedRenewal(status: Int, access: Bool?) throws {
    let customer = history {
      subscribe("basic", on: "2023-01-01", months: 1)
      subscribe("premium", on: "2024-01-01", months: 1).shared
      renewalInfo(status: 0, product: "basic")
      renewalInfo(status: status, product: "premium")
    }
    #expect(try facts(customer, asOf: "2024-01-15").hasSharedAccess == true)
    #expect(try facts(customer, asOf: "2024-02-01").hasSharedAccess == access)
  }

  @Test("a purchase ends no shared access, and shared access no purchase (F6)")
  func independent() throws {
    let customer = history {
      subscribe("basic", on: "2024-01-01", months: 6).shared
      subscribe("premium", on: "2024-02-01", months: 1)
    }
    #expect(try facts(customer, asOf: "2024-02-15").hasSharedAccess == true)
    #expect(try facts(customer, asOf: "2024-02-15").state == .subscribed)
    #expect(try facts(customer, asOf: "2024-05-01").hasSharedAccess == true)
  }
}
