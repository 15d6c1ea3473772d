import Foundation
import Testing
import WinBackFiles

@Suite("The parts of winback check")
struct CheckPartsTests {
  private let folder = ScenarioFolder.make()

  private func check(_ arguments: [String] = []) -> CommandRun {
    CommandRun(["check", folder.path(), "--as-of", "2025-01-15"] + arguments)
  }

  @Test("stay, whatever cannot be read for another part")
  func brokenParts() throws {
    let live = try folder.read("catalog.json")
    try folder.write(live.replacing("\"minimum\": 2", with: "\"minimum\": 3"), to: "catalog.json")
    try folder.write(live, to: "base.json")
    try folder.write("{", to: "live.json")
    try folder.write("{\"customerId\":\n", to: "h.jsonl")
    try folder.write(
      """
      { "catalog": "catalog.json", "live": "live.json", "histories": "h.jsonl", "strict": true,
        "suppressions": [ { "code": "locked-at-start", "reason": "it is agreed" } ] }
      """,
      to: "winback.json"
    )
    let run = check(["--base", folder.path("base.json"), "--fail-on", "loss"])
    #expect(run.status == .badData)
    #expect(run.output.contains("✓ lint: nothing found\n"))
    #expect(run.output.contains("✗ losses: 1 not approved\n"))
    #expect(run.output.contains("- free_month: reaches fewer customers"))
    #expect(run.errors.contains("h.jsonl:"))
    #expect(run.errors.contains("live.json:"))
    #expect(!run.errors.contains("suppression"))
  }

  @Test(
    "have scenarios if there is a minimum",
    arguments: [("90", false), ("0", true)]
  )
  func noScenarios(minimum: String, passes: Bool) throws {
    for key in ["minimumCoverage", "minimumMutation"] {
      try folder.write(
        "{ \"catalog\": \"catalog.json\", \"\(key)\": \(minimum) }",
        to: "winback.json"
      )
      let run = check(["--report", "github"])
      #expect(run.status == (passes ? .done : .checkFailed))
      #expect(run.errors.contains("expected scenarios to run, found none") != passes)
      #expect(run.output.contains("expected scenarios to run, found none") != passes)
    }
  }

  @Test("have the scenarios of more offers than can be measured")
  func unmeasured() throws {
    let offers = (0...250).map { number in
      """
      { "offerId": "o\(number)", "offerMode": "FREE_TRIAL", "duration": "ONE_MONTH",
        "startDate": "2024-01-01", "customerEligibilityPaidSubscriptionDurationInMonths": 1,
        "customerEligibilityTimeSinceLastSubscribedInMonths": { "minimum": 1, "maximum": 9 } }
      """
    }
    try folder.write(
      """
      { "subscriptionGroups": [ { "id": "g", "subscriptions": [
        { "productId": "basic", "winBackOffers": [ \(offers.joined(separator: ",")) ] } ] } ] }
      """,
      to: "catalog.json"
    )
    try folder.write("{ \"catalog\": \"catalog.json\" }", to: "winback.json")
    try folder.write("a.scenarios.json", days: ["2024-06-01"])
    let reason = "expected at most 250 offers of a group to make scenarios for, found 251 in 'g'"
    let run = check()
    #expect(run.output.contains("✗ scenarios: 0 of 1 passed; how well they test is not known: "))
    #expect(run.output.contains(reason))
    #expect(!run.errors.contains(reason))
    try folder.write(
      "{ \"catalog\": \"catalog.json\", \"minimumMutation\": 1 }",
      to: "winback.json"
    )
    let required = check()
    #expect(required.status == .badData)
    #expect(required.output.contains("✗ scenarios: 0 of 1 passed\n"))
    #expect(required.errors.contains(reason))
    let test = ["test", folder.path("a.scenarios.json"), "--coverage"]
    #expect(CommandRun(test + ["--report", "junit:\(folder.path("test.xml"))"]).status == .badData)
    #expect(try folder.read("test.xml").contains("found 251 in"))
  }

  @Test("are about the day of --as-of in the time zone of the rule set, as lint is")
  func timeZone() throws {
    let rules = CommandRun(["print", "rules", "AppStore"]).output
    let utc = "\"value\": \"UTC\""
    try #require(rules.contains(utc))
    try folder.write(rules.replacing(utc, with: "\"value\": \"-09:00\""), to: "rules.json")
    try folder.write(
      "{ \"catalog\": \"catalog.json\", \"rules\": \"rules.json\" }",
      to: "winback.json"
    )
    #expect(check(["--json"]).output.contains("\"asOf\": \"2025-01-15T09:00:00.000Z\""))
  }

  @Test("have scenarios about screens with the rules that winback.json names")
  func screens() throws {
    try folder.write(
      """
      { "name": "Paywall",
        "screens": [ { "show": "plain", "title": "Plain", "when": "true", "because": "always" } ] }
      """,
      to: "paywall.json"
    )
    try folder.write(
      "{ \"catalog\": \"catalog.json\", \"rules\": \"paywall.json\" }",
      to: "winback.json"
    )
    func check(_ member: String) throws -> CommandRun {
      try folder.write(
        """
        { \(member) "scenarios": [ { "name": "a", "storefront": "USA",
          "history": [ { "subscribe": "basic", "on": "2024-01-01", "months": 3 }, { "cancel": true } ],
          "expect": [ { "asOf": "2024-06-01", "show": "plain" } ] } ] }
        """,
        to: "a.scenarios.json"
      )
      return self.check()
    }
    #expect(try check("").output.contains("✓ scenarios: 1 of 1 passed\n"))
    let other = try check("\"merchandisingRules\": \"other.json\",")
    #expect(other.errors.contains("expected the rule set of screens of '"))
  }

  @Test("count the customers whom compare counts with the same settings")
  func settingsOfHistories() throws {
    try folder.write(ScenarioFolder.catalog(4), to: "base.json")
    try folder.write(
      """
      { "fields": { "customerId": "who", "transactionId": "id", "productId": "product",
        "purchaseDate": "from", "expiresDate": "to", "environment": "where" } }
      """,
      to: "mapping.json"
    )
    let rows = ["Production", "Sandbox"].flatMap { place in
      (1...3).map { "\(place),\(place)\($0),basic,2024-0\($0)-01,2024-0\($0 + 1)-01,\(place)" }
    }
    let table = (["who,id,product,from,to,where"] + rows).joined(separator: "\n")
    try folder.write(table, to: "customers.csv")
    try folder.write(
      """
      { "catalog": "catalog.json", "histories": "customers.csv", "mapping": "mapping.json",
        "environment": "Production", "dataThrough": "2025-01-01" }
      """,
      to: "winback.json"
    )
    let compared = CommandRun([
      "compare", "--from", folder.path("base.json"), "--to", folder.path("catalog.json"),
      folder.path("customers.csv"), "--mapping", folder.path("mapping.json"), "--environment",
      "Production", "--data-through", "2025-01-01", "--as-of", "2025-01-15",
    ])
    let result = try #require(compared.output.split(separator: "\n\n").dropFirst().first)
    #expect(result.contains("1 of 1 customer changed"))
    let checked = check(["--base", folder.path("base.json")])
    #expect(checked.status == .done, "\(checked.errors)")
    #expect(checked.output.contains(result))
  }
}
