import Testing
import WinBackFiles

/// What would make people eligible by mistake, if nobody said so.
@Suite("An input that is not what it seems")
struct MistakenInputTests {
  private static func score(_ input: String, _ arguments: [String] = []) -> CommandRun {
    ScoreSamples.score(input, arguments + ["-q"])
  }

  private static func line(
    _ customer: String = "c",
    _ more: String = "",
    expires: String = "2024-07-01"
  ) -> String {
    #"{"customerId":"\#(customer)","transactions":[{"transactionId":"1","#
      + #""productId":"basic.monthly","purchaseDate":"2024-01-01","expiresDate":"\#(expires)""#
      + "\(more)}]}"
  }

  @Test("has purchases of one environment, or says which one is meant")
  func environments() {
    let lines = [
      Self.line("a", #","environment":"Sandbox""#), Self.line("b", #","environment":"Production""#),
    ].joined(separator: "\n")
    let mixed = Self.score(lines)
    #expect(mixed.status == .badData)
    #expect(
      mixed.errors == """
        <standard input>: error: expected purchases of one environment, found 'Production' and \
        'Sandbox'; '--environment' names the one that is meant

        """
    )
    let asked = Self.score(lines, ["--environment", "Production"])
    #expect(asked.status == .done)
    #expect(asked.output.contains(#""customerId":"a","subscriptionGroupIdentifier":"","#))
    let sandbox = Self.score(Self.line("a", #","environment":"Sandbox""#))
    #expect(
      sandbox.errors == """
        <standard input>: warning: the transactions are of the environment 'Sandbox', where a month can \
        take minutes

        """
    )
  }

  @Test(
    "rejects a customer whose identifier is a word for nothing, or a rounded number",
    arguments: [
      ("NULL", "expected the identifier of a customer, found 'NULL', a word for nothing"),
      ("nan", "expected the identifier of a customer, found 'nan', a word for nothing"),
      (
        "2.00000012345679e+17",
        "expected the identifier of a customer as text, found the rounded number "
          + "'2.00000012345679e+17'"
      ),
    ]
  )
  func identifiers(id: String, message: String) {
    let run = Self.score(Self.line(id) + "\n" + Self.line("b"), ["--allow-rejects", "1"])
    #expect(run.status == .done)
    #expect(run.errors.hasSuffix("error: \(message) (at transactions[0])\n"))
    #expect(run.output.split(separator: "\n").count == 1)
    let exact = Self.score(Self.line("2000000123456789.0"))
    #expect(exact.output.hasPrefix(#"{"customerId":"2000000123456789","#))
  }

  @Test("names redeemed offers that the catalog lacks, and the nearest one that it has")
  func offers() {
    let history = Self.line("c", #","offerType":4,"offerIdentifier":"basic_1m_fre""#)
    let run = Self.score(history, ["--require", "unknown-offers=0"])
    #expect(run.status == .checkFailed)
    #expect(
      run.errors == """
        <standard input>: warning: the catalog lacks the redeemed offer 'basic_1m_fre': 1 of 1 \
        transaction, 100 %; did you mean 'basic_1m_free'?
        <standard input>: error: expected at most 0 transactions that redeemed offers that the catalog \
        lacks, found 1 of 1

        """
    )
  }

  @Test("takes no signature from after the clock of the computer for evidence (F13f)")
  func futureDates() {
    let signed = Self.line("c", #","signedDate":"2031-01-01""#)
    let run = CommandRun(
      [
        "score", "-", "--catalog", Samples.path("catalog.json"), "--as-of", "2025-01-20", "-q",
        "--require", "future-dates=0",
      ],
      on: InMemoryConsole(input: signed, now: Instant(milliseconds: 1_900_000_000_000))
    )
    #expect(run.status == .checkFailed)
    #expect(
      run.errors == """
        <standard input>: warning: 1 customer with dates after the clock of the computer, such as \
        2031-01-01 of 'c'; no such signature counts
        <standard input>: error: expected at most 0 customers with dates after the clock of the \
        computer, found 1 of 1

        """
    )
  }

  @Test(
    "takes the version that was signed last, also after the clock (P1)",
    arguments: [["score"], ["evaluate", "--json"]]
  )
  func futureVersion(command: [String]) {
    func version(_ signed: String, _ more: String = "") -> String {
      #"{"transactionId":"1","productId":"basic.monthly","purchaseDate":"2024-01-01","#
        + #""expiresDate":"2024-07-01","signedDate":"\#(signed)"\#(more)}"#
    }
    let refunded = version("2031-01-01", #","revocationDate":"2024-01-02""#)
    let history =
      #"{"customerId":"c","transactions":[\#(version("2024-01-01")),\#(refunded)],"#
      + #""renewalInfo":{"autoRenewStatus":0}}"#
    let run = CommandRun(
      command + ["-", "--catalog", Samples.path("catalog.json"), "--as-of", "2025-01-20"],
      on: InMemoryConsole(input: history + "\n", now: Instant(milliseconds: 1_900_000_000_000))
    )
    #expect(run.status == .done)
    #expect(run.output.contains("eligibleWinBackOfferIDs"))
    #expect(!run.output.contains("undeterminedWinBackOfferIDs"))
  }

  @Test("says that periods end before they start")
  func reversed() {
    let run = Self.score(Self.line("c", expires: "2023-07-01"))
    #expect(
      run.errors == """
        <standard input>: warning: expected 'expiresDate' after 'purchaseDate', found 1 of 1 \
        transactions that end before they start; are the dates exchanged?

        """
    )
  }

  @Test("ends at a header whose columns have another order, with its place")
  func otherHeader() {
    let fields = #"{"customerId":"c","productId":"p","purchaseDate":"s","expiresDate":"e"}"#
    let directory = TemporaryDirectory(["mapping.json": #"{"fields":\#(fields)}"#])
    let table = """
      c,p,s,e
      a,basic.monthly,2024-01-01,2024-02-01
      p,c,s,e
      basic.monthly,b,2024-01-01,2024-02-01

      """
    let run = Self.score(
      table,
      ["--mapping", directory.path("mapping.json"), "--allow-rejects", "100%"]
    )
    #expect(run.status == .badData)
    #expect(
      run.errors.hasSuffix(
        """
        <standard input>:3:1: error: expected a row, or the header as at the top, found a header with \
        the columns in another order; read this table by itself

        """
      )
    )
  }

  @Test(
    "is named where it is no history, with the way on",
    arguments: [
      (
        "sep=;\na;b\n",
        "the line 'sep=' of a spreadsheet before the header; 'tail -n +2' removes it"
      ),
      (
        "```json\n{}\n```\n",
        "a fence of Markdown around the text; remove its first line and its last line"
      ),
      ("{\\rtf1", "rich text; save it as plain text"),
      (
        "HTTP/2 200\n\n{}",
        "the headers of a response before its body; 'curl' leaves them out without '-i'"
      ),
      (
        #"{"status":0,"latest_receipt_info":[]}"#,
        "a response of verifyReceipt; the App Store Server API has the whole history: "
          + "'GET /inApps/v2/history/{transactionId}'"
      ),
      (
        #"{"subscriber":{"subscriptions":{}}}"#,
        "a customer of RevenueCat, with the last purchase of each product only; its Scheduled Data "
          + "Export has all purchases"
      ),
    ]
  )
  func strangers(text: String, name: String) {
    let run = Self.score(text)
    #expect(run.status == .badData)
    #expect(
      run.errors
        == "<standard input>:1:1: error: expected histories as JSON or as a table of text, found \(name)\n"
    )
  }
}
