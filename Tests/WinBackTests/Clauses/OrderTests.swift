import CEL
import Testing
import WinBackFormats

/// The order of the result, best first (R2).
@Suite("The order of the result")
struct OrderTests {
  @Test(
    "follows keys of any type that has an order (R2)",
    arguments: [
      ("offer.offerId", true, ["c", "b", "a"]),
      ("offer.periodCount", false, ["b", "c", "a"]),
      ("offer.periodCount == 1 ? 2.5 : offer.periodCount == 2 ? 1.5 : .5", false, ["a", "c", "b"]),
      ("offer.startDate", true, ["c", "a", "b"]),
    ]
  )
  func keys(key: String, isDescending: Bool, ids: [String]) throws {
    #expect(try order(by: key, isDescending: isDescending) == ids)
  }

  @Test("puts offers last for which a key has no value (R2)", arguments: [true, false])
  func absence(isDescending: Bool) throws {
    #expect(try order(by: "offer.endDate", isDescending: isDescending) == ["b", "a", "c"])
  }

  @Test("is that of the identifiers, in byte order, where all keys are equal (R2)")
  func ties() throws {
    #expect(try order(by: "policy.candidateOffers", isDescending: true) == ["a", "b", "c"])
  }

  private func order(by key: String, isDescending: Bool) throws -> [String] {
    let catalog = catalog(
      offer("c", count: 2, from: day("2024-03-01")),
      offer("a", count: 3, from: day("2024-02-01")),
      offer("b", count: 1, from: day("2024-01-01"), through: day("2030-01-01"))
    )
    var rules = try CheckedRuleSet.appStore().ruleSet
    rules.order = [OrderKey(title: "", key: key, isDescending: isDescending)]
    let engine = try EligibilityEngine(catalog: catalog, rules: CheckedRuleSet(rules))
    let customer = history { subscribe("basic", on: "2024-01-01", months: 4) }
    let decisions = try engine.decisions(for: customer, asOf: instant("2024-07-01"))
    return try #require(decisions.first).eligibleWinBackOfferIDs
  }
}
