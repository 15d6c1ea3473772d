import Foundation
import Testing
import WinBackCatalogCommands

@Suite("What lint prints")
struct LintTests {
  private let directory = TemporaryDirectory()

  @Test("is a line each for people, with the place and a customer who shows it")
  func text() throws {
    let run = lint()
    #expect(run.status == .checkFailed)
    #expect(run.errors.isEmpty)
    try expectSnapshot(run.output, "lint-faulty.txt")
  }

  @Test("is the same for the catalog of a project, whose file says what is accepted")
  func project() throws {
    try directory.write(
      """
      { "catalog": "\(Samples.path("lint-faulty.json"))", "live": "\(Samples.path("lint-live.json"))",
        "suppressions": [ { "code": "always-hidden", "reason": "by link" } ] }
      """,
      to: "winback.json"
    )
    let run = CommandRun(["lint", "-p", directory.path("winback.json"), "--as-of", "2025-01-15"])
    #expect(run.errors == "using '\(directory.path("winback.json"))'\n")
    #expect(run.output.contains("[locked-at-start]"))
    #expect(run.output.hasSuffix("5 errors, 1 warning, 1 suppressed\n"))
    let nothing = CommandRun(["lint"])
    #expect(nothing.status == .wrongUsage)
    #expect(nothing.errors.hasPrefix("winback lint: error: missing argument 'CATALOG': "))
  }

  @Test("is JSON for programs, with native histories")
  func json() throws {
    let run = lint(["--json"])
    #expect(run.status == .checkFailed)
    try expectSnapshot(run.output, "lint-faulty.json")
  }

  @Test("is annotations for GitHub")
  func annotations() throws {
    try expectSnapshot(lint(["--report", "github"]).output, "lint-faulty.github.txt")
  }

  @Test("is a log in SARIF 2.1.0, in a file of its own")
  func sarif() throws {
    let run = lint(["--report", "sarif:\(directory.path("lint.sarif"))"])
    #expect(run.output == lint().output)
    let log = try directory.read("lint.sarif").replacing(
      Samples.path("lint-faulty.json"),
      with: "/lint-faulty.json"
    )
    try expectSnapshot(log, "lint-faulty.sarif")
  }

  @Test("counts findings that are accepted with a reason, and tells of reasons without a finding")
  func suppressions() throws {
    let run = try lint(accepting: Samples.text("lint-accepted.json"))
    #expect(!run.output.contains("[always-hidden]"))
    #expect(run.output.hasSuffix("catalog.json: 2 errors, 1 warning, 1 suppressed\n"))
    #expect(
      run.errors
        == "using 'winback.json'\nwinback.json:4:5: warning: no finding needs this suppression any more [lapse-gap] "
        + "(at suppressions[1])\n"
    )
  }

  @Test("compares with the catalog that is live")
  func base() {
    let run = lint(["--base", Samples.path("lint-live.json")])
    #expect(
      run.output.contains(
        "lint-faulty.json:16:28: error: expected 2024-11-01, as it is live and locked since the start on "
          + "2024-11-01, found 2024-10-01 [locked-at-start]"
      )
    )
  }

  @Test(
    "tells what is wrong with suppressions",
    arguments: [
      (
        "{\"suppressions\":[{\"code\":\"alwayshidden\",\"reason\":\"x\"}]}",
        "1:51: error: unknown value 'alwayshidden'; did you mean 'always-hidden'? "
          + "(at suppressions[0].code)"
      ),
      (
        "{\"suppressions\":[{\"code\":\"always-hidden\",\"reason\":\" \"}]}",
        "1:76: error: expected the reason for which the finding is accepted, found none "
          + "(at suppressions[0].reason)"
      ),
      (
        #"{"suppressions":[\#(Array(repeating: "{}", count: 2_001).joined(separator: ","))]}"#,
        "1:42: error: expected at most 2 000 suppressions, found 2 001 (at suppressions)"
      ),
    ]
  )
  func faultySuppressions(text: String, message: String) throws {
    let run = try lint(accepting: text)
    #expect(run.status == .badData)
    #expect(run.errors == "using 'winback.json'\nwinback.json:\(message)\n")
  }

  @Test("tells all that keeps a catalog from being read, programs too")
  func unreadable() throws {
    let catalog = directory.path("catalog.json")
    try directory.write(Self.unreadable, to: "catalog.json")
    let run = CommandRun([
      "lint", catalog, "--report", "github", "--report", "sarif:\(directory.path("lint.sarif"))",
    ])
    #expect(run.status == .badData)
    let faults = [
      (line: 4, "unknown value 'FREE'; expected one of"),
      (line: 5, "unknown key 'periods'; expected"),
      (line: 8, "the key 'customerEligibilityTimeSinceLastSubscribedInMonths' is missing"),
      (line: 11, "expected a storefront such as 'USA', found 'UK'; did you mean 'GBR'?"),
      (line: 13, "expected offer ids to be unique within group '1', found the offerId 'b' again"),
    ]
    let annotations = run.output.split(separator: "\n")
    let errors = run.errors.split(separator: "\n")
    let log = try directory.read("lint.sarif")
    #expect(annotations.count == faults.count)
    #expect(errors.count == faults.count)
    for (index, fault) in faults.enumerated() {
      #expect(annotations[index].hasPrefix("::error file=\(catalog),line=\(fault.line),"))
      #expect(annotations[index].contains(fault.1))
      #expect(errors[index].contains(fault.1))
      #expect(log.contains(fault.1))
    }
  }

  private static let unreadable = """
    {"subscriptionGroups": [{"id": "1", "subscriptions": [{"productId": "p", "winBackOffers": [
      {"offerId": "a", "duration": "ONE_MONTH", "startDate": "2025-01-01",
        "customerEligibilityTimeSinceLastSubscribedInMonths": {"minimum": 2, "maximum": 24},
        "offerMode": "FREE",
        "periods": 2,
        "customerEligibilityPaidSubscriptionDurationInMonths": 3
      },
      {"duration": "ONE_MONTH", "startDate": "2025-01-01", "offerMode": "FREE_TRIAL", "offerId":
        "b", "customerEligibilityPaidSubscriptionDurationInMonths": 3}, {
        "customerEligibilityTimeSinceLastSubscribedInMonths": {"minimum": 2, "maximum": 24},
        "territories": ["USA", "UK"], "duration": "ONE_MONTH", "startDate": "2025-01-01",
        "offerMode": "FREE_TRIAL", "customerEligibilityPaidSubscriptionDurationInMonths": 3,
        "offerId": "b"}
    ]}]}]}
    """

  @Test("refuses a group with more offers than it compares with each other")
  func tooManyOffers() throws {
    let offers = (0...3_500).map { number in
      """
      {"offerId": "o\(number)", "offerMode": "FREE_TRIAL", "duration": "ONE_MONTH", "startDate": "2024-01-01",
      "customerEligibilityPaidSubscriptionDurationInMonths": 1,
      "customerEligibilityTimeSinceLastSubscribedInMonths": {"minimum": 1, "maximum": 2}}
      """
    }
    try directory.write(
      """
      {"subscriptionGroups": [{"id": "g", "subscriptions": [{"productId": "q",
      "winBackOffers": [\(offers[0])]}, {"productId": "p",
      "winBackOffers": [\(offers.dropFirst().joined(separator: ","))]}]}]}
      """,
      to: "catalog.json"
    )
    let path = directory.path("catalog.json")
    let run = CommandRun(["lint", path, "--as-of", "2025-01-15"])
    #expect(run.status == .badData)
    #expect(
      run.errors
        == "\(path):5:18: error: expected at most 3 500 offers in the subscription group 'g', ten times as many as "
        + "the App Store accepts of one subscription, found 3 501 (at "
        + "subscriptionGroups[0].subscriptions[1].winBackOffers)\n"
    )
  }

  @Test("prints one kind of output")
  func oneOutput() {
    let run = lint(["--json", "--report", "github"])
    #expect(run.status == .wrongUsage)
    #expect(run.errors.contains("expected '--json' or '--report github', found both"))
  }

  /// Runs `winback lint` on the faulty sample with a project file that accepts findings.
  private func lint(accepting suppressions: String) throws -> CommandRun {
    try directory.write(Samples.text("lint-faulty.json"), to: "catalog.json")
    let members = suppressions.drop { $0 != "{" }.dropFirst()
    try directory.write(#"{"catalog":"catalog.json","# + members, to: "winback.json")
    return CommandRun(["lint", "-p", directory.path("winback.json"), "--as-of", "2025-01-15"])
      .removing("\(directory.path(""))/")
  }

  /// Runs `winback lint` on the faulty sample; messages name files without the folder.
  private func lint(_ arguments: [String] = []) -> CommandRun {
    CommandRun(["lint", Samples.path("lint-faulty.json"), "--as-of", "2025-01-15"] + arguments)
      .removing("\(Samples.path(""))/")
  }
}
