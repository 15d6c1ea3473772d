import Testing
import WinBack

/// Section 5: the example of WWDC24 session 10110, with the dates of the semantics.
@Suite("5. Worked example")
struct WorkedExampleTests {
  private static let basicMonthFree = offer(
    "basic_1m_free",
    paid: 3,
    lapse: 2...24,
    wait: 6,
    from: day("2023-01-01")
  )

  private static let customer = history {
    subscribe("premium", on: "2024-01-01", months: 1)
    renew("basic", on: "2024-02-01", months: 1)
    renew("basic", on: "2024-03-01", months: 1)
    subscribe("basic", on: "2024-06-15", months: 1).free.redeeming("basic_1m_free")
    renew("basic", on: "2024-07-15", months: 1)
    renew("basic", on: "2024-08-15", months: 1)
    renew("basic", on: "2024-09-15", months: 1)
    renewalInfo(status: 0, intent: 1)
  }

  @Test(
    "each instant has the answer of the table, and for the reason that the table gives",
    arguments: [
      ("2024-03-20", false, ["churned", "paid-duration", "time-since-last-subscribed"]),
      ("2024-05-31", false, ["time-since-last-subscribed"]),
      ("2024-06-01", true, []),
      ("2024-12-20", false, ["wait-between-offers"]),
      ("2025-01-14T23:59:59.999Z", false, ["wait-between-offers"]),
      ("2025-01-15", true, []),
      ("2026-10-15", true, []),
      ("2026-10-15T00:00:00.001Z", false, ["time-since-last-subscribed"]),
      ("2026-10-16", false, ["time-since-last-subscribed"]),
    ]
  )
  func table(now: String, isEligible: Bool, failedRules: [String]) throws {
    let decision = try decide(Self.customer, catalog(Self.basicMonthFree), asOf: now)
    #expect(decision.eligibleWinBackOfferIDs == (isEligible ? ["basic_1m_free"] : []))
    #expect(decision.failedRules(of: "basic_1m_free") == failedRules)
  }

  @Test("the windows are those of the example, to the millisecond")
  func windows() throws {
    let decision = try decide(Self.customer, catalog(Self.basicMonthFree), asOf: "2024-01-01")
    #expect(
      decision.windows(of: "basic_1m_free") == [
        "2024-06-01T00:00:00.000Z 2024-06-14T23:59:59.999Z",
        "2025-01-15T00:00:00.000Z 2026-10-15T00:00:00.000Z",
      ]
    )
  }

  @Test("the paid months are three at both ends of service, the free month left out")
  func paidMonths() throws {
    #expect(try facts(Self.customer, asOf: "2024-04-01").paidMonths == 3)
    #expect(try facts(Self.customer, asOf: "2024-10-15").paidMonths == 3)
  }
}
