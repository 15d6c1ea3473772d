import Testing
import WinBackCommands

/// The built program, as a user would run it.
@Suite(
  "The built program evaluates",
  .enabled(if: ShellProcess.winback != nil, "winback is not built")
)
struct EvaluateEndToEndTests {
  @Test(
    "as it does in process, with the same words and status",
    arguments: [
      ["alice.json", "--catalog", "catalog.json", "--as-of", "2025-01-15"],
      ["alice.json", "--catalog", "catalog.json", "--as-of", "2025-01-15", "--json"],
      ["two-customers.jsonl", "--catalog", "catalog.json", "--as-of", "2025-01-15", "--json"],
      ["alice.json", "--catalog", "catalog.json", "--as-of", "never"],
      ["alice.json", "--catalog", "alice.json"],
      ["alice.json", "--catalog", "catalogue.json"],
      ["alice.json", "--catalog", "catalog.json", "--output", "nowhere/result.json"],
      ["-", "--catalog", "-"],
    ]
  )
  func sameAsInProcess(arguments: [String]) throws {
    let arguments = arguments.map { argument in
      argument.contains(".json") || argument.contains("/") ? Samples.path(argument) : argument
    }
    let process = try ShellProcess(#require(ShellProcess.winback), ["evaluate"] + arguments)
    let run = CommandRun(["evaluate"] + arguments)
    #expect(process.status == run.status.rawValue)
    #expect(process.output == run.output)
    #expect(process.errors == run.errors)
  }

  @Test(
    "in a pipe, with full disks and hidden files",
    .enabled(if: ShellProcess.path(of: "bash") != nil, "needs bash"),
    arguments: [
      (
        "\"$0\" evaluate - -c \"$1/catalog.json\" --as-of 2025-01-15 < \"$1/alice.json\" | head -1",
        headline
      ),
      (
        "\"$0\" evaluate \"$1/alice.json\" -c \"$1/catalog.json\" 2>&1 > /dev/full; echo $?",
        "winback: error: cannot write to standard output: no space left on device\n74\n"
      ),
      (
        "cat \"$1/catalog.json\" | \"$0\" evaluate \"$1/alice.json\" -c - --as-of 2025-01-15 | head -1",
        headline
      ),
      (
        "CLICOLOR_FORCE=1 NO_COLOR=1 \"$0\" evaluate \"$1/alice.json\" -c \"$1/catalog.json\""
          + " --as-of 2025-01-15 | head -1",
        headline
      ),
      (
        "env -u NO_COLOR CLICOLOR_FORCE=1 \"$0\" evaluate \"$1/alice.json\" -c \"$1/catalog.json\""
          + " --as-of 2025-01-15 | head -1",
        "\u{1B}[1malice can redeem basic_1m_free until 14 October 2026. The subscription to\u{1B}[22m\n"
      ),
    ]
  )
  func shell(script: String, expected: String) throws {
    let bash = try #require(ShellProcess.path(of: "bash"))
    let process = try ShellProcess(
      bash,
      ["-c", script, #require(ShellProcess.winback), Samples.path("")]
    )
    #expect(process.output == expected)
    #expect(process.errors == "")
  }

  static let headline =
    "alice can redeem basic_1m_free until 14 October 2026. The subscription to\n"
}
