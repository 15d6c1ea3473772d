import Testing
import WinBackFormats

/// Section 1: time.
@Suite("1. Time")
struct TimeTests {
  @Test(
    "a month later is the same day and time, or the last day of a shorter month (T2)",
    arguments: [
      ("2024-01-31T10:00:00Z", "2024-02-29T10:00:00.000Z"),
      ("2023-01-31T10:00:00Z", "2023-02-28T10:00:00.000Z"),
      ("2024-02-29T00:00:00Z", "2024-03-29T00:00:00.000Z"),
      ("2023-12-31T23:59:59.999Z", "2024-01-31T23:59:59.999Z"),
    ]
  )
  func adding(lapsedAt: String, eligibleFrom: String) throws {
    let customer = history { subscribe("basic", on: "2022-01-01", until: lapsedAt) }
    let decision = try decide(customer, asOf: lapsedAt)
    #expect(decision.offers[0].windows[0].from.iso8601 == eligibleFrom)
  }

  @Test(
    "months are counted as many as can be added without passing the end, and none backwards (T3)",
    arguments: [
      ("2024-01-31", "2024-02-29", 1), ("2024-01-31", "2024-02-28T23:59:59.999Z", 0),
      ("2024-02-29", "2025-02-28", 12), ("2023-02-28", "2024-02-28", 12),
      ("2024-01-01", "2023-01-01", 0),
    ]
  )
  func counting(start: String, end: String, months: Int) throws {
    let customer = history { subscribe("basic", on: start, until: end) }
    #expect(try facts(customer, asOf: "2025-06-01").paidMonths == months)
  }

  @Test(
    "an offer lives from the start of its first day to the end of its last, as they are written (T4)",
    arguments: [
      (day("2024-03-01"), day("2024-03-31"), "2024-03-01T00:00:00.000Z"),
      // A date and time that it starts at is that instant, one that it ends at its day.
      (time("2024-03-01T09:30:00Z"), time("2024-03-31T09:30:00Z"), "2024-03-01T09:30:00.000Z"),
      // A time in another zone that it ends at.
      (
        day("2024-03-01"),
        CatalogDate.instant(instant("2024-04-01T07:00:00Z"), day: instant("2024-03-31").date),
        "2024-03-01T00:00:00.000Z"
      ),
    ]
  )
  func days(start: CatalogDate, end: CatalogDate, from: String) throws {
    let customer = history { subscribe("basic", on: "2023-01-01", months: 12) }
    let live = catalog(offer(from: start, through: end))
    let windows = try decide(customer, live, asOf: "2024-01-01").windows()
    #expect(windows == ["\(from) 2024-03-31T23:59:59.999Z"])
  }

  @Test(
    "policy timeZone moves dates without a time, of catalog and history alike (T4)",
    arguments: [
      ("UTC", "2024-01-15T00:00:00.000Z", "2024-03-01T00:00:00.000Z"),
      ("-08:00", "2024-01-15T08:00:00.000Z", "2024-03-01T08:00:00.000Z"),
      ("+09:00", "2024-01-14T15:00:00.000Z", "2024-02-29T15:00:00.000Z"),
    ]
  )
  func timeZone(offset: String, lapsedAt: String, startsAt: String) throws {
    let customer = history { subscribe("basic", on: "2023-01-01", until: "2024-01-15") }
    let live = catalog(offer(from: day("2024-03-01")))
    let decision = try decide(customer, live, ["timeZone": offset], asOf: "2024-03-15")
    #expect(decision.facts.lapsedAt?.iso8601 == lapsedAt)
    #expect(decision.offers[0].windows[0].from.iso8601 == startsAt)
  }

  @Test("policy timeZone leaves months in UTC, and dates with a time alone (T4, T2)")
  func monthsStayInUTC() throws {
    let customer = history {
      subscribe("basic", on: "2023-01-01", until: "2024-01-31T20:00:00Z")
    }
    let decision = try decide(customer, catalog(), ["timeZone": "+09:00"], asOf: "2024-03-15")
    #expect(decision.offers[0].windows[0].from.iso8601 == "2024-02-29T20:00:00.000Z")
  }

  @Test("service can end at the last instant of the year 9999 (T5)")
  func lastInstant() throws {
    let customer = history {
      subscribe("basic", on: "2023-11-14T22:13:20Z", until: "9999-12-31T23:59:59.999Z")
    }
    let engine = try EligibilityEngine(catalog: catalog(), rules: .appStore())
    let decisions = try engine.decisions(for: customer, asOf: .maximum)
    #expect(decisions.first?.facts.lapsedAt == .maximum)
  }

  @Test("an instant outside of the years 1 to 9999 has a decision and an answer, too (T5)")
  func farInstants() throws {
    let customer = history { subscribe("basic", on: "2023-01-01", months: 12) }
    let engine = try EligibilityEngine(catalog: catalog(), rules: .appStore())
    for far in [-1, 1].map({ Instant(milliseconds: $0 * 9_000_000_000_000_000_000) }) {
      let decision = try #require(engine.decisions(for: customer, asOf: far).first)
      #expect(decision.eligibleWinBackOfferIDs.isEmpty)
      #expect(!Answer(decision).text.isEmpty)
    }
  }

  @Test("a purchase after now does not exist yet, and a purchase now does (T6)")
  func purchases() throws {
    let customer = history {
      subscribe("basic", on: "2024-01-01", months: 1)
      subscribe("premium", on: "2024-06-01", months: 1)
    }
    #expect(try facts(customer, asOf: "2023-12-31T23:59:59.999Z").state == .neverOwned)
    #expect(try facts(customer, asOf: "2024-01-01").state == .subscribed)
    #expect(try facts(customer, asOf: "2024-05-31T23:59:59.999Z").productId == "basic")
    #expect(try facts(customer, asOf: "2024-06-01").productId == "premium")
  }

  @Test("a revocation after now has not happened yet, and one now has (T6)")
  func revocations() throws {
    let customer = history {
      subscribe("basic", on: "2024-01-01", months: 3).refunded(on: "2024-02-01")
    }
    #expect(try facts(customer, asOf: "2024-01-31T23:59:59.999Z").state == .subscribed)
    #expect(try facts(customer, asOf: "2024-01-31T23:59:59.999Z").lapsedAt == instant("2024-04-01"))
    #expect(try facts(customer, asOf: "2024-02-01").lapsedAt == instant("2024-02-01"))
  }

  @Test("duplicates are settled before the future is taken away (T6, P1)")
  func duplicatesFirst() throws {
    let customer = history {
      subscribe("basic", on: "2024-01-01", months: 1).id("1").signed("2024-01-01")
      subscribe("basic", on: "2024-09-01", months: 1).id("1").signed("2024-09-01")
    }
    #expect(try facts(customer, asOf: "2024-03-01").state == .neverOwned)
  }
}
