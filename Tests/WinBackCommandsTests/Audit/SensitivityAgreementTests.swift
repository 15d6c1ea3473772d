import Foundation
import TestSupport
import Testing
import WinBack
import WinBackAnalysis
import WinBackFiles
import WinBackFormats

/// `winback audit --sensitivity` against `winback score` under each alternative.
@Suite("Sensitivity and score")
struct SensitivityAgreementTests {
  @Test("count the same lists that change", arguments: zip(ConformanceHistories.carried, 0..<3))
  func conformance(histories: ConformanceHistories, group: Int) throws {
    let common = histories.arguments + ["--as-of", "2024-08-31", "--quiet"]
    let base = try lists(common)
    let run = CommandRun(["audit", "--sensitivity", "--json"] + common)
    try #require(run.status == .done, "\(run.errors)")
    let found = try run.output.decoded(as: Found.self)
    let policies = try CheckedRuleSet.appStore().ruleSet.policies
    #expect(found.customers == base.count)
    #expect(found.policies.count == policies.count)
    // Each takes a run: every second alternative in a build that is not optimized.
    for (number, policy) in found.policies.enumerated() {
      for (place, alternative) in policy.alternatives.enumerated()
      where TestBuild.isOptimized || (group + number + place) % 2 == 0 {
        let other = try lists(common + ["--policy", "\(policy.policy)=\(alternative.value)"])
        let changed = base.keys.filter { base[$0] != other[$0] }
        #expect(alternative.customers == changed.count, "\(policy.policy)=\(alternative.value)")
      }
    }
  }

  @Test(
    "evaluate, compare and report find what a time zone changes in the versions of a transaction (P1, T4)"
  )
  func versions() throws {
    let transaction = """
      {"transactionId": "1", "productId": "basic.monthly", "purchaseDate": "2024-01-01T00:00:00Z", \
      "storefront": "USA", "price": 9990, "expiresDate": "2024-
      """
    let history = """
      {"customerId": "v", "transactions": [\
      \(transaction)06-01T00:00:00Z", "signedDate": "2024-06-01"}, \
      \(transaction)11-20T00:00:00Z", "signedDate": "2024-06-01T04:00:00Z"}], \
      "renewalInfo": {"autoRenewStatus": 0}}\n
      """
    let evaluated = CommandRun(
      ["evaluate", "-", "--catalog", Samples.path("catalog.json"), "--as-of", "2024-12-20"],
      on: InMemoryConsole(input: history)
    )
    try #require(evaluated.status == .done, "\(evaluated.errors)")
    let words = "depends on   timeZone=UTC: A day starts at 00:00 UTC. With -08:00 or"
    #expect(evaluated.output.contains(words))
    try expectTimeZones(history, ["--as-of", "2024-12-20"])
    let report = ReportSamples.report(input: history, asOf: "2024-12-20", ["--page", "cohort"])
    let table = try #require(report.page().table("Lists that would change"))
    #expect(
      table == [
        ["timeZone", "UTC", "-08:00", "1", "1", "0"], ["timeZone", "UTC", "-12:00", "1", "1", "0"],
      ]
    )
  }

  @Test(
    "find in a table what they find in JSON where a time zone decides about versions (P1, T4)",
    arguments: Mapping.RowMeaning.allCases
  )
  func versionsOfRows(rowsAre meaning: Mapping.RowMeaning) throws {
    let rows = """
      user,tid,product,country,start,end,signed,price,renews,offer
      v,1,basic.monthly,USA,2024-01-01T00:00Z,2024-06-01T00:00Z,2024-06-01,9.99,false,
      v,1,basic.monthly,USA,2024-01-01T00:00Z,2024-11-20T00:00Z,2024-06-01T04:00Z,9.99,false,

      """
    let mapping = """
      {"dates": "iso8601", "rows": "\(meaning.rawValue)", \
      "fields": {"customerId": "user", "transactionId": "tid", "productId": "product", "storefront": "country", "purchaseDate": "start", \
      "expiresDate": "end", "signedDate": "signed", "price": "price", "autoRenewStatus": "renews", \
      "offerIdentifier": "offer"}}
      """
    try TemporaryDirectory.with { directory in
      try directory.write(mapping, to: "mapping.json")
      let options = ["--mapping", directory.path("mapping.json"), "--as-of", "2024-12-20"]
      try expectTimeZones(rows, options)
    }
  }

  /// Expects that two time zones, and no other policy, change the list of the customer of an input.
  private func expectTimeZones(_ input: String, _ options: [String]) throws {
    func run(_ arguments: String...) -> CommandRun {
      CommandRun(arguments + options, on: InMemoryConsole(input: input))
    }
    let catalog = Samples.path("catalog.json")
    let audit = run("audit", "--sensitivity", "--json", "-", "--catalog", catalog)
    try #require(audit.status == .done, "\(audit.errors)")
    let policies = try audit.output.decoded(as: Found.self).policies
    #expect(policies.filter { $0.customers > 0 }.map(\.policy) == ["timeZone"])
    let changing = policies[0].alternatives.filter { $0.customers == 1 }
    #expect(changing.map(\.value) == ["-08:00", "-12:00"])
    let compared = run("compare", "-", "--from", catalog, "--to", "timeZone=-08:00")
    #expect(compared.output.contains("1 of 1 customer changed"), "\(compared.errors)")
  }

  /// The lines of each customer.
  private func lists(_ arguments: [String]) throws -> [String: [String]] {
    let run = CommandRun(["score"] + arguments)
    try #require(run.status == .done)
    var lists: [String: [String]] = [:]
    for scored in try run.output.decodedLines(as: ScoredLine.self) {
      lists[scored.customerId, default: []].append(
        ([scored.subscriptionGroupIdentifier] + scored.eligibleWinBackOfferIDs)
          .joined(separator: " ")
      )
    }
    return lists
  }

  private struct Found: Decodable {
    struct Policy: Decodable {
      struct Alternative: Decodable {
        let value: String
        let customers: Int
      }

      let policy: String
      let customers: Int
      let alternatives: [Alternative]
    }

    let customers: Int
    let policies: [Policy]
  }
}
