import Foundation
import TestSupport
import Testing
import WinBackFiles

/// Each format of histories with each command that decides (INTERFACE.md, "Inputs").
@Suite("Every command that decides reads every format")
struct EveryInputTests {
  private let directory = TemporaryDirectory()

  /// The commands, with the options that make their answers comparable.
  static let commands: [[String]] = [
    ["evaluate", "-c", "CATALOG", "--as-of", "2025-01-15", "--json"],
    ["score", "-c", "CATALOG", "--as-of", "2025-01-15", "-q"],
    [
      "forecast", "-c", "CATALOG", "--as-of", "2024-05-01", "--until", "2025-06-01", "--by",
      "month",
      "--csv", "-q",
    ],
    [
      "compare", "--from", "CATALOG", "--to", "waitStart=redemption", "--as-of",
      "2025-01-15", "--json", "-q",
    ],
    ["report", "-c", "CATALOG", "--as-of", "2025-01-15", "-q"],
    ["report", "-c", "CATALOG", "--as-of", "2025-01-15", "-q", "--by", "month"],
  ]

  /// The commands that can be asked about some of the customers.
  private static let choosing = commands.filter { $0[0] != "forecast" }

  private func run(
    _ command: [String],
    _ sample: HistorySample,
    _ files: [String],
    _ more: [String] = [],
    input: String = ""
  ) -> CommandRun {
    let arguments =
      [command[0]] + files.map { $0 == "-" ? $0 : directory.path($0) }
      + command.dropFirst().map { $0 == "CATALOG" ? Samples.path("catalog.json") : $0 }
      + sample.arguments + more
    let run = CommandRun(arguments, on: InMemoryConsole(input: input))
    // Some answers name the files.
    var output = run.output
    for file in files { output = output.replacing(directory.path(file), with: "") }
    return CommandRun(
      status: run.status,
      output: output.replacing(", ", with: "").replacing("<standard input>", with: ""),
      errors: run.status == .done ? "" : run.errors
    )
  }

  @Test(
    "plain, compressed, from standard input, in two files and of one customer, with the same answers",
    .enabled(if: ShellProcess.path(of: "gzip") != nil, "needs gzip"),
    arguments: HistorySample.all
  )
  func same(sample: HistorySample) throws {
    let isOneDocument = sample.file(["ada"]).hasPrefix("{\"customerId\":\"ada\",\n")
    let together = isOneDocument ? ["first", "second"] : ["whole"]
    let text = sample.file(sample.customers)
    try directory.write(text, to: "whole")
    try directory.write(sample.file([sample.customers[0]]), to: "first")
    try directory.write(sample.file([sample.customers[1]]), to: "second")
    _ = try ShellProcess(
      "/bin/sh",
      ["-c", "for name in whole first second; do gzip -c $name > $name.packed; done"],
      directory: directory.path("")
    )
    for (number, command) in Self.commands.enumerated() {
      func run(_ files: [String], _ more: [String] = [], input: String = "") -> CommandRun {
        self.run(command, sample, files, more, input: input)
      }
      let expected = run(together)
      #expect(expected.status == .done, "\(command[0]): \(expected.errors)")
      #expect(!expected.output.isEmpty, "\(command[0])")
      var inputs = [(together.map { "\($0).packed" }, ""), (["first.packed", "second"], "")]
      if !isOneDocument { inputs += [(["first", "second"], ""), (["-"], text)] }
      // A build that is not optimized takes every fourth one, others with the next command.
      for (place, (files, input)) in inputs.enumerated()
      where TestBuild.isOptimized || (number + place) % 4 == 0 {
        #expect(run(files, input: input) == expected, "\(command[0]) \(files)")
      }
      let second = run(["second"])
      #expect(second.status == .done, "\(command[0])")
      guard Self.choosing.contains(command) else { continue }
      #expect(run(together, ["--customer", sample.customers[1]]) == second, "\(command[0])")
    }
  }

  @Test(
    "and find a customer by the id of a transaction",
    arguments: choosing,
    HistorySample.all.filter {
      // One document has one customer, and these have no identifiers of purchases, or only in events.
      !["native JSON that is laid out", "revenuecat-events", "subscriber-report"].contains(
        $0.description
      )
    }
  )
  func transaction(command: [String], sample: HistorySample) throws {
    let customer = sample.customers[1]
    let text = sample.file(sample.customers)
    try directory.write(text, to: "whole")
    let found = run(command, sample, ["whole"], ["--customer", customer])
    #expect(found.status == .done)
    for id in ["\(customer)3", "\(customer)4"] where text.contains(id) {
      #expect(run(command, sample, ["whole"], ["--customer", id]) == found)
    }
    #expect(
      run(command, sample, ["whole"], ["--customer", customer, "--customer", customer]) == found
    )
  }

  @Test("and say so where a customer who was asked for is not there", arguments: choosing)
  func missing(command: [String]) throws {
    let sample = HistorySample.all[0]
    try directory.write(sample.file(sample.customers), to: "whole")
    let found = run(command, sample, ["whole"], ["--customer", "eve"])
    #expect(found.status == .badData)
    #expect(
      found.errors
        == "\(directory.path("whole")): error: expected a customer with the id 'eve', or with a "
        + "transaction of that id, found none; the nearest ids are 'ada', 'bob' and 'ada2'\n"
    )
  }

  @Test(
    "and refuse what is no histories with one message",
    arguments: [
      ("a,b\n1,2\n", "found a table of 2 columns that no format has; a mapping describes"),
      ("PAR1\u{15}\u{4}", "found a Parquet file; DuckDB"), ("%PDF-1.7\n", "found a PDF"),
      ("hello\nworld\n", "found a line that is neither JSON nor a table"),
      (
        "Paid Subscription Tenure\tTime Since Last Subscribed\tChurned Subscription Count\n",
        "found Apple's Win-back Eligibility report, which counts them"
      ),
    ]
  )
  func unknown(text: String, finding: String) throws {
    let sample = HistorySample.all[0]
    try directory.write(text, to: "unknown")
    for command in Self.commands where command[0] != "forecast" || !finding.contains("Apple") {
      let found = run(command, sample, ["unknown"])
      #expect(found.status == .badData && found.output.isEmpty, "\(command[0])")
      #expect(found.errors.contains(finding), "\(found.errors)")
      #expect(found.errors.split(separator: "\n").count == 1, "\(found.errors)")
    }
  }

  @Test(
    "and refuse the same with the same place",
    arguments: [
      (
        "{\"customerId\":\"a\",\n\"x\":1,\n\"transactions\":[{\"productId\":\"p\"}]}",
        "3:17: error: the key 'purchaseDate' is missing (at transactions[0])"
      ),
      (
        """
        {"customerId":"a",
        "transactions":[
        {"transactionId":"1","productId":"p","purchaseDate":1704067200000,"expiresDate":1706745600000},
        {"transactionId":"1","productId":"p","purchaseDate":1704067200000,"expiresDate":1709251200000}]}
        """,
        """
        4:1: error: transaction '1' is given twice with different contents: expected equal contents, or a \
        'signedDate' that says which one is newer (at transactions[1])
        """
      ),
      (
        "{\"customerId\":\"a\",\"transactions\":[],\"customerId\":\"b\"}",
        "1:37: error: the key 'customerId' occurs twice (at customerId)"
      ),
    ]
  )
  func places(text: String, message: String) throws {
    try directory.write(text, to: "history.json")
    for command in Self.commands {
      let found = run(command, HistorySample.all[0], ["history.json"])
      #expect(found.status == .badData)
      #expect(
        found.errors.hasPrefix("\(directory.path("history.json")):\(message)\n"),
        "\(command[0]): \(found.errors)"
      )
    }
  }
}
