import Foundation
import TestSupport
import Testing
import WinBackCommandLine

/// Offers of other kinds on the command line, with the files of `Examples/Server`.
@Suite("Offers of every kind on the command line")
struct OfferKindCommandTests {
  private static func path(_ name: String) -> String {
    PackageFiles.path("Examples/Server/\(name)")
  }

  private static let catalog = path("catalog.json")
  private static let customers = path("customers.jsonl")

  @Test(
    "are decided by the shipped rules of a kind, or by rules that say their kind",
    arguments: [
      (["--kind", "promotional"], ["mia", "noa", "ole"]),
      (["--kind", "offerCode"], ["ole"]),
      (["--kind", "introductory"], []),
      (["--rules", path("promotional.rules.json")], ["mia"]),
      (["--rules", path("promotional.rules.json"), "--kind", "promotional"], ["mia"]),
    ]
  )
  func score(options: [String], eligible: [String]) throws {
    let arguments = [Self.customers, "-c", Self.catalog, "--as-of", "2025-02-15"] + options
    let scored = CommandRun(["score"] + arguments + ["--csv", "--quiet"])
    #expect(scored.status == .done, "\(scored.errors)")
    let rows = scored.output.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    #expect(rows[0] == ["customerId", "subscriptionGroupIdentifier", "eligibleOfferIDs"])
    #expect(rows.dropFirst().filter { !$0[2].isEmpty }.map { String($0[0]) } == eligible)

    let evaluated = CommandRun(["evaluate"] + arguments + ["--json"])
    #expect(evaluated.status == .done)
    let isWinBack = evaluated.output.contains("eligibleWinBackOfferIDs")
    #expect(!isWinBack && evaluated.output.contains("\"eligibleOfferIDs\""))
  }

  @Test("need a kind that rules and kinds agree on")
  func refusals() {
    let rules = Self.path("promotional.rules.json")
    let arguments = ["score", Self.customers, "-c", Self.catalog, "--rules", rules]
    let wrong = CommandRun(arguments + ["--kind", "offerCode"])
    #expect(wrong.status == .wrongUsage)
    #expect(
      wrong.errors.contains(
        "expected '--kind promotional' with the rule set '\(rules)', which is for promotional offers"
      )
    )
    let shown = CommandRun(arguments + ["--merchandising"])
    #expect(shown.status == .wrongUsage)
    #expect(
      shown.errors.contains("'--merchandising' needs win-back offers, found promotional offers")
    )
  }

  @Test(
    "have generated scenarios, which cover every condition and notice each rule, as far as stories go",
    arguments: [
      ("promotional.rules.json", 4), ("limits.rules.json", 0), ("loyal.rules.json", 0), (nil, 0),
    ] as [(String?, Int)]
  )
  func generation(rules: String?, untold: Int) throws {
    let directory = TemporaryDirectory()
    let file = directory.path("edges.scenarios.json")
    let choice = rules.map { ["--rules", Self.path($0)] } ?? ["--kind", "offerCode"]
    let made = CommandRun(
      ["test", "--generate", "--catalog", Self.catalog, "--output", file] + choice
    )
    #expect(made.status == .done)
    #expect(made.errors.contains("no story was found") == (untold > 0), "\(made.errors)")
    let run = CommandRun(["test", file, "--coverage"])
    #expect(run.status == .done, "\(run.output)\(run.errors)")
    let missing = run.output.split(separator: "\n").filter {
      $0.hasPrefix("  ✗") && $0.contains("never ")
    }
    #expect(missing.count == untold, "\(run.output)")
    #expect(run.output.components(separatedBy: "no story of such").count > untold)
    #expect(try !directory.read("edges.scenarios.json").contains("9999"))
  }

  @Test(
    "are none of which a command speaks that is about win-back offers",
    arguments: ["plan", "audit", "report"]
  )
  func winBackCommands(command: String) {
    let rules = Self.path("promotional.rules.json")
    let asks = command == "plan" ? ["--offer", "save_3m_half"] : []
    let run = CommandRun([command, Self.customers, "-c", Self.catalog, "--rules", rules] + asks)
    #expect(run.status == .wrongUsage)
    #expect(
      run.errors.contains(
        "expected a rule set for win-back offers, found '\(rules)', which is for promotional offers"
      )
    )
  }

  @Test("are not compared with the store's answer, which is about win-back offers")
  func storeAnswer() {
    let histories = PackageFiles.url("Documentation/Fixtures/audit.histories.jsonl").path
    let run = CommandRun([
      "evaluate", histories, "-c", Self.catalog, "--rules", Self.path("loyal.rules.json"),
      "--as-of",
      "2025-08-11", "--json",
    ])
    #expect(run.status == .done)
    #expect(run.output.contains("\"storeAnswer\":null"))
    #expect(!run.output.contains("\"agrees\"") && !run.output.contains("The App Store named"))
  }

  @Test("are tested by scenarios that redeem offers of any kind")
  func scenarios() {
    let run = CommandRun(["test", Self.path("")])
    #expect(run.status == .done, "\(run.output)\(run.errors)")
    #expect(run.output.hasSuffix("6 scenarios in 4 files: 6 passed\n"))
  }

  @Test("are compared and linted as win-back offers are")
  func comparison() throws {
    let directory = TemporaryDirectory()
    let file = PackageFiles.url("Examples/Server/catalog.json")
    let catalog = try String(contentsOf: file, encoding: .utf8)
    try directory.write(
      catalog.replacing("[\"NEW\", \"EXPIRED\"]", with: "[\"NEW\"], \"isActive\": false"),
      to: "catalog.json"
    )
    let changed = directory.path("catalog.json")
    let lint = CommandRun(["lint", changed, "--kind", "offerCode"])
    #expect(lint.status == .checkFailed)
    #expect(
      lint.output.contains("the rule 'active' never holds, as offer.isActive would have to be true")
    )
    let compare = CommandRun([
      "compare", "--from", Self.catalog, "--to", changed, "--kind", "offerCode",
    ])
    #expect(compare.output.contains("SPRING2026"))
  }

  @Test("of a kind that nobody asks for are counted where they differ")
  func otherKinds() throws {
    let directory = TemporaryDirectory()
    let prices =
      "\"offerCode\": \"save_3m_half\", \"prices\": [{\"territory\": \"USA\", \"customerPrice\": "
    let catalog = try String(contentsOfFile: Self.catalog, encoding: .utf8)
    for (folder, price, classes) in [
      ("old", "4.99", "[\"NEW\"]"), ("new", "0.99", "[\"EXPIRED\"]"),
    ] {
      try directory.makeDirectory(folder)
      let text = catalog.replacing(
        "\"offerCode\": \"save_3m_half\"",
        with: "\(prices)\"\(price)\"}]"
      )
      .replacing("[\"NEW\", \"EXPIRED\"]", with: classes)
      try directory.write(text, to: "\(folder)/catalog.json")
      try directory.write("{ \"catalog\": \"catalog.json\" }", to: "\(folder)/winback.json")
    }
    let (old, new) = (directory.path("old"), directory.path("new"))
    let check = CommandRun(["check", "-p", new, "--base", old])
    #expect(check.status == .done, "\(check)")
    #expect(check.output.hasPrefix("1 promotional offer differs, 1 offer code differs.\n"))
    #expect(check.output.contains("'winback compare --kind offerCode' compares them\n"))
    let sides = ["compare", "--from", old, "--to", new]
    let json = CommandRun(sides + ["--json"]).output
    #expect(json.contains("\"kind\": \"promotional\"") && json.contains("\"count\": 1"))
    // The price of the asked kind is compared, and of the others only that they differ.
    let compare = CommandRun(sides + ["--kind", "promotional"])
    #expect(compare.output.contains("customers in USA pay 0.99 instead of 4.99"), "\(compare)")
    #expect(compare.output.hasPrefix("1 offer code differs: "))
  }

  @Test("are named where a customer redeemed one that the catalog lacks")
  func suggestion() throws {
    let customers = try String(contentsOfFile: Self.customers, encoding: .utf8)
    let run = CommandRun(
      [
        "score", "-", "-c", Self.catalog, "--kind", "promotional", "--as-of", "2025-02-15",
        "--quiet",
      ],
      on: InMemoryConsole(input: customers.replacing("save_3m_half", with: "save_3m_hal"))
    )
    #expect(run.errors.contains("offer 'save_3m_hal': 1 of 4 transactions, 25.0 %; did you mean"))
    #expect(run.errors.contains("'save_3m_half'?"))
  }

  @Test("are linted beside win-back offers by the rules of both kinds")
  func bothKinds() throws {
    let directory = TemporaryDirectory()
    try directory.write(
      """
      {"subscriptionGroups": [{"id": "g", "subscriptions": [{"productId": "p", "winBackOffers": [{
        "offerId": "wb", "offerMode": "FREE_TRIAL", "duration": "ONE_MONTH", "periodCount": 1,
        "customerEligibilityPaidSubscriptionDurationInMonths": 1,
        "customerEligibilityTimeSinceLastSubscribedInMonths": {"minimum": 1, "maximum": 24},
        "startDate": "2024-01-01", "priority": "NORMAL"}],
        "promotionalOffers": [{"offerCode": "promo", "offerMode": "FREE_TRIAL", "duration": "ONE_WEEK"}]
      }]}]}
      """,
      to: "catalog.json"
    )
    func rules(_ name: String, extending base: String, _ requirement: String) throws -> String {
      try directory.write(
        """
        {"name": "\(name)", "extends": "\(base)", "rules": [
          {"id": "own", "title": "Own", "require": "\(requirement)", "because": "it is so"}]}
        """,
        to: "\(name).json"
      )
      return directory.path("\(name).json")
    }
    let promotional = try rules(
      "promotional",
      extending: "PromotionalOffer",
      "subscription.productId == offer.productId && subscription.state == 'expired' "
        + "&& !subscription.willAutoRenew && !subscription.hasSharedAccess "
        + "&& subscription.paidMonths >= 1 && now >= addMonths(subscription.lapsedAt, 1) "
        + "&& now <= addMonths(subscription.lapsedAt, 24)"
    )
    let winBack = try rules("winBack", extending: "AppStore", "customer.storefront == 'USA'")
    let lint = [
      "lint", directory.path("catalog.json"), "--as-of", "2025-01-15", "--rules", promotional,
    ]
    let found = CommandRun(lint)
    #expect(
      found.output.contains(
        "'promo' never comes before a win-back offer: its customers are all eligible for 'wb'"
      )
    )
    let both = CommandRun(lint + ["--rules", winBack, "--kind", "promotional"])
    #expect(both.output.contains("nothing found"))
    let unread = CommandRun(lint + ["--rules", winBack])
    #expect(unread.status == .wrongUsage)
    #expect(unread.errors.contains("expected '--kind promotional' with the rule set"))
  }
}
