import Testing
import WinBackFiles

@Suite("Answers of the store in a file of their own")
struct AuditAnswersTests {
  /// Histories without any answer: two customers with one subscription, and one with two groups.
  private static let histories = [
    ScoreSamples.alice, ScoreSamples.alice(named: "a\\u0062"),
    ScoreSamples.line(of: "several-groups.json"),
  ]

  private static func audit(
    _ answers: String,
    _ arguments: [String] = [],
    of histories: [String] = histories
  ) throws -> CommandRun {
    try TemporaryDirectory.with { directory in
      try directory.write(answers, to: "answers")
      return CommandRun(
        ["audit", "-", "--catalog", Samples.path("catalog.json"), "--answers"]
          + [directory.path("answers"), "--quiet"] + arguments,
        on: InMemoryConsole(input: histories.joined(separator: "\n"))
      ).removing("\(directory.path(""))/")
    }
  }

  @Test(
    "are joined to customers, each at its own instant",
    arguments: [
      """
      customerId,signedDate,eligibleWinBackOfferIds,note
      alice,2025-01-15,basic_1m_free,x
      "ab",1736899200000,basic_1m_free,
      alice,2024-12-20,,
      """,
      """
      eligibleWinBackOfferIds;signedDate;customerId
      "basic_1m_free";2025-01-15;alice

      basic_1m_free;2025-01-15;ab
      ;2024-12-20;alice
      """,
      """
      {"customerId":"alice","signedDate":"2025-01-15","eligibleWinBackOfferIds":["basic_1m_free"]}
      {"customerId":"a\\u0062","signedDate":1736899200000,"eligibleWinBackOfferIds":"basic_1m_free"}
      {"x":[1],"eligibleWinBackOfferIds":[],"signedDate":"2024-12-20","customerId":"alice"}
      """,
    ]
  )
  func join(answers: String) throws {
    let run = try Self.audit(answers)
    #expect(run.status == .done, "\(run)")
    #expect(run.output.hasPrefix("3  answers of the store\n3  agree\n"), "\(run)")
  }

  @Test("with offers that the catalog lacks, or in another order, are mismatches")
  func differences() throws {
    let run = try Self.audit(
      """
      customerId,signedDate,eligibleWinBackOfferIds
      alice,2025-01-15,basic_1m_free;unheard_of
      """
    )
    #expect(run.status == .checkFailed)
    #expect(run.output.contains("  1  not in the catalog\n"))
    #expect(run.output.contains("store    basic_1m_free, unheard_of\n"))
  }

  @Test("need the group where a customer has several, and are counted where they match nothing")
  func groups() throws {
    let run = try Self.audit(
      """
      customerId,signedDate,eligibleWinBackOfferIds,subscriptionGroupIdentifier
      several groups,2025-01-15,,
      several groups,2025-01-15,basic_1m_free,21394321
      several groups,2025-01-15,,555
      several groups,2025-01-15,,556
      nobody,2025-01-15,,
      """
    )
    #expect(run.status == .done, "\(run)")
    #expect(run.output.contains("2  agree\n"))
    #expect(run.output.contains("2  answers about no subscription of the histories, left out\n"))
    #expect(
      run.output.contains("1  answers that do not say which of a customer's groups, left out")
    )
    let json = try Self.audit(
      "customerId,eligibleWinBackOfferIds\nalice,basic_1m_free\nx,\n",
      ["--json", "--as-of", "2025-01-15"]
    )
    #expect(json.output.contains("\"withoutSubscription\": 1,"))
  }

  @Test(
    "are explained by what explains them alone: a date is the start of a day in each time zone (T4)",
    arguments: [
      ("2024-05-31T03:00Z", "2024-07-31,basic_1m_free", "timeZone=-08:00"),
      ("2024-05-31T03:00Z", ",basic_1m_free", "timeZone=-08:00"),
      ("2024-05-31", "2024-07-31,", nil), ("2024-05-31", ",", nil),
      ("2023-02-01", "2023-04-01T12:00Z,basic_1m_free", "missingRenewalInfo=cancelled"),
    ] as [(String, String, String?)]
  )
  func policies(end: String, answer: String, policy: String?) throws {
    let renewal = end < "2024" ? "" : #", "renewalInfo": {"autoRenewStatus": 0}"#
    let history = """
      {"customerId": "a", "storefront": "USA", "transactions": [{"productId": "basic.monthly", \
      "purchaseDate": "2022-10-01", "expiresDate": "\(end)", "price": 9990}]\(renewal)}
      """
    func audit(_ arguments: String...) throws -> String {
      try Self.audit(
        "customerId,signedDate,eligibleWinBackOfferIds\na,\(answer)",
        ["--as-of", "2024-07-31"] + arguments,
        of: [history]
      ).output
    }
    let single = policy.map { "  1  under \($0)\n" } ?? "no single policy explains a mismatch"
    #expect(try audit().contains(single))
    let best = policy == nil ? "1  that no combination explains" : "1  explained by the best of"
    #expect(try audit("--calibrate").contains(best))
    let alone = try audit("--policy", policy ?? "timeZone=-08:00")
    #expect(alone.contains(policy == nil ? "0  agree" : "1  agree"))
  }

  @Test("take the place of those in the histories")
  func precedence() throws {
    let line = ScoreSamples.alice.replacing(
      #""expirationIntent": 1"#,
      with: #""expirationIntent": 1, "signedDate": "2025-01-15", "eligibleWinBackOfferIds": ["z"]"#
    )
    let answers = "customerId,signedDate,eligibleWinBackOfferIds\nalice,2025-01-15,basic_1m_free"
    let run = try Self.audit(answers, of: [line])
    #expect(run.status == .done)
  }

  @Test(
    "are bad data where they cannot be read, or are about nobody",
    arguments: [
      (
        "customerId,eligibleWinBackOfferId\n",
        "answers:1:1: error: expected a column 'eligibleWinBackOfferIds', found "
          + "'eligibleWinBackOfferId' as the nearest\n"
      ),
      (
        "customerId,eligibleWinBackOfferIds,signedDate\na,b,1736899200\n",
        "answers:2:5: error: expected dates from 2011-02-15, when the App Store began to "
          + "sell subscriptions, found 1970-01-21T02:28:19.200Z; are these seconds instead of "
          + "milliseconds?\n"
      ),
      (
        "customerId,eligibleWinBackOfferIds,signedDate\na,b,yesterday\n",
        "answers:2:5: error: expected an ISO 8601 date or milliseconds since 1970 in column "
          + "'signedDate', found 'yesterday'\n"
      ),
      (
        "customerId,eligibleWinBackOfferIds\n,b\n",
        "answers:2:1: error: expected a value in column 'customerId', found none\n"
      ),
      (
        #"{"customerId":"a"}"#,
        "answers:1:1: error: expected a value in column 'eligibleWinBackOfferIds', found none\n"
      ),
      (
        #"{"customerId":"a","eligibleWinBackOfferIds":[1]}"#,
        "answers:1:45: error: expected a list of identifiers in column 'eligibleWinBackOfferIds', "
          + "found '[1]'\n"
      ),
      (
        "<html>",
        "answers:1:1: error: expected the store's answers as JSON Lines or as a table of text, found "
          + "HTML, perhaps the page of a sign-in; save the file itself, not the page that shows it\n"
      ),
      ("", "answers:1:1: error: expected a first line with the names of the columns, found none\n"),
      (
        "customerId,eligibleWinBackOfferIds,signedDate\nx,,2025-01-01\ny,,2025-01-01\n",
        "winback: error: expected answers of the store about subscriptions of the histories, found 2 "
          + "about others; 'customerId' joins them, and 'subscriptionGroupIdentifier' if a "
          + "customer has several\n"
      ),
    ]
  )
  func faults(answers: String, message: String) throws {
    let run = try Self.audit(answers)
    #expect(run.status == .badData)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasSuffix(message), "\(run.errors)")
  }

  @Test("are many, read piece by piece, with the same result for any number of threads")
  func many() throws {
    let lines = (0..<6_000).map { "c\($0 % 120),2025-01-15,\($0 % 3 == 0 ? "" : "basic_1m_free")" }
    let answers = (["customerId,signedDate,eligibleWinBackOfferIds"] + lines)
      .joined(separator: "\r\n")
    let histories = (0..<100).map { ScoreSamples.alice(named: "c\($0)") }
    let runs = try ["1", "3"].map { jobs in
      try Self.audit(answers, ["--jobs", jobs], of: histories)
    }
    #expect(runs[0].output.contains("5 000  answers of the store\n3 300  agree\n"), "\(runs[0])")
    #expect(runs[0].output.contains("\n1 000  answers about no subscription"))
    #expect(runs[1] == runs[0])
  }
}
