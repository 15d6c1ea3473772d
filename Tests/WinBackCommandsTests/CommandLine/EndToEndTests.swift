import Testing
import WinBackFiles

/// The program as it was built, run as a user would run it.
@Suite("The built program", .enabled(if: ShellProcess.winback != nil, "winback is not built"))
struct EndToEndTests {
  @Test(
    "does what the program does in process",
    arguments: [
      ["--help"], ["--version"], ["help", "completions"], ["completions", "zsh"], [],
      ["hepl"], ["completions", "zhs"], ["help", "--bogus"],
      ["evaluate", "alice.json", "--catalog", "catalog.json", "--as-of", "2025-01-15"],
      ["evaluate", "alice.json", "--catalog", "catalog.json", "--as-of", "2025-01-15", "--json"],
      [
        "evaluate", "two-customers.jsonl", "--catalog", "catalog.json", "--as-of", "2025-01-15",
        "--json",
      ],
      ["evaluate", "alice.json", "--catalog", "catalog.json", "--as-of", "never"],
      ["evaluate", "alice.json", "--catalog", "alice.json"],
      ["evaluate", "alice.json", "--catalog", "catalogue.json"],
      ["evaluate", "alice.json", "--catalog", "catalog.json", "--output", "nowhere/result.json"],
      ["evaluate", "-", "--catalog", "-"],
    ]
  )
  func sameAsInProcess(arguments: [String]) throws {
    let arguments = arguments.map { $0.contains(".json") ? Samples.path($0) : $0 }
    let process = try ShellProcess(#require(ShellProcess.winback), arguments)
    let run = CommandRun(arguments)
    #expect(process.status == run.status.rawValue)
    #expect(process.output == run.output)
    #expect(process.errors == run.errors)
  }

  @Test(
    "survives arguments and descriptors that are not as they should be",
    .enabled(if: ShellProcess.path(of: "bash") != nil, "needs bash"),
    arguments: [
      (
        #""$0" $'\xff\xfe\x1b' 2>&1"#,
        "winback: error: expected arguments in UTF-8, found '\u{FFFD}\u{FFFD}\\u{1B}'\n"
      ),
      (#""$0" --version >&- 2>&1; echo $?"#, ""),
      (#"{ "$0" --version >&-; } 2>&1; echo $?"#, cannotWrite("bad file descriptor")),
      (#"{ "$0" --version > /dev/full; } 2>&1; echo $?"#, cannotWrite("no space left on device")),
      (#"("$0" help; echo $? >&2) 2>&1 | true"#, ""),
      (#""$0" hepl 2>&-; echo $?"#, "64\n"),
    ]
  )
  func survives(script: String, expected: String) throws {
    let bash = try #require(ShellProcess.path(of: "bash"))
    let process = try ShellProcess(bash, ["-c", script, #require(ShellProcess.winback)])
    #expect(process.output.hasPrefix(expected))
  }

  @Test(
    "evaluates in a pipe, with full disks and hidden files",
    .enabled(if: ShellProcess.path(of: "bash") != nil, "needs bash"),
    arguments: [
      (
        "\"$0\" evaluate - -c \"$1/catalog.json\" --as-of 2025-01-15 < \"$1/alice.json\" | head -1",
        headline
      ),
      (
        "\"$0\" evaluate \"$1/alice.json\" -c \"$1/catalog.json\" 2>&1 > /dev/full; echo $?",
        cannotWrite("no space left on device")
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
        "\u{1B}[1m\(sentences)\u{1B}[22m\n"
      ),
    ]
  )
  func evaluates(script: String, expected: String) throws {
    let process = try ShellProcess(
      #require(ShellProcess.path(of: "bash")),
      ["-c", script, #require(ShellProcess.winback), Samples.path("")]
    )
    #expect(process.output == expected)
    #expect(process.errors == "")
  }

  private static let headline = "\(sentences)\n"

  private static let sentences = """
    On 15 January 2025, alice can redeem basic_1m_free until 14 October 2026. The subscription to \
    basic.monthly ended on 15 October 2024. If Apple's days start at 00:00 Pacific Standard Time, as in \
    its sales data, the customer is not eligible.
    """

  @Test(
    "writes no output under another name than the one that is meant",
    .enabled(if: ShellProcess.path(of: "bash") != nil, "needs bash")
  )
  func nameOfOutput() throws {
    let directory = TemporaryDirectory()
    let script = #""$0" rules -o $'caf\xe9.json'; echo $?; ls | wc -l"#
    let process = try ShellProcess(
      #require(ShellProcess.path(of: "bash")),
      ["-c", script, #require(ShellProcess.winback)],
      directory: directory.path("")
    )
    #expect(process.output.split(whereSeparator: \.isWhitespace) == ["64", "0"])
    #expect(
      process.errors == "winback: error: expected arguments in UTF-8, found 'caf\u{FFFD}.json'\n"
    )
  }

  private static func cannotWrite(_ reason: String) -> String {
    "winback: error: cannot write to standard output: \(reason)\n74\n"
  }
}
