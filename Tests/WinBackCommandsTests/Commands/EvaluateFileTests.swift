import Foundation
import Testing
import WinBackCommands

@Suite("The files of evaluate")
struct EvaluateFileTests {
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
    #expect(wrong.status == .badData)
    #expect(wrong.errors == "<standard input>:1:1: error: the key 'customerId' is missing\n")
  }

  @Test("are all answered but for the bad ones, which are named")
  func oneBadFile() throws {
    try TemporaryDirectory.with { directory in
      try directory.write(#"{"customerId":"a","transactions":[{}]}"#, to: "bad.json")
      let run = CommandRun([
        "evaluate", Samples.path("alice.json"), directory.path("bad.json"),
        directory.path("none.json"), Samples.path("revoked.json"), "--brief", "-c",
        Samples.path("catalog.json"), "--as-of", "2025-01-15",
      ])
      #expect(run.status == .badData)
      #expect(run.output.split(separator: "\n\n").count == 2)
      #expect(run.output.hasPrefix("alice can redeem basic_1m_free until 14 October 2026."))
      #expect(run.errors.contains("bad.json:1:"))
      #expect(run.errors.contains("none.json"))
    }
  }

  @Test("that cannot be opened are told with status 66, a misspelt one with the nearest name")
  func inputs() throws {
    try TemporaryDirectory.with { directory in
      try directory.write("{}", to: "catalog.json")
      try directory.makeDirectory("customers")
      func errors(_ history: String, _ catalog: String) -> String {
        let run = CommandRun(
          ["evaluate", directory.path(history), "--catalog", directory.path(catalog)]
        )
        #expect(run.status == .cannotOpen)
        #expect(run.output == "")
        return run.errors.replacing("\(directory.path(""))/", with: "")
      }
      #expect(
        errors("alice.json", "catalgo.json")
          == "winback: error: cannot open 'catalgo.json': no such file; "
          + "did you mean 'catalog.json'?\n"
      )
      #expect(
        errors("alice.json", "customers")
          == "winback: error: cannot open 'customers': it is a directory\n"
      )
      #expect(
        errors("alice.json", "nowhere/catalog.json")
          == "winback: error: cannot open 'nowhere/catalog.json': no such file\n"
      )
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
    try TemporaryDirectory.with { directory in
      try directory.write("{}", to: "secret.json")
      let path = directory.path("secret.json")
      try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
      let run = CommandRun(["evaluate", "a.json", "--catalog", path])
      #expect(run.status == .cannotOpen)
      #expect(run.errors == "winback: error: cannot open '\(path)': permission denied\n")
    }
  }

  @Test("are written as a whole or not at all")
  func output() throws {
    try TemporaryDirectory.with { directory throws in
      let expected = Samples.evaluate("alice.json", asOf: "2025-01-15")
      let path = directory.path("result.txt")
      let run = Samples.evaluate("alice.json", asOf: "2025-01-15", ["--output", path])
      #expect(run == CommandRun(status: .done, output: "", errors: ""))
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
  }

  @Test("that are written have no colour, and the width of no terminal")
  func plainOutput() throws {
    try TemporaryDirectory.with { directory throws in
      let memory = InMemoryConsole(width: 40, style: .colored)
      let path = directory.path("result.txt")
      _ = Samples.evaluate("alice.json", asOf: "2025-01-15", ["-o", path], on: memory)
      #expect(
        try directory.read("result.txt")
          == Samples.evaluate("alice.json", asOf: "2025-01-15").output
      )
    }
  }

  @Test("that cannot be created are told with status 73")
  func outputErrors() throws {
    try TemporaryDirectory.with { directory throws in
      func errors(_ path: String) -> String {
        let run = Samples.evaluate(
          "alice.json",
          asOf: "2025-01-15",
          ["--output", directory.path(path)]
        )
        #expect(run.status == .cannotCreate)
        #expect(run.output == "")
        return run.errors.replacing("\(directory.path(""))/", with: "")
      }
      #expect(
        errors("nowhere/result.txt")
          == "winback: error: cannot create 'nowhere/result.txt': its directory does not exist\n"
      )
      try directory.makeDirectory("results")
      #expect(errors("results") == "winback: error: cannot create 'results': it is a directory\n")
      try directory.write("", to: "file")
      #expect(
        errors("file/result.txt")
          == "winback: error: cannot create 'file/result.txt': "
          + "a part of the path is not a directory\n"
      )
      #expect(try directory.names() == ["file", "results"])
    }
  }

  @Test("that break off midway are told with status 74")
  func brokenStreams() throws {
    let memory = InMemoryConsole()
    let broken = Console(
      input: FailingStream.brokenDisk,
      output: OutputChannel(name: "standard output", sink: FailingStream.fullDisk),
      errors: memory.console.errors,
      now: memory.console.now
    )
    let catalog = Samples.path("catalog.json")
    #expect(WinBackCommand.run(["evaluate", "-", "-c", catalog], on: broken) == .inputOutput)
    #expect(memory.errors == "winback: error: cannot read standard input: input/output error\n")
    let full = WinBackCommand.run(
      ["evaluate", Samples.path("alice.json"), "-c", catalog],
      on: broken
    )
    #expect(full == .inputOutput)
    #expect(
      memory.errors.hasSuffix(
        "winback: error: cannot write to standard output: no space left on device\n"
      )
    )
  }

  @Test("are read with a warning where the catalog does not know what they name (R5)")
  func unknownIdentifiers() {
    let run = Samples.evaluate("several-groups.json", asOf: "2024-08-01")
    #expect(run.status == .done)
    #expect(
      run.errors
        == """
        several-groups.json: warning: no subscription group has the product 'basic.monthy'; its \
        transactions are skipped; did you mean 'basic.monthly'?
        several-groups.json: warning: no subscription group has the product 'lifetime'; its \
        transactions are skipped
        several-groups.json: warning: the catalog has no subscription group '555'

        """
    )
  }
}
