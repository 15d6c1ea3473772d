import Foundation
import TestSupport
import Testing
import WinBackFiles

@Suite("A forecast from Apple's Win-back Eligibility report")
struct EligibilityForecastTests {
  private static let report = PackageFiles.url("Examples/Formats/eligibility.tsv")
  private static let catalog = PackageFiles.url("Examples/DestinationVideo/catalog.json")

  private static func forecast(_ arguments: [String], report: String? = nil) throws -> CommandRun {
    CommandRun(
      ["forecast", "-", "--catalog", catalog.path, "--as-of", "2025-01-15"] + arguments,
      on: InMemoryConsole(input: try report ?? String(contentsOf: Self.report, encoding: .utf8))
    )
  }

  @Test("says that it is an estimate, and why", arguments: ["txt", "csv", "json"])
  func layouts(name: String) throws {
    let layout = name == "txt" ? [] : ["--\(name)"]
    let run = try Self.forecast(["--until", "2025-06-15"] + layout)
    #expect(run.status == .done)
    #expect(
      run.errors
        == "39 rows read: 2 402 customers counted by Apple, each number is an estimate\n"
    )
    try expectSnapshot(run.output, "forecast-eligibility.\(name)")
  }

  @Test("counts month by month as the report counts months later, and storefronts add up")
  func months() throws {
    let report = try EligibilityReport(table: Data(contentsOf: Self.report))
    let catalog = try Catalog(json: Data(contentsOf: Self.catalog))
    let run = try Self.forecast(["--csv", "--until", "2027-06-15"])
    let storefronts = try Self.forecast(["--csv", "--until", "2027-06-15", "--by", "storefront"])
    let rows = run.output.split(separator: "\n").dropFirst().map(Self.fields)
    let parts = storefronts.output.split(separator: "\n").dropFirst().map(Self.fields)
    let dates = Array(Set(rows.map { $0[0] })).sorted()
    #expect(dates.count == 30)
    let appleIds = ["basic.monthly": "6001", "premium.monthly": "6002", "premium.yearly": "6003"]
    var eligibleBefore: [String: Int] = [:]
    for subscription in catalog.subscriptionGroups.flatMap(\.subscriptions) {
      for offer in subscription.winBackOffers {
        for (month, date) in dates.enumerated() {
          let row = try #require(rows.first { $0[0] == date && $0[2] == offer.offerId })
          let isOver = offer.endDate.map { "\($0.day)" < date } ?? false
          let audience = report.audience(
            of: offer,
            subscriptionAppleId: try #require(appleIds[subscription.productId]),
            monthsLater: month
          )
          let eligible = isOver ? 0 : audience.eligible
          #expect(row[3] == "\(eligible)", "\(offer.offerId) on \(date)")
          #expect(row[4] == "\(isOver ? 0 : audience.undetermined)", "\(offer.offerId) on \(date)")
          if let before = eligibleBefore[offer.offerId], let became = Int(row[5]),
            let ceased = Int(row[6])
          {
            #expect(before + became - ceased == eligible, "\(offer.offerId) on \(date)")
          }
          eligibleBefore[offer.offerId] = eligible
          let sum = parts.filter { $0[0] == date && $0[2] == offer.offerId }
            .reduce(0) { $0 + (Int($1[4]) ?? 0) }
          #expect(sum == eligible, "\(offer.offerId) on \(date)")
        }
      }
    }
  }

  @Test(
    "refuses options about histories",
    arguments: [
      ["--sort"], ["--format", "native"], ["--data-through", "2025-01-01"],
      ["--jobs", "2"], ["--allow-rejects", "1"], ["--require", "customers=1"], ["--summary", "s"],
      ["--environment", "Production"],
    ]
  )
  func optionsOfHistories(option: [String]) throws {
    let message = "option '\(option[0])' needs histories, not a report that counts customers"
    #expect(try Self.forecast(option) == .wrongUsage(of: "winback forecast", message))
  }

  private static func fields(_ line: Substring) -> [String] {
    line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }

  @Test("leaves out the offers of a product that it cannot tell, unless the catalog has its name")
  func products() throws {
    let renamed = try String(contentsOf: Self.report, encoding: .utf8)
      .replacing("\tBasic\t", with: "\tBasis\t")
    let run = try Self.forecast(["--csv"], report: renamed)
    #expect(run.status == .done)
    #expect(!run.output.contains("basic_1m_free"))
    #expect(run.output.contains("premium_2w_free"))
    #expect(
      run.errors.hasPrefix(
        "<standard input>: warning: expected the subscription of 'basic.monthly', found 'Basis' "
          + "(6001), 'Premium' (6002), 'Premium a year' (6003); its offers are left out; its "
          + "'referenceName' in the catalog must be the name in the report\n"
      )
    )
    let nothing = try Self.forecast(
      ["--quiet"],
      report: String(contentsOf: Self.report, encoding: .utf8)
        .replacing("\t21394321\t", with: "\t1\t")
    )
    #expect(nothing.output == "no offer has a product that is in the report\n")
  }

  @Test(
    "refuses what a report cannot be asked",
    arguments: [
      (["--by", "day"], "option '--by' expects 'month' for this input, found 'day'"),
      (
        ["--policy", "timeZone=UTC"],
        "option '--policy' needs histories, not a report that counts customers"
      ),
    ]
  )
  func usage(arguments: [String], message: String) throws {
    #expect(try Self.forecast(arguments) == .wrongUsage(of: "winback forecast", message))
  }

  @Test("reads one report")
  func several() {
    let run = CommandRun(
      ["forecast", Self.report.path, Self.report.path, "--catalog", Self.catalog.path]
    )
    let message = "expected one Win-back Eligibility report, found 2 files"
    #expect(run.errors == "\(Self.report.path): error: \(message)\n")
  }

  @Test("tells the place of a fault in the report")
  func fault() throws {
    let broken = try String(contentsOf: Self.report, encoding: .utf8)
      .replacing("\t1\t3\t", with: "\tone\t3\t")
    let run = try Self.forecast([], report: broken)
    #expect(run.status == .badData)
    #expect(
      run.errors
        == "<standard input>:2:51: error: expected a whole number in column 'Paid Subscription Tenure', "
        + "found 'one'\n",
      "\(run.errors)"
    )
  }
}
