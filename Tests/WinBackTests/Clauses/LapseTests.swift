import Testing
import WinBack

/// Section 3: the last product, the lapse and the renewal information (F1 to F3).
@Suite("3. Lapse")
struct LapseTests {
  @Test("the product is that of the owned period that ends last (F1)")
  func product() throws {
    let customer = history {
      subscribe("premium", on: "2024-01-01", months: 1)
      subscribe("basic", on: "2024-03-01", months: 1)
      subscribe("premium", on: "2024-05-01", months: 1).shared
    }
    #expect(try facts(customer, asOf: "2024-02-15").productId == "premium")
    #expect(try facts(customer, asOf: "2024-05-15").productId == "basic")
  }

  @Test("of periods that end at one instant the one that starts last tells the product (F1)")
  func tiedProduct() throws {
    let customer = history {
      subscribe("premium", on: "2024-01-01", months: 2)
      subscribe("basic", on: "2024-02-01", until: "2024-02-01")
    }
    #expect(try facts(customer, asOf: "2024-01-15").productId == "premium")
    #expect(try facts(customer, asOf: "2024-02-15").productId == "basic")
  }

  @Test(
    "policy lapseStart: the lapse is counted from the end of grace, of service or of retry (F2)",
    arguments: [
      ("graceEnd", "2024-02-07"), ("expiration", "2024-02-01"), ("retryEnd", "2024-04-01"),
    ]
  )
  func lapseStart(policy: String, lapsedAt: String) throws {
    let customer = history {
      subscribe("basic", on: "2024-01-01", months: 1)
      renewalInfo(status: 0, intent: 2, grace: "2024-02-07")
    }
    let policies = ["lapseStart": policy]
    #expect(try facts(customer, policies, asOf: "2024-06-01").lapsedAt == instant(lapsedAt))
  }

  @Test("a free period lapses as a paid one does (F2)")
  func freeLapse() throws {
    let customer = history {
      subscribe("basic", on: "2024-01-01", months: 1)
      renew("basic", on: "2024-02-01", months: 1).free
    }
    #expect(try facts(customer, asOf: "2024-06-01").lapsedAt == instant("2024-03-01"))
  }

  @Test("grace that ends before service does counts for nothing (F2)")
  func staleGrace() throws {
    let customer = history {
      subscribe("basic", on: "2024-01-01", months: 1)
      renewalInfo(status: 0, grace: "2024-01-15")
    }
    #expect(try facts(customer, asOf: "2024-06-01").lapsedAt == instant("2024-02-01"))
  }

  @Test(
    "retryEnd is 60 days on, 90 of a monthly plan, and only where a payment failed (F2, F4)",
    arguments: [(2, false, "2024-04-01"), (2, true, "2024-05-01"), (1, false, "2024-02-01")]
  )
  func retryEnd(intent: Int, isBilledMonthly: Bool, lapsedAt: String) throws {
    let month = subscribe("basic", on: "2024-01-01", months: 1)
    let customer = history {
      isBilledMonthly ? month.billedMonthly : month
      renewalInfo(status: 0, intent: intent, grace: "2024-02-07")
    }
    let policies = ["lapseStart": "retryEnd"]
    #expect(try facts(customer, policies, asOf: "2024-08-01").lapsedAt == instant(lapsedAt))
  }

  @Test("renewal information is ignored before the last purchase, and not after it (F3)")
  func replay() throws {
    let customer = history {
      subscribe("basic", on: "2024-01-01", months: 1)
      subscribe("basic", on: "2024-06-01", months: 1)
      renewalInfo(status: 1, intent: 3, signed: "2024-09-01")
    }
    #expect(try facts(customer, asOf: "2024-05-31T23:59:59.999Z").expirationIntent == nil)
    #expect(try facts(customer, asOf: "2024-05-31T23:59:59.999Z").willAutoRenew == false)
    #expect(try facts(customer, asOf: "2024-06-01").expirationIntent == 3)
    #expect(try facts(customer, asOf: "2024-06-15").willAutoRenew == true)
  }

  @Test("a purchase that is shared does not end what renewal information says (F3)")
  func sharedPurchase() throws {
    let customer = history {
      subscribe("basic", on: "2024-01-01", months: 1)
      subscribe("basic", on: "2024-06-01", months: 1).shared
      renewalInfo(intent: 3)
    }
    #expect(try facts(customer, asOf: "2024-03-01").expirationIntent == 3)
  }

  @Test("of a list the one of the chain of the last owned transaction applies (F3)")
  func listByChain() throws {
    let customer = history {
      subscribe("basic", on: "2024-01-01", months: 1).chain("1")
      subscribe("basic", on: "2024-06-01", months: 1).chain("2")
      renewalInfo(intent: 1, chain: "1", product: "basic")
      renewalInfo(intent: 2, chain: "2", product: "premium")
    }
    #expect(try facts(customer, asOf: "2024-08-01").expirationIntent == 2)
  }

  @Test("of a list without chains the one of its product applies (F3)")
  func listByProduct() throws {
    let customer = history {
      subscribe("basic", on: "2024-01-01", months: 1).chain("1")
      renewalInfo(intent: 1, product: "premium")
      renewalInfo(intent: 2, product: "basic")
    }
    #expect(try facts(customer, asOf: "2024-08-01").expirationIntent == 2)
  }

  @Test("where none of a list is of the last owned transaction, nothing is known (F3)")
  func listOfOthers() throws {
    let customer = history {
      subscribe("basic", on: "2024-01-01", months: 1).chain("1")
      renewalInfo(status: 1, intent: 1, chain: "2", product: "basic")
      renewalInfo(status: 1, intent: 2, product: "premium")
    }
    #expect(try facts(customer, asOf: "2024-08-01").expirationIntent == nil)
    #expect(try facts(customer, asOf: "2024-08-01").willAutoRenew == false)
  }
}
