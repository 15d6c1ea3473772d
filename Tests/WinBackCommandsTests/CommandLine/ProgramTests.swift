import Testing
import WinBackFiles

@Suite("The program")
struct ProgramTests {
  @Test(
    "refuses what is no command, and suggests the nearest one",
    arguments: [
      ("smaple", "unknown command 'smaple'; did you mean 'sample'?"),
      ("sam", "unknown command 'sam'; did you mean 'sample'?"),
      ("xyz", "unknown command 'xyz'"),
      ("", "unknown command ''"),
      ("--json", "expected a command before its options, found '--json'"),
      ("--catalog=c", "expected a command before its options, found '--catalog=c'"),
      ("--xylophone", "unknown option '--xylophone'"),
      ("--verison", "unknown option '--verison'; did you mean '--version'?"),
      ("-hepl", "unknown option '-hepl'; did you mean '--help'?"),
      ("a\u{FFFD}\n\u{202E}", "unknown command 'a\u{FFFD}\\u{A}\\u{202E}'"),
    ]
  )
  func refuses(name: String, expected: String) {
    let run = CommandRun([name, "--help"], among: [SampleCommand.self])
    #expect(run == .wrongUsage(of: "winback", expected))
  }

  @Test("names the command that is meant for a file or a folder")
  func paths() throws {
    let directory = TemporaryDirectory(["alice.json": "{}", "winback.json": "{}"])
    for (name, command) in [("alice.json", "evaluate"), ("winback.json", "check"), ("", "check")] {
      let path = directory.path(name)
      #expect(
        CommandRun([path]).errors
          == "winback: error: unknown command '\(path)'; did you mean 'winback \(command) \(path)'?\n"
          + "see 'winback --help'\n"
      )
    }
  }

  @Test("ends quietly with status 0 when the reader has had enough")
  func brokenPipe() {
    let memory = InMemoryConsole(writingTo: FailingStream.brokenPipe)
    #expect(CommandRun(["--version"], on: memory) == CommandRun(status: .done))
  }

  @Test("ends with status 74 when results cannot be written")
  func fullDisk() {
    let memory = InMemoryConsole(writingTo: FailingStream.fullDisk)
    let errors = "winback: error: cannot write to standard output: no space left on device\n"
    #expect(
      CommandRun(["--version"], on: memory) == CommandRun(status: .inputOutput, errors: errors)
    )
  }
}
