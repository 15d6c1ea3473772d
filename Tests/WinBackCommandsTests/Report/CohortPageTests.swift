import Foundation
import TestSupport
import Testing
import WinBackAnalysis
import WinBackFiles

@Suite("The page about a cohort")
struct CohortPageTests {
  @Test("looks as it was recorded")
  func snapshot() throws {
    let input = try ScoreSamples.customers()
    let run = ReportSamples.report(input: input, ["--by", "month"])
    #expect(run.status == .done)
    try expectSnapshot(run.output, "cohort-2025-01-15.html")
  }

  @Test("claims no most of an audience without those who are not decided")
  func undetermined() {
    let example = PackageFiles.path("Examples/TwelveCustomers")
    let run = CommandRun([
      "report", "\(example)/customers.jsonl", "-c", "\(example)/catalog.json",
      "--as-of", "2025-07-01", "--until", "2025-12-31", "--by", "month",
    ])
    #expect(run.output.contains(">2 now, most 3; up to 3 not decided<"))
    #expect(run.output.contains("most 1 on 1 May 2025, 1 at last; up to 3 not decided."))
  }

  @Test(
    "counts at every date as many as score finds eligible then",
    arguments: ConformanceHistories.carried
  )
  func audience(histories: ConformanceHistories) throws {
    let page = try CommandRun(
      ["report"] + histories.arguments + [
        "--as-of", "2024-08-31", "--until", "2025-08-31", "--by", "month",
      ]
    ).page()
    // Each figure has some of the offers, and the same dates.
    var counts: [String: [String: Int]] = [:]
    for figure in page.elements("figure") {
      let titles = figure.elements("thead").flatMap { $0.elements("th") }.map(\.text)
      for row in try #require(figure.table("Audience of each offer, by date")) {
        for (offer, count) in zip(titles, row).dropFirst() {
          counts[row[0], default: [:]][offer] = Int(count.replacing(" ", with: ""))
        }
      }
    }
    let first = try ISO8601Date(parsing: "2023-08-31").instant
    let dates = (0..<25).map { first.adding(months: $0) }
    #expect(Set(dates.map(\.brief)) == Set(counts.keys))
    // Each date takes a run: one in six in a build that is not optimized, the first one always.
    for (place, date) in dates.enumerated() where TestBuild.isOptimized || place % 6 == 0 {
      let audience = try audience(histories.arguments, asOf: date.description)
      #expect(counts[date.brief]?.filter { $0.value > 0 } == audience, "\(date)")
    }
  }

  @Test(
    "leaves after the last rule those who are eligible or undetermined, and names both",
    arguments: ConformanceHistories.carried
  )
  func funnel(histories: ConformanceHistories) throws {
    let arguments = histories.arguments
    let options = ["--as-of", "2024-08-31", "--by", "month"]
    let page = try CommandRun(["report"] + arguments + options).page()
    let number = { (text: String) in Int(text.replacing(" ", with: "")) }
    let audience = try audience(arguments, asOf: "2024-08-31")
    for row in try #require(page.table("Audience of each offer")) {
      let offer = String(row[0].prefix { $0 != " " })
      let funnel = try #require(page.table(offer))
      let turnedAway = funnel.dropFirst().compactMap { number($0[1]) }.reduce(0, +)
      #expect(funnel.suffix(2).map { $0[0] } == ["eligible", "not decided"])
      let ends = funnel.suffix(2).compactMap { number($0[2]) }
      #expect(ends == [number(row[1]) ?? -1, row.count > 5 ? number(row[5]) ?? 0 : 0])
      let left = number(funnel.dropLast(2).last?[2] ?? "") ?? -1
      #expect(number(row[1]) == audience[offer, default: 0])
      #expect(left == (number(row[1]) ?? 0) + (row.count > 5 ? number(row[5]) ?? 0 : 0))
      #expect(turnedAway + left == number(row[4]))
      for rule in funnel.dropFirst().dropLast(2) {
        #expect(number(rule[4]) ?? 0 <= number(row[4]) ?? 0)
      }
    }
  }

  @Test("counts for each screen those to whom score says that it is shown (M1)")
  func screens() throws {
    let arguments = [
      PackageFiles.path("Examples/Paywall/customers.jsonl"), "--catalog",
      PackageFiles.path("Examples/Paywall/catalog.json"), "--as-of", "2025-03-01",
      "--rules", PackageFiles.path("Examples/Paywall/our-paywall.rules.json"),
    ]
    let page = try CommandRun(["report", "--by", "month"] + arguments).page()
    let table = try #require(page.table("What the customers see"))
    #expect(
      table.map { [$0[0], $0[1]] } == [
        ["nothing", "2"], ["the introductory offer of Basic (basic.monthly)", "1"],
        ["the win-back offer Basic one month free (basic_1m_free)", "2"],
        ["the plain prices", "1"], ["not known", "1"],
      ]
    )
    let score = CommandRun(["score", "--merchandising", "--csv"] + arguments).output
    for (screen, row) in zip(["hidden", "introductory", "winBack", "plain", "undetermined"], table)
    {
      #expect(score.split(separator: "\n").count { $0.contains(",\(screen),") } == Int(row[1]))
    }
  }

  @Test("has the numbers of score and of itself: groups and storefronts that are not known")
  func unknown() throws {
    // A customer without purchases sees the screen of the only group, one of another product does not.
    let input =
      try ScoreSamples.customers() + "\n"
      + #"{"customerId":"zoe","transactions":[{"productId":"other","purchaseDate":"2024-01-01","#
      + #""expiresDate":"2024-02-01"}]}"#
    let page = try ReportSamples.report(input: input, ["--by", "month"]).page()
    let score = CommandRun(
      [
        "score", "-", "--catalog", Samples.path("catalog.json"), "--as-of", ScoreSamples.instant,
        "--csv", "--merchandising",
      ],
      on: InMemoryConsole(input: input)
    )
    let header = score.output.split(separator: "\n").first?.split(separator: ",") ?? []
    let column = try #require(header.firstIndex { $0 == "show" })
    var shown: [Substring: Int] = [:]
    for line in score.output.split(separator: "\n").dropFirst() {
      shown[line.split(separator: ",", omittingEmptySubsequences: false)[column], default: 0] += 1
    }
    let screens = try #require(page.table("What the timelines see"))
    let number = { (name: String, rows: [[String]]) in
      rows.first { $0[0] == name }.flatMap { Int($0[1]) } ?? 0
    }
    #expect(number("not decided: no subscription group is known", screens) == 1 && shown[""] == 1)
    #expect(number("the plain prices", screens) == shown["plain"])
    let data = try #require(page.table("The input in numbers"))
    let storefronts = try #require(page.table("Storefronts of the timelines"))
    #expect(number("storefront not known", data) == number("not known", storefronts))
    #expect(number("timelines", data) == storefronts.reduce(0) { $0 + (Int($1[1]) ?? 0) })
  }

  @Test("counts for each policy the lists that change when it is set otherwise")
  func hinges() throws {
    let input = try ScoreSamples.customers()
    // A date would move with the policy of the time zone.
    let asOf = "2025-01-15T00:00:00Z"
    func lists(_ arguments: [String]) -> [Substring] {
      let run = CommandRun(
        ["score", "-", "--catalog", Samples.path("catalog.json"), "--as-of", asOf, "--csv"]
          + arguments,
        on: InMemoryConsole(input: input)
      )
      return run.output.split(separator: "\n")
    }
    let page = try ReportSamples.report(input: input, asOf: asOf, ["--by", "month"]).page()
    let rows = try #require(page.table("Lists that would change"))
    let unchanged = lists([])
    let changed = try CheckedRuleSet.appStore().ruleSet.policies.flatMap { policy in
      policy.alternatives.compactMap { alternative -> [String]? in
        let flipped = lists(["--policy", "\(policy.name)=\(alternative.value)"])
        let count = zip(unchanged, flipped).count { $0 != $1 }
        return count > 0 ? [policy.name, policy.value, alternative.value, String(count)] : nil
      }
    }
    #expect(!rows.isEmpty)
    #expect(rows.map { Array($0.prefix(4)) } == changed)
  }

  @Test("is made of more than twenty customers; an option says otherwise")
  func choice() throws {
    func title(_ count: Int, _ arguments: [String] = []) throws -> String? {
      let lines = (0..<count).map { ScoreSamples.alice(named: "c\($0)") }
      let run = ReportSamples.report(input: lines.joined(separator: "\n"), arguments)
      return try run.page().elements("h1").first?.text
    }
    #expect(try title(20) == "Win-back offers")
    #expect(try title(21) == "Win-back audience")
    #expect(try title(1, ["--by", "month"]) == "Win-back audience")
    let whole = ReportSamples.report("alice.json", asOf: "2025-01-15", ["--by", "month"])
    #expect(try whole.page().elements("h1").first?.text == "Win-back audience")
  }

  @Test("shows one date as a table, since it has no axis")
  func oneDate() throws {
    // The page begins a year before the instant of the question.
    let page = ReportSamples.report("alice.json", asOf: "2026-01-15", ["--until", "2025-01-20"])
    let table = try page.page().table("Audience of each offer, by date")
    #expect(table == [["15 January 2025", "1"]])
  }

  @Test("says that customers are in the input twice")
  func repeated() throws {
    let input = "\(ScoreSamples.alice)\n\(ScoreSamples.alice)"
    let page = try ReportSamples.report(input: input, ["--by", "month"]).page()
    let notice = """
      expected each customer once, found 1 line of customers who were read before; each line counts
      """
    #expect(page.elements("li").contains { $0.text == notice })
  }

  @Test("tells apart who bought nothing and who bought what is in no group of the catalog")
  func withoutPurchase() throws {
    func line(_ id: String, _ product: String?) -> String {
      let transaction = product.map {
        #"{"productId": "\#($0)", "purchaseDate": "2024-01-01", "expiresDate": "2024-02-01"}"#
      }
      return
        #"{"customerId": "\#(id)", "storefront": "USA", "transactions": [\#(transaction ?? "")]}"#
    }
    let lines = [line("a", "basic.monthly"), line("b", "other"), line("c", nil)]
    let input = lines.joined(separator: "\n")
    let page = try ReportSamples.report(input: input, ["--by", "month"]).page()
    let table = try #require(page.table("Storefronts of the customers"))
    #expect(
      table.map { [$0[0], $0[1]] } == [
        ["USA", "1"], ["no purchase in a group of the catalog", "1"], ["no purchase yet", "1"],
      ]
    )
  }

  @Test("is made of any valid instant (T5)", arguments: [[], ["--by", "month"]])
  func validInstants(arguments: [String]) {
    for instant in ["0001-01-01", "9999-12-31"] {
      let run = ReportSamples.report("alice.json", asOf: instant, arguments)
      #expect(run.status == .done, "\(run.errors)")
    }
  }

  @Test("counts the customers of a table, of which it takes more than twenty")
  func table() throws {
    try TemporaryDirectory.with { directory in
      func page(_ count: Int, _ arguments: [String] = []) throws -> PageElement {
        let rows = (0..<count).flatMap { index in
          [
            "2024-01-01T08:00:00Z,2024-02-01T08:00:00Z",
            "2024-02-01T08:00:00Z,2024-03-01T08:00:00Z",
          ]
          .map { "c\(index),basic.monthly,\($0)" }
        }
        try directory.write(
          (["customer,product,start,end"] + rows).joined(separator: "\n"),
          to: "rows.csv"
        )
        let run = CommandRun(
          [
            "report", directory.path("rows.csv"), "--catalog", Samples.path("catalog.json"),
            "--mapping", directory.path("mapping.json"), "--as-of", ScoreSamples.instant,
          ] + arguments
        )
        return try run.page()
      }
      try directory.write(
        """
        {"title": "Rows", "fields": {"customerId": "customer", "productId": "product",
        "purchaseDate": "start", "expiresDate": "end"}}
        """,
        to: "mapping.json"
      )
      #expect(try page(20).elements("h1").first?.text == "Win-back offers")
      let audience = try page(21)
      #expect(audience.elements("h1").first?.text == "Win-back audience")
      #expect(audience.elements("dl").first?.text.hasPrefix("Customers 21 ") == true)
      let sorted = try page(21, ["--sort"])
      #expect(sorted.elements("dl").first?.text == audience.elements("dl").first?.text)
    }
  }

  @Test("leaves out lines that cannot be read, says so, and ends with status 65")
  func rejectedLines() throws {
    let lines = [ScoreSamples.alice, "{", "", ScoreSamples.bob, "[1]"]
    let run = ReportSamples.report(input: lines.joined(separator: "\n"), ["--by", "month"])
    #expect(run.status == .badData)
    #expect(
      run.errors == """
        <standard input>:2:2: error: expected a key in double quotes or '}', found the end of the line
        <standard input>:5:1: error: expected an object, found an array; write one object on each line
        5 lines read: 2 counted, 2 rejected, 1 blank
        <standard input>: error: expected at most 0 rejected lines, found 2 of 4

        """
    )
    let page = try run.page()
    #expect(page.elements("dl").first?.text == "Customers 2 With an offer 1, 50.0 % Offers 1")
    #expect(page.elements("li").contains { $0.text == "2 lines could not be read" })
  }

  @Test(
    "refuses dates that make no axis",
    arguments: [
      (
        ["--until", "2024-01-01"],
        "option '--until' expects a date that is not before the first one"
      ),
      (
        ["--until", "2029-01-01", "--by", "day"],
        "expected from 1 to 1 000 dates in the years 0001 to 9999, found others until '--until'"
      ),
      (
        ["--by", "storefront"],
        "option '--by' expects 'day', 'week' or 'month', found 'storefront'"
      ),
      (["--by", "day", "--by", "week"], "option '--by' is given twice"),
    ]
  )
  func dates(arguments: [String], message: String) {
    let run = ReportSamples.report("alice.json", asOf: "2025-01-15", arguments)
    #expect(run == .wrongUsage(of: "winback report", message))
  }

  /// How many customers may have each offer, as `winback score` has it.
  private func audience(_ arguments: [String], asOf: String) throws -> [String: Int] {
    let run = CommandRun(["score"] + arguments + ["--as-of", asOf, "--csv", "--quiet"])
    try #require(run.status == .done)
    var audience: [String: Int] = [:]
    for line in run.output.split(separator: "\n").dropFirst() {
      for offer in line.split(separator: ",").last?.split(separator: ";") ?? []
      where line.last != "," {
        audience[String(offer), default: 0] += 1
      }
    }
    return audience
  }
}
