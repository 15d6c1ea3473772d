import Testing
import WinBackFiles
import WinBackFormats

@Suite("Pseudonyms")
struct PseudonymTests {
  private let directory = TemporaryDirectory()

  private func evaluate(_ arguments: [String]) -> CommandRun {
    Samples.evaluate("alice.json", asOf: "2025-01-15", arguments)
  }

  // Known from another implementation: printf %s alice | openssl dgst -sha256 -hmac KEY
  @Test(
    "are the first half of HMAC-SHA-256 of the customer id",
    arguments: [
      ("Jefe", "c826fd00e6fe4b67254ac9b16045d113"),
      (String(repeating: "k", count: 64), "9cfc5185ec97ec4d309082edf920f9b9"),
      (String(repeating: "k", count: 65), "b1befc4713786e7f7f959b3f2b706306"),
      ("é", "993b7e2df9d1bdacbf40f1bf69508e5f"),
    ]
  )
  func hash(key: String, pseudonym: String) {
    let run = evaluate(["--pseudonymize", key])
    #expect(run.status == .done)
    #expect(run.output.hasPrefix("\(pseudonym) can redeem "))
    #expect(!run.output.contains("alice"))
    #expect(run.errors == "")
  }

  @Test("stand in JSON, too")
  func json() {
    let run = evaluate(["--json", "--pseudonymize", "Jefe"])
    #expect(run.output.hasPrefix("{\n  \"customerId\": \"c826fd00e6fe4b67254ac9b16045d113\",\n"))
  }

  @Test("take their key from a file, without the line end at its end")
  func file() throws {
    try directory.write("Jefe\r\n", to: "key")
    let run = evaluate(["--pseudonymize", "file:\(directory.path("key"))"])
    #expect(run.output.hasPrefix("c826fd00e6fe4b67254ac9b16045d113 can redeem"))
  }

  @Test(
    "need a key",
    arguments: [
      ("", "option '--pseudonymize' expects a key, found none"),
      (
        "env:WINBACK_NO_SUCH_KEY",
        "option '--pseudonymize' expects a key in the environment variable 'WINBACK_NO_SUCH_KEY', "
          + "which is not set"
      ),
    ]
  )
  func missing(key: String, message: String) {
    let run = evaluate(["--pseudonymize=\(key)"])
    #expect(run == .wrongUsage(of: "winback evaluate", message))
  }

  @Test(
    "need a place for the key that there is: a misspelt one is no key",
    arguments: [
      ("fil:key", "; did you mean 'file:'?"), ("enf:KEY", "; did you mean 'env:'?"), ("a:b", ""),
    ]
  )
  func misspelt(key: String, suggestion: String) {
    let message =
      "option '--pseudonymize' expects file:PATH, env:NAME or a key without a colon, found one with "
      + "a colon\(suggestion)"
    let run = evaluate(["--pseudonymize", key])
    #expect(run == .wrongUsage(of: "winback evaluate", message))
  }

  @Test(
    "keep what was found out of the reasons of rejected lines",
    arguments: [
      (
        #"{"customerId":"c","storefront":"SECRET","transactions":[]}"#,
        "expected a storefront such as 'USA' (at storefront)"
      ),
      (
        #"{"customerId":"c","transactions":[{"productId":"p","purchaseDate":"SECRET"}]}"#,
        "expected a digit of the year (at transactions[0].purchaseDate)"
      ),
      (
        #"{"customerId":"c","transactions":[\#(twice(1)),\#(twice(2))]}"#,
        "it cannot be read (at transactions[1])"
      ),
      (
        #"{"customerId":["SECRET"],"transactions":[]}"#,
        "expected a string, found an array (at customerId)"
      ),
      ("SECRET\n{}", "expected a value"),
    ]
  )
  func reasons(line: String, reason: String) throws {
    let run = ScoreSamples.score(
      line,
      ["--pseudonymize", "Jefe", "--rejects", directory.path("rejects.jsonl")]
    )
    #expect(run.status == .badData)
    let rejects = try directory.read("rejects.jsonl")
    #expect(rejects.contains("\"reason\":\"\(reason)\"}\n"), "\(rejects)")
    #expect(!rejects.contains("SECRET"))
  }

  /// A transaction in one of two versions that contradict each other.
  private static func twice(_ quantity: Int) -> String {
    #"{"transactionId":"SECRET","productId":"p","purchaseDate":1700000000000,"expiresDate":\#(1_700_000_000_000 + quantity)}"#
  }

  @Test("keep what was found in tables out of the reasons of rejected rows, too")
  func tableReasons() throws {
    let header = RandomRows.columns.joined(separator: ",")
    let row = "a,a-1,basic.monthly,SECRET,2024-02-01,app_store,,2024-05-01,,"
    _ = ScoreSamples.score(
      "\(header)\n\(row)\n",
      ["--pseudonymize", "Jefe", "--rejects", directory.path("rejects.jsonl")]
    )
    let rejects = try directory.read("rejects.jsonl")
    #expect(rejects.contains("in column 'start_time'\"}"), "\(rejects)")
    #expect(!rejects.contains("SECRET"))
  }

  @Test("need a key file that is there")
  func missingFile() {
    let run = evaluate(["--pseudonymize", "file:/nowhere/key"])
    let errors = "winback: error: cannot open '/nowhere/key': no such file\n"
    #expect(run == CommandRun(status: .cannotOpen, errors: errors))
  }

  @Test("stand in each line of scores, and no rejected line is kept that tells who it is about")
  func scores() throws {
    let bad = #"{"customerId":"carol","transactions":7}"#
    try directory.write("\(ScoreSamples.alice)\n\(bad)\n", to: "histories.jsonl")
    for layout in [[], ["--csv"]] {
      let run = ScoreSamples.score(
        "histories.jsonl",
        in: directory,
        ["--pseudonymize", "Jefe", "--rejects", directory.path("rejects.jsonl")] + layout
      )
      #expect(run.output.contains("c826fd00e6fe4b67254ac9b16045d113"))
      #expect(!run.output.contains("alice"))
      #expect(!run.errors.contains("carol"))
      #expect(
        try directory.read("rejects.jsonl") == """
          {"line":2,"column":38,"offset":\(ScoreSamples.alice.utf8.count + 1),\
          "reason":"expected an array, found a number (at transactions)"}

          """
      )
    }
  }

  @Test(
    "stand wherever a command names customers",
    arguments: [
      ["compare", "--from", "CATALOG", "--to", "waitStart=redemption", "--json"],
      [
        "compare", "--from", "CATALOG", "--to", "waitStart=redemption", "-o", "/dev/null",
        "--changes", "-",
      ],
      ["compare", "--from", "CATALOG", "--to", "waitStart=redemption", "--merchandising"],
      ["audit", "-c", "CATALOG", "--sensitivity", "--json"], ["audit", "-c", "CATALOG"],
      ["audit", "-c", "CATALOG", "--json"], ["audit", "-c", "CATALOG", "--calibrate"],
      ["audit", "-c", "CATALOG", "--calibrate", "--json"],
      ["report", "-c", "CATALOG", "--page", "customers"],
      ["report", "-c", "CATALOG", "--page", "cohort"],
    ]
  )
  func everyCommand(command: [String]) {
    let customer = ScoreSamples.alice.replacing(
      #""expirationIntent": 1"#,
      with: #""expirationIntent": 1, "eligibleWinBackOfferIds": [], "signedDate": "2024-12-20""#
    )
    func run(_ more: [String]) -> CommandRun {
      CommandRun(
        [command[0], "-", "--as-of", "2024-12-20"]
          + command.dropFirst().map { $0 == "CATALOG" ? Samples.path("catalog.json") : $0 } + more,
        on: InMemoryConsole(input: customer)
      )
    }
    let plain = run([])
    let run = run(["--pseudonymize", "Jefe"])
    #expect([.done, .checkFailed].contains(run.status), "\(run.errors)")
    #expect(!run.output.isEmpty)
    #expect(!run.output.contains("alice"))
    // The others name no customer.
    #expect(
      plain.output.contains("alice")
        == run.output.contains("c826fd00e6fe4b67254ac9b16045d113")
    )
  }
}
