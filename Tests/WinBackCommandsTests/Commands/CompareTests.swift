import Testing
import WinBackFiles

@Suite("What compare prints")
struct CompareTests {
  private let directory = TemporaryDirectory()

  @Test("is text for people: what changes for all possible customers, and for a cohort")
  func text() throws {
    let run = compare(["--to", Samples.path("compare-to.json"), Self.cohort])
    #expect(run.status == .done)
    #expect(run.errors == "5 lines read: 5 compared, 0 rejected\n")
    try expectSnapshot(run.output, "compare.txt")
  }

  @Test("is JSON for programs")
  func json() throws {
    let run = compare(["--to", Samples.path("compare-to.json"), Self.cohort, "--json"])
    #expect(run.status == .done)
    try expectSnapshot(run.output, "compare.json")
  }

  @Test("blames a wrong policy on the command line or on the file that has it")
  func wrongPolicy() throws {
    for (name, policy) in [("now", "timeZone\": \"+01:00"), ("next", "waitStrt\": \"redemption")] {
      try directory.makeDirectory(name)
      try directory.write(Samples.text("compare-from.json"), to: "\(name)/catalog.json")
      try directory.write(
        #"{ "catalog": "catalog.json", "policies": { "\#(policy)" } }"#,
        to: "\(name)/winback.json"
      )
    }
    func errors(_ arguments: [String]) -> String {
      compare(arguments).removing(directory.path("") + "/").errors
    }
    let message = "expected the name of a policy, found 'waitStrt'; did you mean 'waitStart'?\n"
    let (now, next) = (directory.path("now/winback.json"), directory.path("next/winback.json"))
    #expect(
      errors(["--to", "waitStrt=redemption", "-p", now])
        == "using 'now/winback.json'\nwinback compare: error: \(message)see 'winback compare --help'\n"
    )
    #expect(errors(["--to", next]) == "next/winback.json: error: \(message)")
    #expect(
      errors(["--to", "waitStart=redemption", "-p", next])
        == "using 'next/winback.json'\nnext/winback.json: error: \(message)"
    )
  }

  @Test("is nothing for a catalog and itself")
  func itself() {
    let run = compare(["--to", Samples.path("compare-from.json"), Self.cohort])
    #expect(
      run.output
        == "no offer reaches other customers than before\n\n"
        + "compare-cohort.jsonl, as of 15 June 2024: 0 of 5 customers changed\n"
    )
  }

  @Test("tells of a start at another time of the same day who loses the offer, as the cohort does")
  func startOfOffer() throws {
    let catalog = try Samples.text("compare-from.json")
    for (name, start) in [("day", "2024-06-15"), ("hour", "2024-06-15T08:00:00Z")] {
      try directory.write(
        catalog.replacing(#""startDate": "2024-01-01""#, with: #""startDate": "\#(start)""#),
        to: "\(name).json"
      )
    }
    let line =
      #"{"customerId":"c","storefront":"USA","transactions":[{"productId":"basic.monthly","#
      + #""purchaseDate":"2023-11-01","expiresDate":"2024-03-01"}]}"#
    try directory.write(line, to: "one.jsonl")
    let run = CommandRun(
      ["compare", "--from", directory.path("day.json"), "--to", directory.path("hour.json")]
        + [directory.path("one.jsonl"), "--as-of", "2024-06-15"]
    ).removing(directory.path("") + "/")
    #expect(
      run.output == """
        - basic_1m_free: reaches fewer customers
            starts on 2024-06-15T08:00:00.000Z, was 2024-06-15
            loses hugo on 15 June 2024: basic.monthly, 3 paid months, lapsed 15 April 2024, USA; \
        basic_1m_free → nothing

        - basic_loyal: reaches fewer customers
            starts on 2024-06-15T08:00:00.000Z, was 2024-06-15
            loses eli on 15 June 2024: basic.monthly, 12 paid months, lapsed 15 May 2024, USA; \
        basic_loyal → nothing

        one.jsonl, as of 15 June 2024: 1 of 1 customer changed

          offer          before  after  gained  lost  reordered
          basic_1m_free       1      0       0     1          0

          basic_1m_free
            lost 1 by available: c

        """
    )
  }

  @Test("tells of policies that the rules read exactly, and names those by which facts are read")
  func policies() {
    let bound = compare(["--to", "maximumBound=wholeMonths"])
    #expect(bound.output.hasPrefix("+ basic_1m_free: reaches more customers\n"))
    let gap = compare(["--to", "gapTolerance=none"])
    #expect(
      gap.output.hasPrefix("facts are read differently: gapTolerance billingRecovery → none\n")
    )
    for same in [[], ["--from", "maximumBound=instant"]] {
      let undone = compare(
        ["--policy", "maximumBound=wholeMonths", "--to", "maximumBound=instant"] + same
      )
      #expect((undone.output == "no offer reaches other customers than before\n") == !same.isEmpty)
    }
  }

  @Test("decides both sides at one instant, which the time zone of the side after gives")
  func instant() throws {
    // Eligible from 15 June 2024, 04:00 UTC.
    let line =
      #"{"customerId":"c","storefront":"USA","transactions":[{"productId":"basic.monthly","#
      + #""purchaseDate":"2024-01-01","expiresDate":"2024-04-15T04:00:00Z"}]}"#
    try directory.write(line, to: "one.jsonl")
    let run = compare(["--to", "timeZone=-08:00", directory.path("one.jsonl")])
    #expect(run.output.hasSuffix("as of 15 June 2024, 08:00 UTC: 0 of 1 customer changed\n"))
  }

  @Test("reads a cohort of one history that goes over several lines")
  func oneHistory() {
    let run = compare(["--to", Samples.path("compare-to.json"), Samples.path("alice.json")])
    #expect(run.status == .done)
    #expect(run.output.contains("of 1 customer changed\n"))
  }

  @Test("reads a cohort in blocks, and tells the line of a fault in any of them")
  func blocks() throws {
    let line =
      #"{"customerId":"c","storefront":"USA","transactions":[{"productId":"basic.monthly","#
      + #""purchaseDate":"2024-01-01","expiresDate":"2024-03-01"}]}"#
      + String(repeating: " ", count: 10_000) + "\n"
    let count = 100
    try directory.write(String(repeating: line, count: count), to: "many.jsonl")
    let to = ["--to", Samples.path("compare-to.json")]
    let many = compare(to + [directory.path("many.jsonl")])
    #expect(many.output.contains("\(count) of \(count) customers changed\n"))
    #expect(many.output.contains("    gained \(count) by paid-duration: c, …\n"))
    try directory.write(String(repeating: line, count: count) + "{}\n", to: "many.jsonl")
    let faulty = compare(to + [directory.path("many.jsonl")])
    #expect(faulty.status == .badData)
    #expect(
      faulty.errors
        == """
        \(directory.path("many.jsonl")):\(count + 1):1: error: the key 'customerId' is missing
        \(directory.path("many.jsonl")): warning: expected each customer once, found 99 lines of \
        customers who were read before, first in line 2, 3, 4; each line counts
        101 lines read: 100 compared, 1 rejected
        \(directory.path("many.jsonl")): error: expected at most 0 rejected lines, found 1 of 101

        """
    )
    #expect(faulty.output == many.output)
    let allowed = compare(
      to + [directory.path("many.jsonl"), "--allow-rejects", "1", "--quiet", "--jobs", "3"]
    )
    #expect(allowed.status == .done)
    #expect(allowed.output == many.output)
  }

  @Test(
    "counts the same of a table, of its rows in another order, and of the histories they become",
    arguments: ["1", "2", "5"]
  )
  func tables(jobs: String) throws {
    // Few customers in long rows take less time than many, and fill as many blocks.
    let header = "customer,product,start,end,country,offer,note"
    let note = String(repeating: "-", count: 1_000)
    let customers = (0..<200).map { index in
      (1...2).map { month in
        "c\(index),basic.monthly,2024-0\(month)-01T08:00:00Z,2024-0\(month + 1)-01T08:00:00Z,"
          + "US,1,\(note)"
      }
    }
    let rows = customers.flatMap(\.self)
    let shuffled = customers.map { $0[1] } + customers.map { $0[0] }
    try directory.write(([header] + rows).joined(separator: "\n"), to: "rows.csv")
    try directory.write(([header] + shuffled).joined(separator: "\n"), to: "shuffled.csv")
    try directory.write(Self.mapping, to: "mapping.json")
    let mapping = ["--mapping", directory.path("mapping.json")]
    let converted = CommandRun(["convert", directory.path("rows.csv"), "--to", "native"] + mapping)
    try directory.write(converted.output, to: "rows.jsonl")
    let outputs = [
      [directory.path("rows.csv")] + mapping,
      [directory.path("shuffled.csv"), "--sort"] + mapping,
      [directory.path("rows.jsonl")],
    ].map { arguments in
      let run = compare(["--to", Samples.path("compare-to.json"), "--jobs", jobs] + arguments)
      #expect(run.status == .done, "\(run.errors)")
      return run.output.split(separator: "\n", omittingEmptySubsequences: false)
        .filter { !$0.hasPrefix(directory.path("")) }
        // Whoever comes first is named: another one where rows have been sorted.
        .map { $0.split(separator: ": c").first ?? "" }
    }
    #expect(outputs[0].contains { $0.contains("gained 200 by ") })
    #expect(outputs[1] == outputs[0])
    #expect(outputs[2] == outputs[0])
  }

  private static let mapping = """
    {"title": "Rows", "fields": {"customerId": "customer", "productId": "product",
    "purchaseDate": "start", "expiresDate": "end", "storefront": "country", "offerType": "offer"}}
    """

  @Test("reads the attributes of the rules of both sides, each once")
  func attributes() throws {
    func rules(_ attribute: String, _ type: String, _ condition: String) throws -> String {
      let name = "\(attribute).\(type).json"
      let rules = try Samples.text("anywhere.rules.json")
        .replacing(
          #""rules": ["#,
          with: #""attributes": {"\#(attribute)": "\#(type)"}, "rules": ["#
        )
        .replacing("subscription.state == 'expired'", with: condition)
      try directory.write(rules, to: name)
      return directory.path(name)
    }
    let vip = try rules("vip", "bool", "customer.attributes.vip")
    let rank = try rules("rank", "int", "customer.attributes.rank > 3")
    let customers = ["true, 'rank': 1", "false, 'rank': 5", "true, 'rank': 9"].enumerated().map {
      """
      {"customerId":"c\($0)","attributes":{"vip":\($1.replacing("'", with: "\""))},"transactions":\
      [{"productId":"basic.monthly","purchaseDate":"2024-01-01","expiresDate":"2024-03-01"}]}
      """
    }
    try directory.write(customers.joined(separator: "\n"), to: "customers.jsonl")
    func side(_ rules: String) throws -> String {
      let name = "\(rules.split(separator: "/").last ?? "").winback.json"
      let catalog = Samples.path("compare-from.json")
      try directory.write(#"{"catalog": "\#(catalog)", "rules": "\#(rules)"}"#, to: name)
      return directory.path(name)
    }
    let run = CommandRun([
      "compare", "--from", try side(vip), "--to", try side(rank), "--as-of", "2024-06-15",
      directory.path("customers.jsonl"),
    ])
    #expect(run.status == .done, "\(run.errors)")
    #expect(run.output.contains("2 of 3 customers changed\n"))
    #expect(run.output.contains("basic_1m_free       2      2       1     1          0"))
    // Documents of the App Store Server have no attributes.
    let document = """
      {"hasMore":false,"signedTransactionsDecoded":[{"transactionId":"1","originalTransactionId":"1",\
      "productId":"basic.monthly","purchaseDate":1704067200000,"expiresDate":1709251200000,\
      "storefront":"USA","environment":"Production"}]}
      """
    try directory.write(document, to: "document.json")
    let documents = CommandRun([
      "compare", "--from", try side(vip), "--to", try side(rank), "--as-of", "2024-06-15",
      directory.path("document.json"),
    ])
    #expect(documents.status == .done, "\(documents.errors)")
    #expect(documents.output.contains("0 of 1 customer changed\n"), "\(documents.output)")
    let clash = CommandRun([
      "compare", "--from", try side(vip), "--to", try side(rules("vip", "string", "true")),
      Self.cohort,
    ])
    expectRefusal(
      of: clash,
      "expected one type of the attribute 'vip' in the rules of both sides, found bool and string"
    )
  }

  @Test("is refused where nothing changes, or both sides would read standard input")
  func usage() {
    expectRefusal(
      of: compare([]),
      "missing option '--to FILE|NAME=VALUE': the side after, which is as the side before in all "
        + "that this does not name; may be repeated"
    )
    expectRefusal(
      of: CommandRun(["compare", "--from", "a=b", "--to", "c=d"]),
      "option '--from' expects a catalog or a winback.json, found a policy only"
    )
    expectRefusal(
      of: compare(["--to", "waitStart=redemption", "--to", "waitStart=offerPeriodEnd"]),
      "the policy 'waitStart' is set twice"
    )
    expectRefusal(
      of: CommandRun(["compare", "--from", "-", "--to", "maximumBound=wholeMonths"]),
      "expected a file for an input that both sides read, found standard input"
    )
  }

  private func expectRefusal(
    of run: CommandRun,
    _ message: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(run == .wrongUsage(of: "winback compare", message), sourceLocation: sourceLocation)
  }

  private static let cohort = Samples.path("compare-cohort.jsonl")

  @Test("writes a list of who gains and who loses, with the rules, in the order of the input")
  func changes() throws {
    let line =
      #"{"customerId":"=c","storefront":"USA","transactions":[{"productId":"basic.monthly","#
      + #""purchaseDate":"2024-01-01","expiresDate":"2024-03-01"}]}"#
    let lines = (0..<50).map { line.replacing("=c", with: "=c\($0)") }
    try directory.write(lines.joined(separator: "\n"), to: "many.jsonl")
    let files = [Samples.path("compare-from.json"), Samples.path("compare-to.json")]
    func changes(_ from: String, _ to: String) -> [String] {
      let run = CommandRun([
        "compare", directory.path("many.jsonl"), "--from", from, "--to", to, "--as-of",
        "2024-06-15", "-q", "--csv",
      ])
      #expect(run.status == .done)
      return run.output.split(separator: "\n").map(String.init)
    }
    let gained = changes(files[0], files[1])
    #expect(gained[0] == "customerId,subscriptionGroupIdentifier,offerId,change,cause,rules")
    let ends = gained.dropFirst().map { $0.split(separator: ",", maxSplits: 1)[1] }
    #expect(
      gained.dropFirst().map { String($0.prefix { $0 != "," }) } == (0..<50).map { "=c\($0)" }
    )
    #expect(Set(ends).count == 1)
    #expect(ends.first?.hasSuffix(",gained,rules,paid-duration") == true)
    let lost = changes(files[1], files[0])
    #expect(lost.dropFirst().allSatisfy { $0.hasSuffix(",lost,rules,paid-duration") })
    #expect(lost.count == 51)
  }

  @Test("groups the digits of numbers, as every command does")
  func groups() {
    let lines = (0..<1_200).map { ScoreSamples.alice.replacing("\"alice\"", with: "\"a\($0)\"") }
    let run = CommandRun(
      ["compare", "-", "--from", Samples.path("catalog.json"), "--to", "waitStart=redemption"]
        + ["--as-of", "2024-12-20"],
      on: InMemoryConsole(input: lines.joined(separator: "\n"))
    )
    #expect(run.output.contains(" of 1 200 customers changed\n"), "\(run.output)")
  }

  @Test(
    "refuses options about histories where there are none",
    arguments: [
      ["--summary", "s.json"], ["--allow-rejects", "1"],
      ["--customer", "a"], ["--format", "native"], ["--csv"], ["--sort"],
      ["--require", "customers=1"],
    ]
  )
  func withoutHistories(option: [String]) {
    let run = compare(["--to", Samples.path("compare-to.json")] + option)
    expectRefusal(of: run, "option '\(option[0])' needs 'HISTORIES'")
  }

  private func compare(_ arguments: [String]) -> CommandRun {
    CommandRun(
      ["compare", "--from", Samples.path("compare-from.json"), "--as-of", "2024-06-15"] + arguments
    ).removing("\(Samples.path(""))/")
  }
}
