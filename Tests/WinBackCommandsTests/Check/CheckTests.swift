import Foundation
import TestSupport
import Testing
import WinBackCatalogCommands

@Suite("winback check")
struct CheckTests {
  /// A copy of the example app, whose offers a test changes.
  private let folder = TemporaryDirectory()

  /// Copies the example without its scenarios and its minima, and its catalog as the one that is live.
  init() throws {
    try copy(["winback.json", "catalog.json", "customers.jsonl", "customers", "rules.json"])
    try folder.write(folder.read("catalog.json"), to: "live.json")
    let lines = try folder.read("winback.json").split(separator: "\n")
    let others = lines.filter { !$0.contains("\"minimum") }
    try folder.write(others.joined(separator: "\n"), to: "winback.json")
  }

  /// Copies the scenarios of the example, too; to find out what they miss takes time.
  private func copyScenarios() throws {
    try copy(["offers", "edges", "customers"].map { "\($0).scenarios.json" })
  }

  private func copy(_ names: [String]) throws {
    for name in names {
      try FileManager.default.copyItem(
        atPath: PackageFiles.path("Examples/DestinationVideo/\(name)"),
        toPath: folder.path(name)
      )
    }
  }

  /// Changes the first text of this kind in the catalog, and returns whether there was one.
  private func replace(_ old: String, with new: String) throws -> Bool {
    let catalog = try folder.read("catalog.json")
    guard let range = catalog.range(of: old) else { return false }
    try folder.write(catalog.replacingCharacters(in: range, with: new), to: "catalog.json")
    return true
  }

  /// Lets `winback.json` say more.
  private func say(_ members: String) throws {
    let file = try folder.read("winback.json")
    try folder.write("{ \(members)," + file.drop { $0 != "{" }.dropFirst(), to: "winback.json")
  }

  /// Runs `winback check` as of an instant by which the offers have started.
  private func check(_ arguments: [String] = []) -> CommandRun {
    CommandRun(["check", folder.path(), "--as-of", "2025-01-15"] + arguments)
  }

  private func git(_ arguments: String...) throws {
    let author = ["-c", "user.name=a", "-c", "user.email=a@example.com"]
    _ = try ShellProcess("/usr/bin/env", ["git", "-C", folder.path()] + author + arguments)
  }

  @Test("passes the example, and tells what it has looked at")
  func example() throws {
    try copyScenarios()
    try say("\"minimumCoverage\": 100")
    let run = check()
    #expect(run.status == .done)
    #expect(run.errors.isEmpty)
    #expect(run.output.contains("✓ lint: nothing found, 2 accepted"))
    #expect(run.output.contains("✓ scenarios: 68 of 68 passed"))
    #expect(run.output.contains("100 %, 155 of 155; at least 100 % is required"))
  }

  @Test(
    "finds each planted edit that does harm, with a customer who shows it",
    arguments: PlantedEdit.harmful
  )
  func harmful(edit: PlantedEdit) throws {
    #expect(try replace(edit.old, with: edit.new))
    try say("\"live\": \"live.json\"")
    let run = check(["--base", folder.path("live.json"), "--json"])
    #expect(run.status == .checkFailed)
    let report = try json(run.output)
    let compared = try #require(report["compare"] as? [String: Any])
    let offers = try #require(compared["offers"] as? [[String: Any]])
    #expect(offers.contains { $0["gained"] != nil || $0["lost"] != nil })
  }

  @Test("finds nothing where an edit does no harm", arguments: PlantedEdit.harmless)
  func harmless(edit: PlantedEdit) throws {
    #expect(try replace(edit.old, with: edit.new))
    try say("\"live\": \"live.json\", \"strict\": true")
    let run = check(["--base", folder.path("live.json")])
    #expect(run.status == .done, "\(run.errors)\(run.output)")
    #expect(run.errors.isEmpty)
    #expect(run.output.contains("no offer reaches other customers than before"))
    #expect(run.output.contains("0 of 8 customers changed"))
  }

  @Test("compares with a state that git has kept")
  func revision() throws {
    try git("init", "--quiet")
    try git("add", ".")
    try git("commit", "--quiet", "--message", "before")
    #expect(try replace("\"minimum\": 2", with: "\"minimum\": 1"))
    let run = check(["--base", "git:HEAD"])
    #expect(run.output.contains("Compared with HEAD"))
    #expect(run.output.contains("+ basic_1m_free: reaches more customers"))
    #expect(check(["--base", "git:HEAD~0"]).status != .cannotOpen)

    let unknown = check(["--base", "git:nowhere"])
    #expect(unknown.status == .cannotOpen)
    #expect(unknown.errors.contains("expected a revision that git knows in '"))
    #expect(unknown.errors.contains("found 'nowhere'"))
  }

  @Test("takes all offers for new where the revision has no such catalog")
  func newCatalog() throws {
    try git("init", "--quiet")
    try git("add", "rules.json")
    try git("commit", "--quiet", "--message", "before")
    let run = check(["--base", "git:HEAD"])
    #expect(run.status == .done)
    #expect(run.output.contains("+ basic_1m_free: is new"))
  }

  @Test("writes a comment, annotations, SARIF and JUnit XML")
  func outputs() throws {
    try copyScenarios()
    #expect(try replace("\"minimum\": 2", with: "\"minimum\": 3"))
    try say("\"live\": \"live.json\"")
    let reports = ["markdown:comment.md", "sarif:check.sarif", "junit:check.xml"].flatMap {
      ["--report", $0.replacing(":", with: ":\(folder.path())/")]
    }
    let run = check(["--base", folder.path("live.json"), "--report", "github"] + reports)
    #expect(run.status == .checkFailed)
    #expect(run.output.contains("::error file=\(folder.path("catalog.json")),line="))
    #expect(run.output.contains("title=locked-at-start::"))
    let comment = try folder.read("comment.md")
    #expect(comment.hasPrefix("### 1 offer reaches fewer customers (0 of your 8).\nLoses: "))
    #expect(comment.contains("**Win-back offers: the check failed**"))
    #expect(comment.contains("| ❌ | lint | 1 error, 2 accepted |"))
    #expect(comment.contains("`basic_1m_free` reaches fewer customers"))
    #expect(comment.contains("<br>loses "))
    try #expect(folder.read("check.sarif").contains("\"ruleId\": \"locked-at-start\""))
    let junit = try folder.read("check.xml")
    #expect(junit.contains("<testsuites name=\"winback check\""))
    #expect(junit.contains("<testcase name=\"lint\""))
  }

  @Test("tells all that cannot be read, once, and checks the rest")
  func unreadable() throws {
    #expect(try replace("\"FREE_TRIAL\"", with: "\"FREE\""))
    let run = check(["--report", "github", "--report", "sarif:\(folder.path("check.sarif"))"])
    #expect(run.status == .badData)
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(run.errors.contains("unknown value 'FREE'"))
    #expect(run.output.contains("title=unreadable::"))
    try #expect(folder.read("check.sarif").contains("\"ruleId\": \"unreadable\""))
  }

  @Test(
    "tells what is wrong with its own file",
    arguments: [
      ("{}", "1:1: error: the key 'catalog' is missing"),
      (
        "{\"catalog\": \"catalog.json\", \"scenario\": \".\"}",
        "1:29: error: unknown key 'scenario'; did you mean 'scenarios'? (at scenario)"
      ),
      ("{\"catalog\": []}", "1:13: error: expected the path of a file, found none (at catalog)"),
      (
        "{\"catalog\": \"catalog.json\", \"minimumCoverage\": 101}",
        "1:48: error: expected a whole number from 0 to 100, found 101 (at minimumCoverage)"
      ),
    ]
  )
  func configuration(text: String, message: String) throws {
    try copyScenarios()
    try folder.write(text, to: "winback.json")
    let run = check()
    #expect(run.status == .badData)
    #expect(run.errors == "\(folder.path("winback.json")):\(message)\n")
  }

  @Test("runs scenarios with the catalogs, rules and policies of its own file")
  func ownInputs() throws {
    let folder = ScenarioFolder.make()
    let rules = CommandRun(["print", "rules", "AppStore"]).output
    // Nobody can be eligible by these rules.
    try folder.write(
      rules.replacing("\"customer.hasEverSubscribed\"", with: "\"!customer.hasEverSubscribed\""),
      to: "none.json"
    )
    let other = try folder.read("catalog.json").replacing("video", with: "other")
      .replacing("basic", with: "pro").replacing("free_month", with: "pro_month")
    try folder.write(other, to: "other.json")
    try folder.write("a.scenarios.json", days: ["2024-06-01"])
    let scenarios = try folder.read("a.scenarios.json")
    func check(_ configuration: String, _ edit: (old: String, new: String)? = nil) throws
      -> CommandRun
    {
      try folder.write(configuration, to: "winback.json")
      try folder.write(
        edit.map { scenarios.replacing($0.old, with: $0.new) } ?? scenarios,
        to: "a.scenarios.json"
      )
      return CommandRun(["check", folder.path(), "--as-of", "2025-01-15"])
    }
    let place = "\(folder.path("a.scenarios.json")):1:"
    let catalogs = "\"catalog\": [\"catalog.json\", \"other.json\"]"

    // The catalog in several files, of which scenarios name one, or none.
    #expect(try check("{ \(catalogs) }").output.contains("✓ scenarios: 1 of 1 passed"))
    let unnamed = try check("{ \(catalogs) }", ("\"catalog\": \"catalog.json\", ", ""))
    #expect(unnamed.errors == "")
    #expect(unnamed.output.contains("✓ scenarios: 1 of 1 passed"))

    // Another path of the same file.
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("same.json"),
      withDestinationPath: "catalog.json"
    )
    let same = try check("{ \(catalogs) }", ("\"catalog.json\"", "\"same.json\""))
    #expect(same.errors == "")

    let elsewhere = try check(
      "{ \"catalog\": \"catalog.json\" }",
      ("\"catalog.json\"", "\"other.json\"")
    )
    #expect(elsewhere.status == .checkFailed)
    #expect(
      elsewhere.errors
        == "\(place)14: error: expected the catalog of '\(folder.path("winback.json"))', "
        + "because the check runs with it, found '\(folder.path("other.json"))' (at catalog)\n"
    )
    #expect(elsewhere.output.contains("✗ scenarios: 1 of 1 passed; a file names other inputs"))

    // Its rules, which the scenario does not name, and others that the scenario does name.
    let ruled = try check("{ \"catalog\": \"catalog.json\", \"rules\": \"none.json\" }")
    #expect(ruled.output.contains("✗ scenarios: 0 of 1 passed"))
    let misruled = try check(
      "{ \"catalog\": \"catalog.json\" }",
      ("{ \"catalog\"", "{ \"rules\": \"none.json\", \"catalog\"")
    )
    #expect(misruled.output.contains("✗ scenarios: 1 of 1 passed; a file names other inputs"))
    #expect(misruled.errors.contains("expected the rule set of '\(folder.path("winback.json"))'"))

    // Its policies: by this one, the customer's lapse is not decided yet.
    let policies =
      "{ \"catalog\": \"catalog.json\", \"policies\": { \"freeService\": \"counted\" } }"
    let own = ("{ \"catalog\"", "{ \"policies\": { \"freeService\": \"counted\" }, \"catalog\"")
    #expect(try check(policies, own).errors == "")
    let usual = ("{ \"catalog\"", "{ \"policies\": { \"freeService\": \"skipped\" }, \"catalog\"")
    #expect(try check("{ \"catalog\": \"catalog.json\" }", usual).errors == "")
    let different = try check(policies, usual)
    #expect(different.status == .checkFailed)
    #expect(
      different.errors == "\(place)17: error: expected the policy 'freeService' of "
        + "'\(folder.path("winback.json"))', because the check runs with it, found 'skipped' "
        + "(at policies.freeService)\n"
    )
  }

  @Test("needs each file that its own file names")
  func missingFiles() throws {
    for key in ["rules", "scenarios", "live", "histories"] {
      try folder.write("{\"catalog\": \"catalog.json\", \"\(key)\": \"none\"}", to: "winback.json")
      let run = check()
      #expect(run.status == .cannotOpen, "\(key)")
      #expect(run.errors == "winback: error: cannot open '\(folder.path("none"))': no such file\n")
    }
  }

  @Test("counts who gains and who loses at the start of each offer, or now if it has started")
  func counts() throws {
    let live = try folder.read("live.json")
    try folder.write(live.replacing("\"2024-03-01\"", with: "\"2026-03-01\""), to: "live.json")
    try folder.write(
      live.replacing("\"2024-03-01\"", with: "\"2026-03-01\"")
        .replacing("\"minimum\": 1, \"maximum\": 24", with: "\"minimum\": 1, \"maximum\": 20"),
      to: "catalog.json"
    )
    let run = check(["--base", folder.path("live.json"), "--json"])
    let compared = try #require(json(run.output)["compare"] as? [String: Any])
    let cohorts = try #require(compared["cohorts"] as? [[String: Any]])
    #expect(cohorts.compactMap { $0["asOf"] as? String } == ["2026-03-01T00:00:00.000Z"])
    let offers = try #require(cohorts.first?["offers"] as? [[String: Any]])
    #expect(offers.count == 1)

    // Whoever can redeem the offer now loses it if its start moves into the future.
    try folder.write(live, to: "live.json")
    let moved = live.replacing("\"2023-01-01\"", with: "\"2027-06-01\"")
    try folder.write(moved, to: "catalog.json")
    let losing = check(["--base", folder.path("live.json")]).output
    #expect(losing.contains("as of 15 January 2025: 1 of 8 customers changed"))
    #expect(losing.contains("lost 1 by available: alice\n"))
    #expect(losing.contains("as of 1 June 2027"))
  }

  @Test("writes a comment that GitHub takes, however many offers change")
  func longComment() throws {
    let directory = TemporaryDirectory()
    func catalog(_ months: Int) -> String {
      let offers = (0..<40).map { number in
        """
        { "offerId": "offer_\(number)_\(String(repeating: "x", count: 40))", "offerMode": "FREE_TRIAL",
          "referenceName": "\(String(repeating: "n", count: 3_000))\(number)",
          "duration": "ONE_MONTH", "startDate": "2026-01-01",
          "customerEligibilityPaidSubscriptionDurationInMonths": \(months),
          "customerEligibilityTimeSinceLastSubscribedInMonths": { "minimum": 2, "maximum": 24 } }
        """
      }
      return """
        { "subscriptionGroups": [ { "id": "1", "subscriptions": [ { "productId": "p",
          "winBackOffers": [ \(offers.joined(separator: ", ")) ] } ] } ] }
        """
    }
    try directory.write(catalog(3), to: "base.json")
    try directory.write(catalog(4), to: "catalog.json")
    try directory.write("{ \"catalog\": \"catalog.json\" }", to: "winback.json")
    let path = directory.path("comment.md")
    _ = CommandRun([
      "check", directory.path(""), "--base", directory.path("base.json"), "--report",
      "markdown:\(path)",
    ])
    let comment = try directory.read("comment.md")
    #expect(comment.count < 60_000)
    #expect(comment.contains("4 months paid needed, was 3"))
    #expect(comment.contains("- … and 30 more\n"))
  }

  @Test("fails for an offer that customers lose from now on, if nobody approved it")
  func losses() throws {
    #expect(try replace("\"minimum\": 2", with: "\"minimum\": 3"))
    let base = ["--base", folder.path("live.json")]
    #expect(check(base).status == .done)
    let run = check(base + ["--fail-on", "loss"])
    #expect(run.status == .checkFailed)
    #expect(run.output.contains("✗ losses: 1 not approved"))
    let parts = try #require(
      json(check(base + ["--fail-on", "loss", "--json"]).output)["parts"] as? [[String: Any]]
    )
    let details = try #require(parts.last?["details"] as? [String])
    #expect(details.count == 1 && details[0].contains("no customer loses 'basic_1m_free'"))
    #expect(
      run.errors.contains(
        "error: expected that no customer loses 'basic_1m_free', or its approval under 'accept', found "
      )
    )
    #expect(check(["--fail-on", "loss"]).errors.contains("option '--fail-on' needs '--base'"))
    func approve(_ entries: String) throws -> CommandRun {
      try folder.write(
        "{\"catalog\": \"catalog.json\", \"losses\": \"approved\", \"accept\": [\(entries)]}",
        to: "winback.json"
      )
      return check(base)
    }
    let reason = "\"reason\": \"too early\""
    let approved = try approve("{\"offerId\": \"basic_1m_free\", \(reason)}")
    #expect(approved.output.contains("✓ losses: 1 approved"))
    let other = try approve("{\"offerId\": \"premium_2w_free\", \(reason)}")
    #expect(other.status == .checkFailed)
    let unexplained = try approve("{\"offerId\": \"basic_1m_free\", \"reason\": \" \"}")
    #expect(
      unexplained.errors.contains(
        "expected the reason for which the change is accepted, found none"
      )
    )
    // Nobody loses an offer in the past.
    func catalog(_ minimum: Int) -> String {
      """
      { "subscriptionGroups": [ { "id": "1", "subscriptions": [ { "productId": "p",
        "winBackOffers": [ { "offerId": "o", "offerMode": "FREE_TRIAL", "duration": "ONE_MONTH",
          "startDate": "2024-01-01", "endDate": "2024-06-30",
          "customerEligibilityPaidSubscriptionDurationInMonths": 1,
          "customerEligibilityTimeSinceLastSubscribedInMonths":
            { "minimum": \(minimum), "maximum": 24 } } ] } ] } ] }
      """
    }
    try folder.write(catalog(2), to: "live.json")
    try folder.write(catalog(3), to: "catalog.json")
    #expect(try approve("").output.contains("✓ losses: no customer loses an offer"))
  }

  @Test("accepts findings with a reason, and strictly only those that are there")
  func suppressions() throws {
    try folder.write(
      """
      {"catalog": "catalog.json", "suppressions": [{"code": "lapse-gap", "reason": "so we want it"}]}
      """,
      to: "winback.json"
    )
    let run = check()
    #expect(run.status == .done)
    #expect(run.errors.contains("warning: no finding needs this suppression any more [lapse-gap]"))
    try say("\"strict\": true")
    let reports = ["markdown:a.md", "junit:a.xml", "sarif:a.sarif"].flatMap {
      ["--report", $0.replacing(":", with: ":\(folder.path())/")]
    }
    let strict = check(["--json"] + reports)
    #expect(strict.status == .checkFailed)
    for text in [strict.output] + (try ["a.md", "a.xml", "a.sarif"].map(folder.read)) {
      #expect(text.contains("no finding needs this suppression any more"))
    }
  }

  private func json(_ text: String) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }
}
