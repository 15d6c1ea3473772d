import Foundation
import Testing
import WinBackFiles

@Suite("Tables that score reads")
struct ScoreTableTests {
  private let directory = TemporaryDirectory()

  private static let header = RandomRows.columns.joined(separator: ",") + "\n"

  /// Returns the rows of a customer who had three months and left.
  private static func rows(_ customer: String, store: String = "app_store") -> String {
    (1...3).map { month in
      "\(customer),\(customer)-\(month),basic.monthly,2024-0\(month)-01,2024-0\(month + 1)-01,"
        + "\(store),,2024-05-01,,\n"
    }.joined()
  }

  private static func line(_ customer: String) -> String {
    #"{"customerId":"\#(customer)","subscriptionGroupIdentifier":"21394321","#
      + #""eligibleWinBackOfferIDs":[],"undeterminedWinBackOfferIDs":["basic_1m_free"]}"# + "\n"
  }

  @Test("come out a line for each customer, in order, and everything is counted")
  func results() {
    let text = Self.header + Self.rows("b") + Self.rows("x", store: "play_store") + Self.rows("a")
    let run = ScoreSamples.score(text)
    #expect(run.status == .done)
    #expect(run.output == Self.line("b") + Self.line("a"))
    #expect(
      run.errors == """
        9 rows read: 6 scored, 0 rejected, 3 skipped
        2 customers: 2 scored, 0 rejected
        3 rows skipped: of other stores
        2 lines of results
        eligible for basic_1m_free  0  (2 undetermined)

        """
    )
  }

  @Test("lose customers of every kind of fault in the order of their rows")
  func orderOfRejects() throws {
    var text = Self.header
    var kept = ""
    for number in 0..<60 {
      let id = "c\(number)"
      switch number % 7 {
      case 3: text += Self.rows(id).replacing("2024-02-01,2024-03-01", with: "2024-02-01,soon")
      // Two versions that contradict each other are found when the customer is decided.
      case 5: text += Self.rows(id).replacing("\(id)-2,", with: "\(id)-1,")
      default:
        if number % 7 == 1 { text += Self.rows("x\(number)", store: "play_store") }
        text += Self.rows(id)
        kept += Self.line(id)
      }
    }
    let run = ScoreSamples.score(
      text,
      ["--rejects", directory.path("rejects.jsonl"), "--allow-rejects", "100%"]
    )
    #expect(run.status == .done, "\(run.errors)")
    #expect(run.output == kept)
    let starts = try directory.read("rejects.jsonl").split(separator: "\n").compactMap {
      $0.firstMatch(of: #/"text":"(c\d+)/#)?.1
    }
    #expect(
      starts.map(String.init) == (0..<60).filter { $0 % 7 == 3 || $0 % 7 == 5 }.map { "c\($0)" }
    )
  }

  @Test("with a broken value lose that customer, whose rows are kept")
  func rejectedCustomer() throws {
    let bad = Self.rows("b").replacing("2024-02-01,2024-03-01", with: "2024-02-01,soon")
    let text = Self.header + Self.rows("a") + bad + Self.rows("c")
    try directory.write(text, to: "table.csv")
    let run = ScoreSamples.score(
      "table.csv",
      in: directory,
      ["--rejects", directory.path("rejects.jsonl"), "--allow-rejects", "3"]
    )
    let message =
      "expected a date such as 2025-01-15 or 2025-01-15 09:30:00 in column 'end_time', "
      + "found 'soon'"
    #expect(run.status == .done)
    #expect(run.output == Self.line("a") + Self.line("c"))
    #expect(
      run.errors == """
        table.csv:6:32: error: \(message)
        9 rows read: 6 scored, 3 rejected
        3 customers: 2 scored, 1 rejected
        2 lines of results
        eligible for basic_1m_free  0  (2 undetermined)

        """
    )
    let offset = (Self.header + Self.rows("a")).utf8.count
    #expect(
      try directory.read("rejects.jsonl")
        == #"{"line":6,"column":32,"offset":\#(offset),"reason":"\#(message)","text":""#
        + bad.replacing("\n", with: "\\n") + "\"}\n"
    )
  }

  @Test("with a row of which nobody knows whose it is lose the customers on both sides")
  func brokenRow() {
    let text =
      Self.header + Self.rows("a") + Self.rows("b") + "c,1,2\n" + Self.rows("d")
      + Self.rows("e")
    let run = ScoreSamples.score(text)
    #expect(run.status == .badData)
    #expect(run.output == Self.line("a") + Self.line("e"))
    #expect(
      run.errors == """
        <standard input>:8:1: error: expected 10 fields as in the header, found 3
        13 rows read: 6 scored, 7 rejected
        4 customers: 2 scored, 2 rejected
        2 lines of results
        eligible for basic_1m_free  0  (2 undetermined)
        <standard input>: error: expected at most 0 rejected rows, found 7 of 13

        """
    )
  }

  @Test(
    "are counted as rows where few may be rejected, however many are broken one after another",
    arguments: [("10", true), ("9", false), ("76%", false), ("77%", true)]
  )
  func brokenRows(allowed: String, isEnough: Bool) throws {
    let text = Self.header + Self.rows("z") + Self.rows("a") + String(repeating: "b\n", count: 7)
    for command in ["score", "forecast", "report"] {
      let run = CommandRun(
        [command, "-", "-c", Samples.path("catalog.json"), "--allow-rejects", allowed]
          + (command == "report" ? ["--by", "month"] : []),
        on: InMemoryConsole(input: text)
      )
      #expect(run.status == (isEnough ? .done : .badData), "\(command)")
      let last = "expected at most \(allowed) rejected rows, found 10 of 13\n"
      #expect(run.errors.hasSuffix(last) == !isEnough, "\(run.errors)")
    }
  }

  @Test("can be of many customers who cannot be read")
  func manyRejects() {
    let rows = (1...1_000).map { Self.rows("\($0)").replacing("2024-0", with: "no date ") }
    let run = CommandRun(
      ["report", "-", "-c", Samples.path("catalog.json"), "--allow-rejects", "100%"],
      on: InMemoryConsole(input: Self.header + rows.joined())
    )
    #expect(run.status == .done)
    #expect(run.errors.hasPrefix("<standard input>:2:"), "\(run.errors.prefix(2_000))")
  }

  @Test(
    "have their header's line in no message where it is none",
    arguments: ["evaluate", "convert"]
  )
  func noHeader(command: String) {
    let run = CommandRun(
      [command, "-"]
        + (command == "convert" ? ["--to", "native"] : ["-c", Samples.path("catalog.json")]),
      on: InMemoryConsole(input: "Ada Lovelace,4111111111111111,2024-01-01\nBob,2,2024-01-01\n")
    )
    #expect(run.status == .badData)
    #expect(
      run.errors.hasSuffix(
        ", found a table of 3 columns that no format has; a mapping describes "
          + "columns\n"
      ),
      "\(run.errors)"
    )
  }

  @Test("have nothing in their summary that steers a terminal, whatever the mapping says")
  func hostileWords() throws {
    try directory.write(
      #"""
      { "dates": "iso8601", "only": [{ "column": "s", "values": ["x"], "others": "of \u001b[2J\n" }],
        "fields": { "customerId": "c", "productId": "p", "purchaseDate": "a", "expiresDate": "b" } }
      """#,
      to: "mapping.json"
    )
    let run = ScoreSamples.score(
      "c,p,a,b,s\n1,basic.monthly,2024-01-01,2024-02-01,y\n",
      ["--mapping", directory.path("mapping.json")]
    )
    #expect(run.errors.contains("1 row skipped: of \\u{1B}[2J\\u{A}\n"), "\(run.errors)")
  }

  @Test("do not hide lines of another format: a stray event loses no other line in silence")
  func strayEvent() {
    let event = #"{"api_version":"1.0","event":{"type":"TEST"}}"#
    let text = ([event] + Array(repeating: ScoreSamples.alice, count: 20)).joined(separator: "\n")
    for command in ["score", "forecast"] {
      let run = CommandRun(
        [command, "-", "-c", Samples.path("catalog.json")],
        on: InMemoryConsole(input: text)
      )
      #expect(run.status == .badData)
      #expect(
        run.errors.contains("expected at most 0 rejected rows, found 21 of 21\n"),
        "\(run.errors)"
      )
    }
  }

  @Test(
    "of which the rows of a customer are apart are an error, unless they are sorted",
    arguments: ["1", "2"]
  )
  func apart(jobs: String) {
    let text = Self.header + Self.rows("b") + Self.rows("a") + Self.rows("b")
    let run = ScoreSamples.score(text, ["--quiet", "--jobs", jobs])
    let errors =
      "<standard input>:8:1: error: expected the rows of a customer together, found more of an "
      + "earlier customer; use '--sort'\n"
    #expect(run == CommandRun(status: .badData, errors: errors))
    let sorted = ScoreSamples.score(text, ["--quiet", "--sort"])
    #expect(sorted.status == .done)
    #expect(sorted.output == Self.line("a") + Self.line("b"))
  }

  @Test("are scored alike on any number of threads, sorted or not, and as evaluate decides")
  func agreement() throws {
    for seed in 0..<UInt64(3) {
      var random = RandomRows(seed: seed, faults: false)
      let run = ScoreSamples.score(random.text, ["--quiet", "--jobs", "1"])
      #expect(run.status == .done, "seed \(seed): \(run.errors)")
      let other = ScoreSamples.score(random.text, ["--quiet", "--jobs", "3"])
      #expect(other == run, "seed \(seed)")
      let lines = run.output.split(separator: "\n").sorted()
      let sorted = ScoreSamples.score(random.shuffledText(), ["--quiet", "--sort"])
      #expect(sorted.output.split(separator: "\n").sorted() == lines, "seed \(seed)")
      let evaluated = CommandRun(
        [
          "evaluate", "-", "--catalog", Samples.path("catalog.json"), "--as-of",
          ScoreSamples.instant, "--json",
        ],
        on: InMemoryConsole(input: random.text)
      )
      let decisions = try evaluated.output.decodedLines(as: ScoredLine.self)
      let results = try run.output.decodedLines(as: ScoredLine.self)
      #expect(decisions == results, "seed \(seed)")
    }
  }

  @Test("with faults lose no row: the numbers add up")
  func faults() throws {
    for seed in 0..<UInt64(6) {
      let random = RandomRows(seed: seed, faults: true)
      let whole = ScoreSamples.score(random.text, ["--allow-rejects", "100%"])
      let rows = random.customers.joined().count
      let summary = try #require(whole.errors.firstMatch(of: /([0-9]+) rows? read/))
      #expect(Int(summary.1) == rows, "seed \(seed): \(whole.errors)")
    }
  }

  @Test(
    "do not go with options that need lines, and the other way round",
    arguments: [
      (
        header, ["--format", "native", "--sort"],
        "option '--sort' needs a table or documents of the App Store Server API, not a history on each line"
      ),
      (
        ScoreSamples.bob, ["--sort"],
        "option '--sort' needs a table or documents of the App Store Server API, not a history on each line"
      ),
      (header, ["--format", "table"], "the format 'table' needs '--mapping FILE'"),
      (
        header, ["--format", "native", "--mapping", "m.json"],
        "option '--mapping' needs a table, not 'native'"
      ),
    ]
  )
  func options(input: String, arguments: [String], message: String) {
    let run = ScoreSamples.score(input, arguments)
    #expect(run.status == .wrongUsage)
    #expect(run.errors.contains("error: \(message)\n"))
  }

  @Test("without a column that is needed are an error with the nearest one")
  func missingColumn() {
    let run = ScoreSamples.score(Self.header.replacing("end_time", with: "end_tim"))
    #expect(run.status == .badData)
    #expect(
      run.errors == """
        <standard input>:1:1: error: expected a column 'end_time' for 'expiresDate', found \
        'end_tim' as the nearest

        """
    )
  }

  @Test("are read by a mapping, events too, where '--sort' brings those of a customer together")
  func mapping() throws {
    let mapping = """
      { "rows": "events", "dates": "milliseconds", "fields": { "customerId": "who",
        "transactionId": "id", "productId": "what", "purchaseDate": "from", "expiresDate": "to",
        "signedDate": "at", "offerIdentifier": "offer" } }
      """
    func event(_ customer: String, _ id: Int, _ at: Int) -> String {
      #"{"who":"\#(customer)","id":"\#(id)","what":"basic.monthly","from":1704067200000,"#
        + #""to":1706745600000,"at":\#(at),"offer":null}"# + "\n"
    }
    try directory.write(mapping, to: "mapping.json")
    let events = event("b", 1, 1) + event("a", 2, 2) + event("b", 1, 3)
    try directory.write(events, to: "events.jsonl")
    let run = ScoreSamples.score(
      "events.jsonl",
      in: directory,
      ["--mapping", directory.path("mapping.json"), "--sort"]
    )
    #expect(run.status == .done)
    #expect(run.output.split(separator: "\n").count == 2)
    #expect(run.errors.hasPrefix("3 rows read: 3 scored, 0 rejected\n2 customers: 2 scored"))
  }

  @Test("that cannot be sorted are told with their place")
  func unsortable() {
    let run = ScoreSamples.score(Self.header + Self.rows("b") + "a,1\n", ["--sort"])
    #expect(run.status == .badData)
    #expect(
      run.errors == """
        <standard input>:5:1: error: cannot sort a row whose customer is not known: expected 10 \
        fields as in the header, found 2

        """
    )
  }

  @Test("that are sorted tell a fault where it was")
  func sortedFault() {
    let bad = Self.rows("b").replacing("2024-02-01,2024-03-01", with: "2024-02-01,soon")
    let run = ScoreSamples.score(Self.header + Self.rows("c") + bad + Self.rows("a"), ["--sort"])
    #expect(run.output == Self.line("a") + Self.line("c"))
    #expect(run.errors.hasPrefix("<standard input>:6:32: error: expected a date"))
  }
}
