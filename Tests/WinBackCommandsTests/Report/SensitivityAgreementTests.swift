import Foundation
import TestSupport
import Testing
import WinBackAnalysis
import WinBackFiles

/// The lists that `winback report` counts as changing, against `winback score` under each alternative.
@Suite("Report and score")
struct SensitivityAgreementTests {
  @Test("count the same lists that change", arguments: zip(ConformanceHistories.carried, 0..<3))
  func conformance(histories: ConformanceHistories, group: Int) throws {
    let common = histories.arguments + ["--as-of", "2024-08-31", "--quiet"]
    let base = try lists(common)
    let run = CommandRun(["report", "--by", "month"] + common)
    try #require(run.status == .done, "\(run.errors)")
    let rows = try #require(run.page().table("Lists that would change"))
    // Each takes a run: every second alternative in a build that is not optimized.
    for (number, policy) in try CheckedRuleSet.appStore().ruleSet.policies.enumerated() {
      for (place, value) in policy.alternatives.map(\.value).enumerated()
      where TestBuild.isOptimized || (group + number + place) % 2 == 0 {
        let other = try lists(common + ["--policy", "\(policy.name)=\(value)"])
        let changed = base.keys.filter { base[$0] != other[$0] }
        let row = rows.first { $0[0] == policy.name && $0[2] == value }
        #expect((row?[3] ?? "0") == "\(changed.count)", "\(policy.name)=\(value)")
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
    let words = "depends on   timeZone=UTC: Apple's days start at 00:00 UTC. With"
    #expect(evaluated.output.contains(words))
    try expectTimeZones(history, ["--as-of", "2024-12-20"])
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
    let report = run("report", "-", "--by", "month", "--catalog", catalog)
    try #require(report.status == .done, "\(report.errors)")
    let table = try #require(report.page().table("Lists that would change"))
    #expect(
      table == [
        ["timeZone", "UTC", "-08:00", "1", "1", "0"], ["timeZone", "UTC", "-12:00", "1", "1", "0"],
      ]
    )
    let compared = run("compare", "-", "--from", catalog, "--to", "timeZone=-08:00")
    #expect(compared.output.contains("1 of 1 customer changed"), "\(compared.errors)")
  }

  /// The offers of each timeline.
  private func lists(_ arguments: [String]) throws -> [[String]: Set<String>] {
    let run = CommandRun(["score"] + arguments)
    try #require(run.status == .done)
    return Dictionary(
      uniqueKeysWithValues: try run.output.decodedLines(as: ScoredLine.self).map { line in
        ([line.customerId, line.subscriptionGroupIdentifier], Set(line.eligibleWinBackOfferIDs))
      }
    )
  }
}
