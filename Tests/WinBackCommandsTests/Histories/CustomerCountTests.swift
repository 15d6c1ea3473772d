import Foundation
import TestSupport
import Testing
import WinBackFiles

/// Nobody is counted twice without a warning, and an input without anybody is not silent.
@Suite("Customers who come twice, or not at all")
struct CustomerCountTests {
  private let directory = TemporaryDirectory()

  /// The commands that read many customers, with what they need besides histories.
  static let commands: [[String]] = [
    ["score", "-c", "CATALOG", "--as-of", "2025-01-15", "-q"],
    ["forecast", "-c", "CATALOG", "--as-of", "2025-01-15", "--by", "month", "-q"],
    ["plan", "-c", "CATALOG", "--offer", "basic_1m_free", "--as-of", "2025-01-15", "-q"],
    [
      "compare", "--from", "CATALOG", "--to", "waitStart=redemption", "--as-of",
      "2025-01-15", "-q",
    ],
    ["report", "-c", "CATALOG", "--as-of", "2025-01-15", "-q", "--by", "month"],
    ["evaluate", "-c", "CATALOG", "--as-of", "2025-01-15", "--brief"],
  ]

  private static let reading = commands + [["convert", "--to", "native"]]

  private func run(
    _ command: [String],
    _ files: [String],
    _ more: [String] = []
  ) -> CommandRun {
    CommandRun(
      [command[0]] + files.map(directory.path)
        + command.dropFirst().map { $0 == "CATALOG" ? Samples.path("catalog.json") : $0 } + more
    ).removing(directory.path("") + "/")
  }

  @Test("are warned of with their first places, also with --quiet", arguments: reading)
  func twice(command: [String]) throws {
    let names = ["a", "b", "a", "c", "b", "a", "a"]
    try directory.write(
      names.map { ScoreSamples.alice(named: $0) }.joined(separator: "\n"),
      to: "a.jsonl"
    )
    let once = run(command, ["a.jsonl"])
    #expect(once.status == .done)
    #expect(
      once.errors == """
        a.jsonl: warning: expected each customer once, found 4 lines of customers who were read \
        before, first in line 3, 5, 6; each line counts

        """
    )
    try directory.write(ScoreSamples.alice(named: "z") + "\n" + ScoreSamples.bob, to: "b.jsonl")
    let twice = run(command, ["b.jsonl", "b.jsonl"])
    #expect(twice.status == .done)
    #expect(
      twice.errors == """
        b.jsonl, b.jsonl: warning: expected each customer once, found 2 lines of customers who were \
        read before, first in b.jsonl:1, b.jsonl:2; each line counts

        """
    )
  }

  @Test("are warned of if each stands in a document of its own")
  func documents() throws {
    try directory.write(Samples.text("alice.json"), to: "a.json")
    let run = run(Self.commands[0], ["a.json", "a.json"])
    #expect(run.status == .done)
    #expect(
      run.errors == """
        a.json, a.json: warning: expected each customer once, found 1 line of customers who were \
        read before, first in a.json:1; each line counts

        """
    )
  }

  @Test("are counted alike by any number of threads, and not if others are asked for")
  func threads() throws {
    var generator = SplitMix64(seed: 5)
    let names = (0..<2_000).map { _ in "c\(Int.random(in: 0..<9_000, using: &generator))" }
    try directory.write(
      names.map { #"{"customerId":"\#($0)","transactions":[]}"# }.joined(separator: "\n"),
      to: "many.jsonl"
    )
    let again = names.count - Set(names).count
    for jobs in ["1", "3"] {
      let run = run(Self.commands[0], ["many.jsonl"], ["-j", jobs])
      #expect(run.errors.contains("found \(again) lines of customers"))
    }
    let one = try #require(names.first { name in names.count { $0 == name } == 1 })
    let run = run(Self.commands[0], ["many.jsonl"], ["--customer", one])
    #expect(run.errors == "")
  }

  @Test("are nobody in an empty input, which is a warning everywhere", arguments: reading)
  func nobody(command: [String]) throws {
    try directory.write("", to: "empty")
    try directory.write(" \n\n", to: "blank")
    try directory.write(ScoreSamples.bob, to: "bob.jsonl")
    for name in ["empty", "blank"] {
      let run = run(command, [name])
      #expect(run.status == .done)
      #expect(run.errors == "\(name): warning: expected customers, found an empty input\n")
    }
    let alone = run(command, ["bob.jsonl"])
    for files in [["empty", "bob.jsonl"], ["bob.jsonl", "empty"]] {
      let run = run(command, files)
      #expect(run.status == .done)
      #expect(run.errors == "empty: warning: expected customers, found an empty file\n")
      if command[0] == "score" { #expect(run.output == alone.output) }
    }
  }

  @Test(
    "are one unnamed customer in documents without purchases of subscriptions, which have no lines"
  )
  func withoutPurchases() throws {
    try directory.write(#"{"hasMore":false,"signedTransactionsDecoded":[]}"#, to: "page.json")
    for more in [[], ["--sort"]] {
      let options = ["--summary", directory.path("summary")] + more
      let run = run(Self.commands[0], ["page.json"], options)
      #expect(run.status == .done)
      let message =
        "page.json: warning: expected customers, found documents without purchases of subscriptions\n"
      #expect(run.errors.hasSuffix(message), "\(run.errors)")
      let summary = try directory.read("summary")
      #expect(summary.contains(#""lines": null"#))
      #expect(summary.contains(#""customers": 1"#))
    }
  }

  @Test("have an answer each time where documents do not name them", arguments: [1, 2])
  func unnamed(files: Int) throws {
    try directory.write(#"{"hasMore":false,"signedTransactionsDecoded":[]}"#, to: "page.json")
    let consumable = """
      {"signedTransactionInfoDecoded": {"transactionId": "1", "originalTransactionId": "1",
        "productId": "coins", "type": "Consumable", "purchaseDate": 1704067200000}}
      """
    try directory.write(consumable, to: "coins.json")
    for name in ["page.json", "coins.json"] {
      let files = [String](repeating: name, count: files)
      func answer(_ more: String...) -> String {
        let options = ["-c", "CATALOG", "--as-of", "2025-01-15"]
        return run(["evaluate"] + options, files, more).output
      }
      let sentence =
        "On 15 January 2025, the customer has no purchase in a subscription group of the catalog.\n"
      #expect(answer("--brief") == sentence)
      #expect(answer().hasPrefix(sentence))
      #expect(answer("--json").contains(#""eligibleWinBackOfferIDs": [],"#))
      #expect(
        answer("--redeem", "basic_1m_free").hasPrefix(
          "The customer redeems basic_1m_free on 15 January 2025: the purchase fails with"
        )
      )
    }
  }

  @Test(
    "without purchases have a row and a screen in each output",
    arguments: [
      ([], #"{"customerId":"","subscriptionGroupIdentifier":"","eligibleWinBackOfferIDs":[]}"#),
      (["--csv"], "customerId,subscriptionGroupIdentifier,eligibleWinBackOfferIDs\n,,"),
      (
        ["--long"],
        "customerId,subscriptionGroupIdentifier,offerId,verdict,failedRule,eligibleFrom,"
          + "eligibleThrough\n,,,,,,"
      ),
      (
        ["--details"],
        #"{"customerId":"","subscriptionGroupIdentifier":"","eligibleWinBackOfferIDs":[],"offers":[]}"#
      ),
      (
        ["--merchandising"],
        #"{"customerId":"","subscriptionGroupIdentifier":"","eligibleWinBackOfferIDs":[],"#
          + #""merchandising":{"show":"plain","productId":null,"offerId":null}}"#
      ),
    ]
  )
  func rows(options: [String], row: String) throws {
    try directory.write(#"{"hasMore":false,"signedTransactionsDecoded":[]}"#, to: "page.json")
    #expect(run(Self.commands[0], ["page.json"], options).output == row + "\n")
  }

  @Test("without purchases see the introductory offer of the only group, in every command")
  func introductory() throws {
    let catalog = try Samples.text("catalog.json").replacing(
      #""productId": "basic.monthly","#,
      with: #""productId": "basic.monthly", "introductoryOffers": [{ "offerMode": "FREE_TRIAL", "#
        + #""duration": "ONE_WEEK" }],"#
    )
    try directory.write(catalog, to: "catalog.json")
    try directory.write(#"{"hasMore":false,"signedTransactionsDecoded":[]}"#, to: "page.json")
    try directory.write(#"{"customerId":"ada","transactions":[]}"#, to: "ada.jsonl")
    for file in ["page.json", "ada.jsonl"] {
      func output(_ command: String, _ options: String...) -> String {
        run(
          [command, "--as-of", "2025-01-15"],
          [file],
          ["-c", directory.path("catalog.json")] + options
        ).output
      }
      let shown = #""show":"introductory","productId":"basic.monthly""#
      #expect(output("score", "--merchandising").contains(shown))
      #expect(output("score", "--merchandising", "--csv").contains(",introductory,basic.monthly,"))
      #expect(output("evaluate", "--json").contains(#""show": "introductory""#))
      #expect(output("evaluate").contains("the introductory offer of basic.monthly"))
      #expect(output("report").contains("the introductory offer of"))
      #expect(output("report", "--by", "month").contains("the introductory offer"))
    }
  }

  @Test("are nobody in a table that has a header alone, or only rows that are skipped")
  func table() throws {
    let mapping = """
      {"fields": {"customerId": "customer", "productId": "plan", "purchaseDate": "from",
        "expiresDate": "to"}, "only": [{"column": "store", "values": ["app_store"],
        "others": "of other stores"}]}
      """
    let header = "customer,plan,from,to,store\n"
    try directory.write(mapping, to: "mapping.json")
    try directory.write("", to: "empty.csv")
    try directory.write(header, to: "header.csv")
    try directory.write(
      header + "a,basic.monthly,2024-01-01,2024-02-01,play_store\n",
      to: "skipped.csv"
    )
    for (name, found) in [
      ("empty", "an empty input"), ("header", "a header without rows"),
      ("skipped", "1 row skipped: of other stores"),
    ] {
      for more in [[], ["--sort"]] {
        let options = [
          "--mapping", directory.path("mapping.json"), "--summary", directory.path("summary"),
        ]
        let run = run(Self.commands[0], ["\(name).csv"], options + more)
        #expect(run.status == .done)
        let message = "\(name).csv: warning: expected customers, found \(found)\n"
        #expect(run.errors.hasSuffix(message), "\(run.errors)")
      }
    }
    #expect(
      try directory.read("summary").contains(
        """
          "skippedRows": [
            {
              "reason": "of other stores",
              "rows": 1
            }
          ],

        """
      )
    )
  }

  @Test("come from files of one format; the error names the file and both formats")
  func twoFormats() throws {
    try directory.write(ScoreSamples.alice, to: "a.jsonl")
    try directory.write(
      "rc_original_app_user_id,store_transaction_id,product_identifier,start_time,end_time\n",
      to: "b.csv"
    )
    for command in Self.commands {
      let run = run(command, ["a.jsonl", "b.csv"])
      #expect(run.status == .badData)
      #expect(
        run.errors == """
          b.csv: error: expected the format 'native' as in 'a.jsonl', found 'revenuecat'; files of \
          two formats need two runs

          """
      )
    }
  }
}
