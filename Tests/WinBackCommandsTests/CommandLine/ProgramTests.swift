import Testing
import WinBackCommands

@Suite("The program")
struct ProgramTests {
  @Test(
    "refuses what is no command, and suggests the nearest one",
    arguments: [
      ("smaple", "unknown command 'smaple'; did you mean 'sample'?"),
      ("sam", "unknown command 'sam'; did you mean 'sample'?"),
      ("xyz", "unknown command 'xyz'"),
      ("", "unknown command ''"),
      ("--json", "unknown option '--json'"),
      ("--verison", "unknown option '--verison'; did you mean '--version'?"),
      ("-hepl", "unknown option '-hepl'; did you mean '--help'?"),
      ("a\u{FFFD}\n\u{202E}", "unknown command 'a\u{FFFD}\\u{A}\\u{202E}'"),
    ]
  )
  func refuses(name: String, expected: String) {
    let errors = "winback: error: \(expected)\nsee 'winback --help'\n"
    let run = CommandRun([name, "--help"], among: [SampleCommand.self])
    #expect(run == CommandRun(status: .wrongUsage, output: "", errors: errors))
  }

  @Test("ends quietly with status 0 when the reader has had enough")
  func brokenPipe() {
    #expect(run(writingTo: .brokenPipe) == CommandRun(status: .done, output: "", errors: ""))
  }

  @Test("ends with status 74 when results cannot be written")
  func fullDisk() {
    let errors = "winback: error: cannot write to standard output: no space left on device\n"
    let expected = CommandRun(status: .inputOutput, output: "", errors: errors)
    #expect(run(writingTo: .fullDisk) == expected)
  }

  private func run(writingTo stream: FailingStream) -> CommandRun {
    let memory = InMemoryConsole()
    let console = Console(
      input: memory.console.input,
      output: OutputChannel(name: "standard output", sink: stream),
      errors: memory.console.errors,
      now: memory.console.now
    )
    let status = WinBackCommand.run(["--version"], on: console)
    return CommandRun(status: status, output: memory.output, errors: memory.errors)
  }
}
