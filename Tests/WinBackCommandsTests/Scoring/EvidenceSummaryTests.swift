import Foundation
import Testing
import WinBackFiles

@Suite("What a run over many customers tells of its input (F13)")
struct EvidenceSummaryTests {
  private let directory = TemporaryDirectory()

  /// Customers of whom each lacks something else.
  private static let customers = [
    ScoreSamples.alice, ScoreSamples.undetermined, ScoreSamples.line(of: "renews.json"),
    ScoreSamples.line(of: "several-groups.json"), ScoreSamples.bob,
  ]

  private static func score(_ lines: [String], _ arguments: [String] = []) -> CommandRun {
    ScoreSamples.score(lines.joined(separator: "\n"), arguments)
  }

  @Test("ends with how much there is, of which time, and what is not known of how many")
  func block() {
    #expect(
      Self.score(Self.customers).evidence == """

        the data as of 15 January 2025, its end is not known
             6  timelines
            19  purchases from 2023-05-01 to 2024-09-15
        33.3 %  without renewal information for the last purchase
        16.7 %  renewals can be missing: state and product not known
        16.7 %  only a minimum of paid months known
        16.7 %  storefront not known
        warning: the newest purchase is more than 35 days old; is there newer data? \
        '--data-through' says how far this reaches
        """
    )
    #expect(Self.score(Self.customers, ["--quiet"]).evidence.isEmpty)
  }

  @Test(
    "ends like that whatever is done with the customers",
    arguments: [
      ["forecast", "--as-of", "2025-01-15"],
      ["plan", "--offer", "basic_1m_free", "--as-of", "2025-01-15"],
      ["report", "--by", "month", "--as-of", "2025-01-15"],
      [
        "compare", "--from", Samples.path("catalog.json"), "--to", Samples.path("catalog.json"),
        "--as-of", "2025-01-15",
      ],
    ]
  )
  func everyCommand(arguments: [String]) {
    let catalog = arguments[0] == "compare" ? [] : ["--catalog", Samples.path("catalog.json")]
    let run = CommandRun(
      arguments + ["-"] + catalog,
      on: InMemoryConsole(input: Self.customers.joined(separator: "\n"))
    )
    #expect(run.evidence == Self.score(Self.customers).evidence)
  }

  @Test(
    "warns of old data only where nothing says how far they reach, 35 days after the last purchase"
  )
  func oldData() {
    func isOld(_ instant: String, _ arguments: [String] = []) -> Bool {
      let catalog = ["--catalog", Samples.path("catalog.json"), "--as-of", instant]
      let run = CommandRun(
        ["score", "-"] + catalog + arguments,
        on: InMemoryConsole(input: ScoreSamples.alice)
      )
      #expect(run.status == .done)
      return run.evidence.contains("more than 35 days old")
    }
    #expect(isOld("2024-10-20T00:00:00.001Z"))
    #expect(!isOld("2024-10-20"))
    #expect(!isOld("2025-01-15", ["--data-through", "2024-09-15"]))
    let signed = ScoreSamples.alice.replacing(
      #""expirationIntent": 1"#,
      with: #""expirationIntent": 1, "signedDate": "2024-12-01""#
    )
    #expect(Self.score([signed]).evidence.contains("known until 1 December 2024\n"))
    #expect(!Self.score([signed]).evidence.contains("35 days"))
  }

  @Test(
    "warns of products and groups that the catalog lacks, with their share and the nearest name"
  )
  func notInCatalog() {
    let misspelt = ScoreSamples.alice.replacing(#""basic.monthly""#, with: #""basic.montly""#)
      .replacing(
        #""storefront": "USA""#,
        with: #""storefront": "USA", "subscriptionGroupIdentifier": "2139432""#
      )
    let run = Self.score([misspelt, ScoreSamples.undetermined], ["--quiet"])
    #expect(run.status == .done)
    #expect(
      run.errors == """
        <standard input>: warning: the catalog lacks the product 'basic.montly': 6 of 11 transactions, \
        54.5 %; did you mean 'basic.monthly'?
        <standard input>: warning: the catalog lacks the subscription group '2139432': 1 of 2 \
        timelines, 50.0 %; did you mean '21394321'?

        """
    )
  }

  @Test("names three products that the catalog lacks, and counts the others")
  func manyProducts() {
    let lines = (0..<5).map { number in
      ScoreSamples.alice(named: "\(number)")
        .replacing("basic.monthly", with: "unlike-anything-\(number)")
    }
    let warnings = Self.score(lines, ["--quiet"]).errors.split(separator: "\n")
    #expect(warnings.count == 5)
    #expect(
      warnings[3]
        == "<standard input>: warning: the catalog lacks 2 more products: 12 of 35 transactions, 34.3 %"
    )
    #expect(
      warnings.last
        == "<standard input>: warning: 30 transactions skipped: no group has their product"
    )
  }

  @Test("tells of columns that nobody reads, and of one that may be misspelt")
  func columns() throws {
    let mapping = """
      {"fields": {"customerId": "customer", "productId": "plan", "purchaseDate": "from",
        "expiresDate": "to", "revocationDate": "refunded_at"}, "optional": ["refunded_at"]}
      """
    let table = """
      customer,plan,from,to,refund_at,note
      a,basic.monthly,2024-01-01,2024-02-01,2024-01-02,hello
      """
    try directory.write(mapping, to: "mapping.json")
    let run = Self.score([table], ["--mapping", directory.path("mapping.json")])
    #expect(run.evidence.contains("\ncolumns not read: refund_at, note\n"))
    #expect(
      run.errors.hasPrefix(
        "<standard input>: warning: the mapping reads the column 'refunded_at', which the table lacks, "
          + "and not 'refund_at'\n"
      )
    )
  }

  @Test("writes the same for programs, whatever the number of threads", arguments: ["1", "3"])
  func summaryFile(jobs: String) throws {
    let lines = Array(repeating: Self.customers, count: 40).flatMap(\.self)
    let arguments = ["--summary", directory.path("summary.json"), "--jobs", jobs, "--quiet"]
    #expect(Self.score(lines, arguments).status == .done)
    try expectSnapshot(try directory.read("summary.json"), "summary.json")
  }

  @Test("writes the summary also where more lines are rejected than may be")
  func rejected() throws {
    let summary = ["--summary", directory.path("summary.json")]
    #expect(Self.score(["?", ScoreSamples.alice], summary).status == .badData)
    #expect(try directory.read("summary.json").contains("\"rejected\": 1"))
  }
}
