import Foundation
import Testing
import WinBackCommandLine

@Suite("The files of evaluate")
struct EvaluateFileTests {
  private let directory = TemporaryDirectory()

  @Test("may be standard input, one of them")
  func standardInput() throws {
    let expected = Samples.evaluate("alice.json", asOf: "2025-01-15")
    let history = CommandRun(
      ["evaluate", "-", "-c", Samples.path("catalog.json"), "--as-of", "2025-01-15"],
      on: InMemoryConsole(input: try Samples.text("alice.json"))
    )
    #expect(history == expected)
    let catalog = CommandRun(
      ["evaluate", Samples.path("alice.json"), "--catalog=-", "--as-of", "2025-01-15"],
      on: InMemoryConsole(input: try Samples.text("catalog.json"))
    )
    #expect(catalog == expected)
    let rules = CommandRun(
      [
        "evaluate", Samples.path("alice.json"), "-c", Samples.path("catalog.json"), "--rules", "-",
        "--as-of", "2025-01-15",
      ],
      on: InMemoryConsole(input: CommandRun(["print", "rules", "AppStore"]).output)
    )
    #expect(rules == expected)
    let wrong = CommandRun(
      ["evaluate", "-", "-c", Samples.path("catalog.json")],
      on: InMemoryConsole(input: "{}")
    )
    let errors = "<standard input>:1:1: error: the key 'customerId' is missing\n"
    #expect(wrong == CommandRun(status: .badData, errors: errors))
  }

  @Test("are all answered but for the bad ones, which are named")
  func oneBadFile() throws {
    try directory.write(#"{"customerId":"a","transactions":[{}]}"#, to: "bad.json")
    let run = CommandRun([
      "evaluate", Samples.path("alice.json"), directory.path("bad.json"),
      directory.path("none.json"), Samples.path("revoked.json"), "--brief", "-c",
      Samples.path("catalog.json"), "--as-of", "2025-01-15",
    ])
    #expect(run.status == .badData)
    #expect(run.output.split(separator: "\n\n").count == 2)
    #expect(
      run.output.hasPrefix(
        "On 15 January 2025, alice can redeem basic_1m_free until 14 October 2026."
      )
    )
    #expect(run.errors.contains("bad.json:1:"))
    #expect(run.errors.contains("none.json"))
  }

  @Test("that cannot be opened are told with status 66, a misspelt one with the nearest name")
  func inputs() throws {
    try directory.write("{}", to: "catalog.json")
    try directory.makeDirectory("customers")
    for (catalog, reason) in [
      ("catalgo.json", "no such file; did you mean 'catalog.json'?"),
      ("customers", "it is a directory"), ("nowhere/catalog.json", "no such file"),
    ] {
      let files = [directory.path("alice.json"), "--catalog", directory.path(catalog)]
      let run = CommandRun(["evaluate"] + files).removing("\(directory.path(""))/")
      let errors = "winback: error: cannot open '\(catalog)': \(reason)\n"
      #expect(run == CommandRun(status: .cannotOpen, errors: errors))
    }
    let history = CommandRun(["evaluate", "/dev/null/x", "-c", Samples.path("catalog.json")])
    #expect(history.status == .cannotOpen)
    #expect(
      history.errors
        == "winback: error: cannot open '/dev/null/x': a part of the path is not a directory\n"
    )
  }

  @Test(
    "that the user may not read are told with status 66",
    .enabled(if: NSUserName() != "root", "nothing is forbidden to the superuser")
  )
  func forbiddenInput() throws {
    try directory.write("{}", to: "secret.json")
    let path = directory.path("secret.json")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
    let run = CommandRun(["evaluate", "a.json", "--catalog", path])
    #expect(run.status == .cannotOpen)
    #expect(run.errors == "winback: error: cannot open '\(path)': permission denied\n")
  }

  @Test("are written as a whole or not at all")
  func output() throws {
    let expected = Samples.evaluate("alice.json", asOf: "2025-01-15")
    let path = directory.path("result.txt")
    let run = Samples.evaluate("alice.json", asOf: "2025-01-15", ["--output", path])
    #expect(run == CommandRun(status: .done))
    #expect(try directory.read("result.txt") == expected.output)
    let failed = Samples.evaluate(
      "alice.json",
      asOf: "2025-01-15",
      ["--output", path, "--policy", "a=b"]
    )
    #expect(failed.status == .wrongUsage)
    #expect(try directory.read("result.txt") == expected.output)
    #expect(try directory.names() == ["result.txt"])
  }

  @Test("that are written have no colour, and the width of no terminal")
  func plainOutput() throws {
    let memory = InMemoryConsole(width: 40, style: .colored)
    let path = directory.path("result.txt")
    _ = Samples.evaluate("alice.json", asOf: "2025-01-15", ["-o", path], on: memory)
    let expected = Samples.evaluate("alice.json", asOf: "2025-01-15").output
    #expect(try directory.read("result.txt") == expected)
  }

  @Test("that cannot be created are told with status 73")
  func outputErrors() throws {
    try directory.makeDirectory("results")
    try directory.write("", to: "file")
    for (path, reason) in [
      ("nowhere/result.txt", "its directory does not exist"), ("results", "it is a directory"),
      ("file/result.txt", "a part of the path is not a directory"),
    ] {
      let output = ["--output", directory.path(path)]
      let run = Samples.evaluate("alice.json", asOf: "2025-01-15", output)
        .removing("\(directory.path(""))/")
      let errors = "winback: error: cannot create '\(path)': \(reason)\n"
      #expect(run == CommandRun(status: .cannotCreate, errors: errors))
    }
    #expect(try directory.names() == ["file", "results"])
  }

  @Test("that break off midway are told with status 74")
  func brokenStreams() throws {
    for (history, fault) in [
      ("-", "read standard input: input/output error"),
      (Samples.path("alice.json"), "write to standard output: no space left on device"),
    ] {
      let run = CommandRun(
        ["evaluate", history, "-c", Samples.path("catalog.json"), "--as-of", "2025-01-15"],
        on: InMemoryConsole(reading: FailingStream.brokenDisk, writingTo: FailingStream.fullDisk)
      )
      #expect(run == CommandRun(status: .inputOutput, errors: "winback: error: cannot \(fault)\n"))
    }
  }

  @Test("are read with a warning where the catalog does not know what they name (R5)")
  func unknownIdentifiers() {
    let run = Samples.evaluate("several-groups.json", asOf: "2024-08-01")
    #expect(run.status == .done)
    #expect(
      run.errors
        == """
        several-groups.json: warning: the catalog lacks the product 'basic.monthy': 1 of 4 \
        transactions, 25.0 %; did you mean 'basic.monthly'?
        several-groups.json: warning: the catalog lacks the product 'lifetime': 1 of 4 transactions, \
        25.0 %
        several-groups.json: warning: the catalog lacks the product 'news.yearly': 1 of 4 \
        transactions, 25.0 %
        several-groups.json: warning: 2 transactions skipped: no group has their product
        several-groups.json: warning: the catalog lacks the subscription group '555': 1 of 2 \
        timelines, 50.0 %

        """
    )
    let redeemed = Samples.evaluate(
      "several-groups.json",
      asOf: "2024-08-01",
      ["--redeem", "basic_1m_free"]
    )
    #expect(redeemed.errors == run.errors)
    let path = Samples.path("")
    let report = CommandRun(
      ["report", Samples.path("several-groups.json"), "-c", Samples.path("catalog.json")]
        + ["--as-of", "2024-08-01"]
    )
    #expect(report.removing("\(path)/").errors == run.errors)
  }
}
