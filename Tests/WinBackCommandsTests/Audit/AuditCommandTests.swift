import Testing
import WinBackFiles

@Suite("winback audit")
struct AuditCommandTests {
  private let directory = TemporaryDirectory()

  /// A customer of whom the store has said something.
  private static func alice(
    _ name: String,
    _ offers: String,
    at instant: String? = "2025-01-15",
    environment: String = "Production"
  ) -> String {
    let signed = instant.map { ", \"signedDate\": \"\($0)\"" } ?? ""
    return ScoreSamples.alice(named: name).replacing(
      #""expirationIntent": 1"#,
      with: #""expirationIntent": 1, "eligibleWinBackOfferIds": [\#(offers)]\#(signed), "#
        + #""environment": "\#(environment)""#
    )
  }

  private static let free = #""basic_1m_free""#

  private static func audit(_ lines: [String], _ arguments: [String] = []) -> CommandRun {
    CommandRun(
      ["audit", "-", "--catalog", Samples.path("catalog.json")] + arguments,
      on: InMemoryConsole(input: lines.joined(separator: "\n"))
    )
  }

  @Test("is done where the store and we agree, at the instant of each answer")
  func agreement() {
    let run = Self.audit([
      Self.alice("a", Self.free), Self.alice("b", "", at: "2024-12-20"), ScoreSamples.bob,
      ScoreSamples.alice,
    ])
    #expect(
      run
        == CommandRun(
          status: .done,
          output: """
            2  answers of the store
            2  agree
            0  name other offers
            1  subscriptions without the store's answer

            """,
          errors: "4 lines read: 4 audited, 0 rejected\n"
        )
    )
  }

  @Test("writes the offers that differ as CSV, and with '--calibrate' what each value explains")
  func csv() throws {
    let lines = [Self.alice("a", ""), Self.alice("b", Self.free)]
    let run = Self.audit(lines, ["--csv", "--quiet"])
    #expect(
      run
        == CommandRun(
          status: .checkFailed,
          output: """
            subscriptionGroupIdentifier,offerId,missing,extra
            21394321,basic_1m_free,0,1

            """,
          errors: ""
        )
    )
    let rows = Self.audit(lines, ["--csv", "--quiet"] + Self.calibrate).output.split(
      separator: "\n"
    )
    #expect(rows.first == "policy,value,explains")
    #expect(rows.contains("waitStart,redemption,1"))
  }

  @Test("says in which group an offer is that the store lists and the customer's group lacks")
  func otherGroup() throws {
    let other = """
      {"subscriptionGroups": [{"id": "555", "subscriptions": [{"productId": "news", "winBackOffers": [
      {"offerId": "news_free", "offerMode": "FREE_TRIAL", "duration": "ONE_MONTH", "periodCount": 1,
      "customerEligibilityPaidSubscriptionDurationInMonths": 1,
      "customerEligibilityTimeSinceLastSubscribedInMonths": {"minimum": 1, "maximum": 24},
      "startDate": "2024-01-01"}]}]}]}
      """
    try directory.write(other, to: "other.json")
    let lines = [Self.alice("a", #""basic_1m_free", "news_free""#)]
    let arguments = ["-c", directory.path("other.json")]
    let text = Self.audit(lines, arguments)
    #expect(text.status == .checkFailed)
    #expect(text.output.contains("  1  in another subscription group\n"))
    #expect(text.output.contains("news_free, which is in group 555\n"))
    #expect(!text.output.contains("not in the catalog"))
    let json = Self.audit(lines, arguments + ["--json"])
    #expect(json.output.contains("\"inOtherGroup\": 1"))
    #expect(json.output.contains("\"notInCatalog\": 0"))
    #expect(json.output.contains("\"subscriptionGroupIdentifier\": \"555\""))
  }

  /// Customers who differ from the store in every way.
  private static let different = [
    alice("agrees", free), alice("missing", free, at: "2024-12-20"), alice("extra", ""),
    alice("unknown", #""basic_1m_free", "basic_of_old""#),
    alice("too-late", free, at: "2026-10-16"),
  ]

  @Test("tells what differs, by rule, offer and policy, and fails", arguments: ["txt", "json"])
  func differences(name: String) throws {
    let run = Self.audit(Self.different, name == "json" ? ["--json"] : [])
    #expect(run.status == .checkFailed)
    try expectSnapshot(run.output, "audit.\(name)")
  }

  @Test(
    "succeeds in spite of as many mismatches as are allowed",
    arguments: [("3", false), ("4", true), ("79%", false), ("80%", true)]
  )
  func allowance(amount: String, isEnough: Bool) {
    let run = Self.audit(Self.different, ["--require", "mismatches=\(amount)"])
    #expect(run.status == (isEnough ? .done : .checkFailed))
  }

  @Test("leaves out answers of which nobody knows the instant, unless it is given")
  func instants() {
    let lines = [Self.alice("a", Self.free, at: nil)]
    let run = Self.audit(lines)
    #expect(run.status == .badData)
    #expect(
      run.errors.contains(
        "expected answers of the store with a 'signedDate', found 1 without; '--as-of' gives their "
          + "instant\n"
      )
    )
    #expect(run.output == "")
    #expect(Self.audit(lines, ["--as-of", "2025-01-15"]).output.contains("1  agree\n"))
    #expect(Self.audit(lines, ["--as-of", "2024-12-20"]).status == .checkFailed)
  }

  @Test("compares sets, because the store's order means nothing")
  func order() throws {
    let catalog = try Samples.text("catalog.json").replacing(
      #""winBackOffers": ["#,
      with: """
        "winBackOffers": [ { "offerId": "z", "offerMode": "FREE_TRIAL", "duration": "THREE_DAYS",
        "customerEligibilityPaidSubscriptionDurationInMonths": 1, "startDate": "2023-01-01",
        "customerEligibilityTimeSinceLastSubscribedInMonths": { "minimum": 1, "maximum": 24 } },
        """
    )
    try directory.write(catalog, to: "catalog.json")
    func run(_ offers: String) -> CommandRun {
      CommandRun(
        ["audit", "-", "--catalog", directory.path("catalog.json")],
        on: InMemoryConsole(input: Self.alice("a", offers))
      )
    }
    let free = #""basic_1m_free""#
    for same in [#"\#(free), "z""#, #""z", \#(free)"#, #""z", "z", \#(free)"#] {
      let run = run(same)
      #expect(run.status == .done)
      #expect(run.output.contains("1  agree\n0  name other offers\n"))
    }
    for other in [#""z""#, #""z", "z""#, #""z", \#(free), "y""#] {
      #expect(run(other).status == .checkFailed)
    }
  }

  @Test("audits documents of the App Store Server API")
  func serverDocuments() {
    let input = """
      { "signedTransactionInfoDecoded":
          { "transactionId": "1", "originalTransactionId": "1", "productId": "basic.monthly",
            "subscriptionGroupIdentifier": "21394321", "type": "Auto-Renewable Subscription",
            "purchaseDate": 1704067200000, "expiresDate": 1711929600000, "storefront": "USA",
            "price": 9990, "environment": "Production" },
        "signedRenewalInfoDecoded":
          { "originalTransactionId": "1", "productId": "basic.monthly", "autoRenewStatus": 0,
            "signedDate": 1717200000000, "eligibleWinBackOfferIds": [],
            "environment": "Production" } }
      """
    let run = Self.audit([input])
    #expect(run.status == .checkFailed, "\(run.errors)")
    #expect(run.output.contains("extra    basic_1m_free\n"), "\(run.output)")
  }

  @Test("reports lines that cannot be read, and fails")
  func rejects() {
    let run = Self.audit([
      Self.alice("a", Self.free), Self.alice("b", "1"), #"{"customerId":"c"}"#,
    ])
    #expect(run.status == .badData)
    #expect(run.output.contains("1  agree\n"))
    #expect(run.errors.hasSuffix("expected at most 0 rejected lines, found 2 of 3\n"))
  }

  // MARK: - Calibration

  /// A calibration of a sixteenth of the combinations, for what does not depend on their number.
  private static let calibrate =
    ["--calibrate"]
    + ["timeZone=UTC", "monthLength=calendar", "maximumBound=instant"].flatMap { ["--policy", $0] }

  /// Answers of a store that lets the wait begin with the redemption, and one customer without any.
  private static let planted = [
    alice("a", free, at: "2024-12-20"), alice("b", "", at: "2024-12-10"),
    alice("c", free, at: "2026-10-15"), alice("d", "", at: "2026-10-16"), ScoreSamples.alice,
  ]

  @Test("finds the policies that explain the store", arguments: ["txt", "json"])
  func calibration(name: String) throws {
    let run = Self.audit(
      Self.planted,
      ["--calibrate", "--as-of", "2024-12-20"] + (name == "json" ? ["--json"] : [])
    )
    #expect(run.status == .done)
    try expectSnapshot(run.output, "calibration.\(name)")
  }

  @Test("tells a tie as a tie, not as one winner")
  func tie() {
    let tied = Self.audit([Self.alice("a", Self.free)], ["--calibrate"])
    #expect(tied.output.contains("\na tie: "))
    #expect(
      tied.output.contains(" combinations explain as many; the current policies are one of them\n")
    )
    #expect(!tied.output.contains("\nbest: "))
    #expect(
      Self.audit([Self.alice("a", Self.free)], Self.calibrate + ["--json"]).output
        .contains("\"isTie\": true")
    )
  }

  @Test("takes what the user sets as known")
  func fixed() {
    let run = Self.audit(Self.planted, ["--calibrate", "--policy", "waitStart=offerPeriodEnd"])
    #expect(run.status == .done)
    #expect(run.output.contains("3  explained by the best of 27 648 combinations of policies\n"))
    #expect(!run.output.contains("waitStart"))
  }

  @Test("is bad data where the store has answered nothing", arguments: [[], ["--calibrate"]])
  func nothing(options: [String]) {
    let run = Self.audit([ScoreSamples.alice], options)
    #expect(run.status == .badData)
    #expect(run.output == "")
    #expect(
      run.errors.contains(
        "expected the store's own answers, 'eligibleWinBackOfferIds' in renewal information, found "
          + "none; 'winback report --by month' needs none\n"
      )
    )
  }

  @Test("compares every answer of a subscription, each at its own instant")
  func snapshots() {
    let line = """
      {"customerId":"a","transactions":[{"transactionId":"1","originalTransactionId":"1",\
      "productId":"basic.monthly","purchaseDate":"2024-01-01","expiresDate":"2024-05-01",\
      "storefront":"USA","price":9990}],"renewalInfo":[\
      {"originalTransactionId":"1","autoRenewStatus":0,"signedDate":"2024-05-10",\
      "eligibleWinBackOfferIds":[]},\
      {"originalTransactionId":"1","autoRenewStatus":0,"signedDate":"2024-05-11",\
      "eligibleWinBackOfferIds":[]},\
      {"originalTransactionId":"1","autoRenewStatus":0,"signedDate":"2024-05-12",\
      "eligibleWinBackOfferIds":["other"]}]}
      """
    let run = Self.audit([line])
    #expect(run.status == .checkFailed)
    #expect(run.output.contains("2  agree\n"), "\(run.output)")
  }

  @Test("says the same for any number of threads")
  func threads() {
    // Long enough for several blocks.
    let spaces = String(repeating: " ", count: 50_000)
    let lines = (0..<21).map { Self.alice("a\($0)", $0 % 7 == 0 ? "" : Self.free) + spaces }
    let runs = ["1", "3"].map { Self.audit(lines, Self.calibrate + ["--jobs", $0]) }
    #expect(runs[0].output.contains("18  explained by the best"))
    #expect(runs[1] == runs[0])
  }
}
