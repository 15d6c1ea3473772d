import Testing
import WinBackFiles

@Suite("Customers of the App Store Server API, streamed")
struct ServerStreamTests {
  private let directory = TemporaryDirectory()

  private static func transaction(_ id: Int, of chain: Int, _ more: String = "") -> String {
    let start = 1_704_067_200_000 + (id % 10) * 2_629_800_000
    return #"{"transactionId":"\#(id)","originalTransactionId":"\#(chain)","#
      + #""productId":"basic.monthly","purchaseDate":\#(start),"expiresDate":\#(start + 2_629_800_000),"#
      + #""storefront":"USA","environment":"Production"\#(more)}"#
  }

  private static func page(_ transactions: [String], hasMore: Bool = false) -> String {
    #"{"hasMore":\#(hasMore),"signedTransactionsDecoded":[\#(transactions.joined(separator: ","))]}"#
  }

  private static func line(_ customer: String) -> String {
    #"{"customerId":"\#(customer)","subscriptionGroupIdentifier":"21394321","#
      + #""eligibleWinBackOfferIDs":["basic_1m_free"]}"#
  }

  /// Two pages of a customer, with three paid months.
  private static func pages(_ chain: Int) -> [String] {
    [
      page([transaction(chain, of: chain), transaction(chain + 1, of: chain)], hasMore: true),
      page([transaction(chain + 2, of: chain)]),
    ]
  }

  @Test(
    "come out one by one, also where pages of others stand between theirs",
    arguments: ["1", "3"]
  )
  func customers(jobs: String) {
    let chains = (1...60).map { $0 * 10 }
    let expected = chains.map { Self.line("\($0)") + "\n" }.joined()
    let apart = chains.flatMap(Self.pages).joined(separator: "\n")
    #expect(ScoreSamples.score(apart, ["-q", "--jobs", jobs]).output == expected)
    // All first pages of a pair, then all second ones.
    let mixed = stride(from: 0, to: chains.count, by: 2).flatMap { index in
      [0, 1].flatMap { page in [chains[index], chains[index + 1]].map { Self.pages($0)[page] } }
    }
    #expect(ScoreSamples.score(mixed.joined(), ["-q", "--jobs", jobs]).output == expected)
  }

  @Test("end with a page that names nobody, in their order")
  func lastPages() {
    let chains = (1...30).map { $0 * 10 }
    let text = chains.flatMap { chain in
      let three = (0...2).map { Self.transaction(chain + $0, of: chain) }
      return [Self.page(three, hasMore: true), Self.page([])]
    }
    for more in [[], ["--sort"], ["--jobs", "3"]] {
      let run = ScoreSamples.score(text.joined(separator: "\n"), ["-q"] + more)
      #expect(run.output == chains.map { Self.line("\($0)") + "\n" }.joined(), "\(run)")
    }
  }

  @Test("may go on in the next file")
  func files() throws {
    try directory.write(Self.pages(10)[0], to: "1.json")
    try directory.write(Self.pages(10)[1], to: "2.json")
    let run = ScoreSamples.score("1.json", "2.json", in: directory, ["-q"])
    #expect(run.output == Self.line("10") + "\n")
  }

  @Test("may have their documents anywhere in a short input")
  func apart() {
    let chains = (1...30).map { $0 * 10 }
    let text = [0, 1].flatMap { page in chains.map { Self.pages($0)[page] } }
    let run = ScoreSamples.score(text.joined(separator: "\n"), ["-q"])
    #expect(run.output == chains.map { Self.line("\($0)") + "\n" }.joined())
  }

  @Test("are brought together by --sort, in files too, in the order of their first documents")
  func sorted() throws {
    let chains = (1...60).map { $0 * 10 }
    let expected = chains.map { Self.line("\($0)") + "\n" }.joined()
    for (name, page) in [("1.json", 0), ("2.json", 1)] {
      let pages = (page == 0 ? chains : chains.reversed()).map { Self.pages($0)[page] }
      try directory.write(pages.joined(separator: "\n"), to: name)
    }
    let run = ScoreSamples.score("1.json", "2.json", in: directory, ["-q", "--sort"])
    #expect(run == CommandRun(status: .done, output: expected))
  }

  @Test("are brought together by --sort where only a third document tells that two are of one")
  func tied() {
    let token = #","appAccountToken":"00000000-0000-4000-8000-000000000001""#
    let documents = [
      Self.transaction(10, of: 10, token), Self.page([Self.transaction(50, of: 50)]),
      Self.transaction(20, of: 20), Self.transaction(11, of: 10),
      Self.transaction(21, of: 20, token),
    ]
    let run = ScoreSamples.score(documents.joined(separator: "\n"), ["-q", "--sort"])
    let ids = run.output.split(separator: "\n").map { $0.prefix(59) }
    #expect(
      ids == [
        #"{"customerId":"00000000-0000-4000-8000-000000000001","subscriptionGroupIdentifier""#
          .prefix(59),
        #"{"customerId":"50","subscriptionGroupIdentifier":"21394321","eligible"#.prefix(59),
      ],
      "\(run)"
    )
  }

  @Test("that are broken cannot be sorted: the error has their line")
  func unsorted() throws {
    let lines = Self.pages(10) + [#"{"signedTransactions":"#] + Self.pages(20)
    try directory.write(lines.joined(separator: "\n"), to: "pages.jsonl")
    let strict = ScoreSamples.score("pages.jsonl", in: directory, ["--sort"])
    #expect(strict.status == .badData && strict.output.isEmpty)
    let allowance = ["--sort", "--allow-rejects", "1"]
    let run = ScoreSamples.score("pages.jsonl", in: directory, allowance)
    #expect(run.status == .done)
    #expect(run.output == Self.line("10") + "\n" + Self.line("20") + "\n")
    #expect(
      run.errors.contains(
        "pages.jsonl:5:1: error: cannot sort a document whose customer is not known: "
      ),
      "\(run.errors)"
    )
  }

  @Test("who cannot be read are rejected, with the documents around a broken one")
  func rejected() throws {
    let lines =
      Self.pages(10) + Self.pages(20) + [#"{"signedTransactions":"#] + Self.pages(30)
      + Self.pages(40)
    try directory.write(lines.joined(separator: "\n"), to: "pages.jsonl")
    let run = ScoreSamples.score(
      "pages.jsonl",
      in: directory,
      ["--rejects", directory.path("rejects"), "--allow-rejects", "1"]
    )
    #expect(run.status == .done)
    #expect(run.output == Self.line("10") + "\n" + Self.line("40") + "\n")
    #expect(run.errors.contains("\n2 customers scored, 1 rejected\n"), "\(run.errors)")
    #expect(try directory.read("rejects").contains(#"{\"signedTransactions\":"#))
  }

  @Test("of a page answer for one customer, where the page does not say whose it is")
  func pageOfOneCustomer() {
    let page = Self.page([Self.transaction(10, of: 10), Self.transaction(20, of: 20)])
    let run = ScoreSamples.score(page, ["-q", "--offer", "basic_1m_free"])
    #expect(run.status == .done && run.output.isEmpty)
    #expect(
      ScoreSamples.score(page, ["-q"]).output
        == Self.line("10").replacing(#""basic_1m_free""#, with: "") + "\n"
    )
    let directory = TemporaryDirectory([
      "winback.json": #"{ "catalog": "c.json", "customerKey": "originalTransactionId" }"#
    ])
    let apart = ScoreSamples.score(page, ["-q", "-p", directory.path("winback.json")])
    #expect(apart.output.split(separator: "\n").count == 2)
  }

  @Test("of several environments are refused, unless one is named")
  func environments() {
    let sandbox = Self.transaction(20, of: 20).replacing("Production", with: "Sandbox")
    let text = Self.transaction(10, of: 10) + "\n" + sandbox
    #expect(
      ScoreSamples.score(text).errors.contains(
        "error: expected the environment 'Production' as before, found 'Sandbox'; '--environment' "
          + "names the one that is meant\n"
      )
    )
    let named = ScoreSamples.score(text, ["-q", "--environment", "Sandbox"])
    #expect(named.output.contains(#""customerId":"20""#))
    #expect(!named.output.contains(#""customerId":"10""#))
  }

  @Test("are converted as they come, with the same answers")
  func converted() {
    let text = (1...30).flatMap { Self.pages($0 * 10) }.joined(separator: "\n")
    let native = CommandRun(["convert", "-", "--to", "native"], on: InMemoryConsole(input: text))
    #expect(native.status == .done)
    #expect(native.output.split(separator: "\n").count == 30)
    #expect(
      ScoreSamples.score(native.output, ["-q"]).output == ScoreSamples.score(text, ["-q"]).output
    )
  }
}
