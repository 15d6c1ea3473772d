import Foundation
import TestSupport
import Testing
import WinBackAnalysis
import WinBackTestingFoundation

@Suite("Checks in Swift")
struct ScenarioFileTests {
  private static let catalog = """
    {"subscriptionGroups": [{"id": "g", "subscriptions": [{"productId": "p", "subscriptionPeriod": "ONE_MONTH",
      "winBackOffers": [{"offerId": "a", "offerMode": "FREE_TRIAL", "duration": "ONE_MONTH",
        "customerEligibilityPaidSubscriptionDurationInMonths": 3,
        "customerEligibilityTimeSinceLastSubscribedInMonths": {"minimum": 2, "maximum": 24},
        "startDate": "2024-01-01"}]}]}]}
    """

  private static func scenarios(_ eligible: String, product: String = "p") -> String {
    """
    {"catalog": "catalog.json", "scenarios": [
      {"name": "three months", "storefront": "USA",
        "history": [{"subscribe": "\(product)", "on": "2024-01-01", "months": 3}, {"cancel": true}],
        "expect": [{"asOf": "2024-06-01", "eligible": \(eligible)}]}]}
    """
  }

  private struct Missing: Error {}

  private func file(_ text: String) throws(ScenarioFile.Fault) -> ScenarioFile {
    try ScenarioFile(text.utf8, at: "offers/a.scenarios.json") { path in
      guard path == "offers/catalog.json" else { throw Missing() }
      return Array(Self.catalog.utf8)
    }
  }

  @Test("run the scenarios of a file, and tell why one fails")
  func outcomes() throws {
    let passing = try file(Self.scenarios(#"["a"]"#))
    #expect(passing.faults.isEmpty)
    #expect(passing.outcomes().map(\.name) == ["three months"])
    #expect(passing.outcomes().flatMap(\.failures) == [])
    let failing = try file(Self.scenarios("[]")).outcomes()
    #expect(failing.map(\.line) == [2])
    let failure = try #require(failing.first?.failures.first)
    #expect(failure.hasPrefix("line 4: eligible: expected none, found a\na is eligible; "))
    #expect(
      failure.contains("paid-duration: the customer has paid 3 months, and the offer asks for 3")
    )
  }

  @Test("are read from the disk, with the attributes that only a paywall declares")
  func paths() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = [
      "catalog.json": Self.catalog,
      "paywall.json": """
      { "name": "Paywall", "attributes": { "vip": "bool" }, "screens": [
        { "show": "hidden", "title": "For guests",
          "when": "has(customer.attributes.vip) && customer.attributes.vip", "because": "vip" },
        { "show": "plain", "title": "For others", "when": "true", "because": "others" } ] }
      """,
      "a.scenarios.json": """
      { "catalog": "catalog.json", "merchandisingRules": "paywall.json", "scenarios": [
        { "name": "guest", "attributes": { "vip": true }, "storefront": "USA",
          "history": [ { "subscribe": "p", "on": "2024-01-01" }, { "cancel": true } ],
          "expect": [ { "asOf": "2024-06-01", "show": "hidden" } ] },
        { "name": "other", "storefront": "USA",
          "history": [ { "subscribe": "p", "on": "2024-01-01" }, { "cancel": true } ],
          "expect": [ { "asOf": "2024-06-01", "show": "plain" } ] } ] }
      """,
    ]
    for (name, text) in files {
      try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
    }
    let file = try ScenarioFile(contentsOf: folder.appending(path: "a.scenarios.json"))
    #expect(file.faults == [])
    #expect(file.outcomes().map(\.failures) == [[], []])
    let missing = folder.appending(path: "b.scenarios.json").path
    let fault = #expect(throws: ScenarioFile.Fault.self) { try ScenarioFile(contentsOf: missing) }
    #expect(
      fault?.description
        == "\(missing):1:1: cannot read '\(missing)': No such file or directory"
    )
  }

  @Test("tell what is wrong with a scenario, and with a file")
  func faults() throws {
    let outcome = try #require(file(Self.scenarios("[]", product: "q")).outcomes().first)
    #expect(outcome.failures.first?.contains("'q'") == true)
    #expect(throws: ScenarioFile.Fault.self) {
      try file(#"{"catalog": "other.json", "scenarios": []}"#)
    }
  }

  @Test("fail for a scenario that cannot be read, and for a file without any")
  func unread() throws {
    let file = try file(Self.scenarios(#"["a"]"#).replacing("\"expect\"", with: "\"expects\""))
    #expect(file.map(\.failures) == [file.faults.map(\.description)])
    #expect(file.map(\.name) == ["a scenario that cannot be read"])
    #expect("\(file[0])".contains("unknown key 'expects'; did you mean 'expect'?"))
    let fault = #expect(throws: ScenarioFile.Fault.self) {
      try self.file(#"{"catalog": "catalog.json", "scenarios": []}"#)
    }
    #expect(fault?.description == "offers/a.scenarios.json:1:1: expected a scenario, found none")
  }

  private static let offers = PackageFiles.url("Examples/DestinationVideo/offers.scenarios.json")

  @Test("run one by one", arguments: try ScenarioFile(contentsOf: Self.offers))
  func scenario(outcome: ScenarioFile.Outcome) { #expect(outcome.failures == []) }

  @Test("measure what the scenarios show and notice")
  func measures() throws {
    let file = try file(Self.scenarios(#"["a"]"#))
    let coverage = file.coverage()
    #expect((1..<100).contains(coverage.percentage))
    #expect(coverage.missing.contains { $0.hasPrefix("a, paid-duration: ") })
    let score = file.mutationScore()
    #expect((1..<100).contains(score.percentage))
    #expect(score.missing.contains("a: customerEligibilityPaidSubscriptionDurationInMonths 3 → 2"))
  }

  @Test("find what is wrong with a catalog, also against the one that is live")
  func findings() throws {
    let catalog = try Catalog(json: Self.catalog.utf8)
    let engine = try EligibilityEngine(catalog: catalog, rules: .appStore())
    let now = try Instant(iso8601: "2024-02-01T00:00:00Z")
    #expect(engine.findings(against: catalog, asOf: now) == [])
    var live = catalog
    live.subscriptionGroups[0].subscriptions[0].winBackOffers[0]
      .customerEligibilityPaidSubscriptionDurationInMonths = 6
    let finding = try #require(engine.findings(against: live, asOf: now).first)
    #expect(finding.code == "locked-at-start")
    #expect(finding.severity == .error)
    #expect(finding.offerId == "a")
    #expect("\(finding)".hasPrefix("error: expected 6, as it is live and locked since the start"))
  }
}
