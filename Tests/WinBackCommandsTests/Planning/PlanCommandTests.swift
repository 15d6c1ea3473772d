import Foundation
import Testing
import WinBackFiles

@Suite("winback plan")
struct PlanCommandTests {
  private let directory = TemporaryDirectory()

  /// The plan of each storefront as text, which is made once.
  private static let byStorefront = PlanSamples.plan(["--by", "storefront", "--jobs", "1"])

  @Test("prints text and JSON, as of the start of the offer", arguments: ["txt", "json"])
  func layouts(name: String) throws {
    let run = name == "txt" ? Self.byStorefront : PlanSamples.plan(["--json"])
    #expect(run.status == .done)
    try expectSnapshot(run.output, "plan.\(name)")
    #expect(run.errors == "160 lines read: 160 counted, 0 rejected\n")
    #expect(run.evidence.contains("as of 1 July 2025"))
  }

  @Test("says the same as of the start of the offer, and for any number of threads")
  func threads() throws {
    // Long enough for several blocks.
    let lines = try String(contentsOfFile: PlanSamples.histories, encoding: .utf8)
    let spaces = String(repeating: " ", count: 5_000)
    try directory.write(lines.replacing("\n", with: spaces + "\n"), to: "customers.jsonl")
    let run = PlanSamples.plan(
      ["--by", "storefront", "--as-of", "2025-07-01", "--jobs", "4"],
      histories: directory.path("customers.jsonl")
    )
    #expect(run == Self.byStorefront)
  }

  @Test("begins now if the offer has started, and warns of an instant before the newest purchase")
  func instant() {
    func plan(_ now: Instant, _ arguments: [String] = []) -> CommandRun {
      CommandRun(
        [
          "plan", "-", "-c", Samples.path("catalog.json"), "--offer", "basic_1m_free", "--json",
          "-q",
        ] + arguments,
        on: InMemoryConsole(input: ScoreSamples.alice, now: now)
      )
    }
    let now = Instant(milliseconds: 1_736_899_200_000)
    let started = plan(now)
    #expect(started.output.contains("\"2025-01-15T00:00:00.000Z\""), "\(started.output)")
    #expect(started == plan(Instant(milliseconds: 0), ["--as-of", "2025-01-15"]))
    let late = plan(Instant(milliseconds: 2_051_222_400_000))
    #expect(
      late.errors == """
        <standard input>: warning: expected an instant that the input covers, found 1 January 2035, at \
        which no setting reaches any customer; the input reaches until 15 September 2024, so use \
        '--as-of 2024-09-16'

        """
    )
    #expect(plan(now, ["--as-of", "2035-01-01"]).errors.isEmpty)
    let early = plan(now, ["--as-of", "2024-08-01"])
    #expect(early.status == .done)
    #expect(
      early.errors == """
        <standard input>: warning: expected an instant after the newest purchase, which is of \
        15 September 2024, found 1 August 2024; purchases after it do not count

        """
    )
  }

  @Test("counts over a span whoever is eligible at some instant (S3)")
  func span() throws {
    let run = PlanSamples.plan(["--as-of", "2025-07-01", "--until", "2025-09-30"])
    try expectSnapshot(run.output, "plan-span.txt")
  }

  @Test("shows the nearest setting where App Store Connect does not take the offer's")
  func nearest() throws {
    let catalog = try String(contentsOfFile: PlanSamples.catalog, encoding: .utf8)
    let wait = #""customerEligibilityWaitBetweenOffersInMonths": "#
    try directory.write(
      catalog.replacing(#""minimum": 3, "maximum": 12"#, with: #""minimum": 30, "maximum": 12"#)
        .replacing(wait + "12", with: wait + "0"),
      to: "catalog.json"
    )
    let arguments = [
      "plan", PlanSamples.histories, "-c", directory.path("catalog.json"), "--offer", "run_back",
      "--quiet",
    ]
    let run = CommandRun(arguments + ["--report", "html:\(directory.path("plan.html"))"])
    #expect(run.status == .done)
    let warning = """
      expected criteria that App Store Connect accepts, found others in the offer 'run_back'; the \
      closest setting, or the stricter of two, is shown instead: paid 3, lapsed 24 to 24, no wait
      """
    #expect(run.errors == "winback: warning: \(warning)\n")
    #expect(run.output.contains("  warning   expected criteria that App Store Connect accepts"))
    let page = try #require(PageElement.read(directory.read("plan.html")))
    #expect(page.elements("li").contains { $0.text == warning })
    #expect(CommandRun(arguments + ["--json"]).output.contains(#""isNearest": true"#))
  }

  @Test(
    "says what is wrong with its options",
    arguments: [
      (["--offer", "run_bak"], "the catalog has no offer 'run_bak'; did you mean 'run_back'?"),
      (["--json", "--csv"], "expected '--csv' or '--json', found both"),
      (
        ["--report", "html"],
        "option '--report' expects 'html:FILE', found 'html'; did you mean 'html:FILE'?"
      ),
      (
        ["--report", "markdown:plan.md"],
        "option '--report' expects 'html:FILE', found 'markdown:plan.md'"
      ),
      (["--by", "month"], "option '--by' expects 'storefront', found 'month'"),
      (
        ["--as-of", "2025-07-02", "--until", "2025-07-01"],
        "option '--until' expects a date that is not before 2 July 2025"
      ),
      (
        ["--group", "1"],
        "expected '--group' with a subscription group that has the offer 'run_back': '21500001'"
      ),
    ]
  )
  func usage(arguments: [String], message: String) {
    let run = CommandRun(
      ["plan", PlanSamples.histories, "-c", PlanSamples.catalog]
        + (arguments.contains("--offer") ? [] : ["--offer", "run_back"]) + arguments
    )
    #expect(run.status == .wrongUsage)
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(run.output.isEmpty)
  }

  @Test("refuses a rule that reads two criteria together, by its name")
  func twoCriteria() throws {
    let rules = CommandRun(["print", "rules", "AppStore"]).output
    try directory.write(
      rules.replacing(
        #""require": "subscription.paidMonths >= offer.customerEligibilityPaidSubscriptionDurationInMonths""#,
        with:
          #""require": "subscription.paidMonths >= offer.customerEligibilityPaidSubscriptionDurationInMonths + offer.customerEligibilityTimeSinceLastSubscribedInMonths.minimum""#
      ),
      to: "rules.json"
    )
    let run = PlanSamples.plan(["--rules", directory.path("rules.json")])
    #expect(run.status == .badData)
    #expect(
      run.errors.contains(
        "expected rules that read one criterion in each condition, found "
          + "'customerEligibilityPaidSubscriptionDurationInMonths' and "
          + "'customerEligibilityTimeSinceLastSubscribedInMonths.minimum' together in the rule "
          + "'paid-duration': "
      ),
      "\(run.errors)"
    )
  }

  @Test("makes a page that is well-formed, asks for nothing, and lets its own script run alone")
  func page() throws {
    let run = PlanSamples.plan(["--report", "html:\(directory.path("plan.html"))", "--quiet"])
    #expect(run.status == .done)
    #expect(run.output == PlanSamples.plan(["--quiet", "--jobs", "1"]).output)
    let root = try #require(PageElement.read(directory.read("plan.html")))
    let names = Set(root.all.map(\.name))
    #expect(names.isDisjoint(with: ["img", "link", "iframe", "object", "embed", "form", "base"]))
    #expect(root.elements("script").count == 1)
    let policy = root.elements("meta").first { $0.attributes["http-equiv"] != nil }
    let content = policy?.attributes["content"] ?? ""
    #expect(content.hasPrefix("default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-"))
    // Without the script the tables are there, and what needs it is not shown.
    #expect(root.all.first { $0.attributes["id"] == "trial" }?.attributes["hidden"] == "hidden")
    #expect(root.table("Away at least")?[1].prefix(2) == ["2", "36"])
    #expect(root.table("One step of a criterion")?[1] == ["Away at least", "3", "2", "+10", "6"])
    #expect(root.table("The strictest settings for each audience")?.count == 10)
    #expect(
      root.table("The offer's setting in each storefront")?.map { $0[0] } == ["DEU", "JPN", "USA"]
    )
    let ids = root.all.compactMap { $0.attributes["id"] }
    #expect(Set(ids).count == ids.count)
    for name in ["aria-labelledby", "aria-describedby", "for"] {
      for reference in root.all.compactMap({ $0.attributes[name] }) {
        #expect(ids.contains(reference))
      }
    }
  }
}
