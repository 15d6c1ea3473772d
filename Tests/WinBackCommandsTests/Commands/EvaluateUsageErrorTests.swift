import Testing
import WinBackFiles

@Suite("Wrong usage of evaluate")
struct EvaluateUsageErrorTests {
  private func run(_ arguments: [String]) -> CommandRun {
    let files = [Samples.path("alice.json"), "--catalog", Samples.path("catalog.json")]
    return CommandRun(["evaluate"] + files + arguments)
  }

  private func refusal(_ message: String) -> CommandRun {
    .wrongUsage(of: "winback evaluate", message)
  }

  @Test("of an unknown format lists all formats and names the nearest one")
  func formats() {
    let run = run(["--format", "nativ"])
    let start = "winback evaluate: error: option '--format' expects 'auto', 'native'"
    #expect(run.errors.hasPrefix(start))
    let end = "found 'nativ'; did you mean 'native'?\nsee 'winback evaluate --help'\n"
    #expect(run.errors.hasSuffix(end))
    #expect(run.status == .wrongUsage && run.output.isEmpty)
  }

  @Test(
    "is told with the nearest name: options",
    arguments: [
      (["--asof", "2025-01-15"], "unknown option '--asof'; did you mean '--as-of'?"),
      (
        ["\u{2014}as-of", "2025-01-15"],
        "unknown option '\u{2014}as-of', which begins with another dash than '--'; did you mean "
          + "'--as-of'?"
      ),
      (["--polcy", "a=b"], "unknown option '--polcy'; did you mean '--policy'?"),
      (["--as-of"], "option '--as-of' needs a value: '--as-of INSTANT'"),
      (["--json=yes"], "option '--json' takes no value, found 'yes'"),
      (["--as-of=2025-01-15", "--as-of=2025-01-15"], "option '--as-of' is given twice"),
      (
        ["--offer", "basic_1m_fre"],
        "the catalog has no offer 'basic_1m_fre'; did you mean 'basic_1m_free'?"
      ),
      (
        ["--redeem", "basic_1m_fre"],
        "the catalog has no offer 'basic_1m_fre'; did you mean 'basic_1m_free'?"
      ),
      (
        ["--environment", "prod"],
        "option '--environment' expects 'Production', 'Sandbox', 'Xcode' or 'LocalTesting', found "
          + "'prod'; did you mean 'Production'?"
      ),
    ]
  )
  func options(arguments: [String], message: String) {
    #expect(run(arguments) == refusal(message))
  }

  @Test(
    "is told with what was expected: instants",
    arguments: [
      ("tomorrow", expectsDate + ", found 'tomorrow'"),
      ("", expectsDate + ", found ''"),
      ("2025-01", expectsDate + ", found '2025-01'"),
      ("20250115", expectsDate + ", found '20250115'"),
      ("2025-01-15T09:30:00 Z", expectsDate + ", found '2025-01-15T09:30:00 Z'"),
      ("10000-01-01", expectsDate + ", found '10000-01-01'"),
      ("\u{1B}[2J", expectsDate + ", found '\\u{1B}[2J'"),
      (
        "2025-02-30",
        "option '--as-of': 2025-02-30 does not exist: February 2025 has 28 days"
      ),
      ("2025-13-01", "option '--as-of': month 13 is not in 1 to 12"),
      ("0000-01-01", "option '--as-of': year 0 is not in 1 to 9999"),
      ("2025-01-15T24:00", "option '--as-of': hour 24 is not in 0 to 23"),
      ("0001-01-01T00:00:00+01:00", "option '--as-of': year 0 in UTC is not in 1 to 9999"),
    ]
  )
  func instants(text: String, message: String) {
    #expect(run(["--as-of=\(text)"]) == refusal(message))
  }

  static let expectsDate =
    "option '--as-of' expects a date such as 2025-01-15 or a date-time such as 2025-01-15T09:30:00Z"

  @Test("is told where the time zone moves a date out of the years that there are (T5)")
  func instantBeforeTime() {
    let message =
      "option '--as-of' expects an instant in the years 0001 to 9999, "
      + "found 0000-12-31T10:00:00.000Z"
    let zone = ["--policy", "timeZone=+14:00"]
    #expect(run(["--as-of", "0001-01-01"] + zone) == refusal(message))
  }

  @Test(
    "is told with the nearest name: policies",
    arguments: [
      (
        ["waitstart=redemption"],
        "expected the name of a policy, found 'waitstart'; did you mean 'waitStart'?"
      ),
      (
        ["introductoryhistory=received"],
        "expected the name of a policy, found 'introductoryhistory'; did you mean 'introductoryHistory'?"
      ),
      (
        ["weather=fine"],
        """
        expected the name of a policy, found 'weather'; known are candidateOffers, freeService, \
        gapTolerance, introductoryHistory, involuntaryChurn, lapseStart, maximumBound, missingPurchases, \
        missingRenewalInfo, monthLength, paidStreak, \
        refundedService, timeZone, waitStart
        """
      ),
      (
        ["waitStart=redemtion"],
        """
        expected 'offerPeriodEnd', 'subscriptionEnd' or 'redemption' for the policy 'waitStart', \
        found 'redemtion'; did you mean 'redemption'?
        """
      ),
      (
        ["candidateOffers="],
        """
        expected 'mostRecentProduct' or 'anyProductInGroup' for the policy 'candidateOffers', \
        found ''
        """
      ),
      (
        ["timeZone=PST"],
        "expected 'UTC' or an offset such as '-08:00' for the policy 'timeZone', found 'PST'"
      ),
      (["waitStart"], "option '--policy' expects NAME=VALUE, found 'waitStart'"),
      (["=redemption"], "option '--policy' expects NAME=VALUE, found '=redemption'"),
      (
        ["waitStart=redemption", "waitStart=redemption"], "the policy 'waitStart' is set twice"
      ),
    ]
  )
  func policies(policies: [String], message: String) {
    #expect(run(policies.flatMap { ["--policy", $0] }) == refusal(message))
  }

  @Test("is told where an argument or an option is missing")
  func missing() {
    let history =
      "missing argument 'HISTORY': the histories of one customer or a few, in one file or in "
      + "several; '-' is standard input"
    #expect(CommandRun(["evaluate"]) == refusal(history))
    let catalog =
      "missing option '--catalog FILE': the catalog: the subscriptions and their win-back offers; "
      + "may be repeated"
    #expect(CommandRun(["evaluate", "alice.json"]) == refusal(catalog))
  }

  @Test(
    "is told where two inputs are standard input",
    arguments: [
      (["-", "--catalog", "-"], "'HISTORY' and '--catalog'"),
      (["-", "--catalog", "c.json", "--rules", "-"], "'HISTORY' and '--rules'"),
      (["a.json", "--catalog=-", "--rules=-"], "'--catalog' and '--rules'"),
      (["-", "--catalog=-", "--rules=-"], "'HISTORY' and '--catalog' and '--rules'"),
    ]
  )
  func standardInputTwice(arguments: [String], names: String) {
    let run = CommandRun(["evaluate"] + arguments, on: InMemoryConsole(input: "{}"))
    #expect(run == refusal("expected at most one input to be standard input, found \(names)"))
  }
}
