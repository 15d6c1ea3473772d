import Testing
import WinBackCommandLine
import WinBackCommands

@Suite("Help")
struct HelpTests {
  @Test("of a command is laid out for the width of the terminal", arguments: [80, 50, 200])
  func ofCommand(width: Int) throws {
    let run = CommandRun(
      ["sample", "--help"],
      among: [SampleCommand.self],
      on: InMemoryConsole(width: width)
    )
    #expect(run.status == .done)
    try expectSnapshot(run.output, "help-sample-\(width).txt")
  }

  @Test("of a command is coloured on a terminal")
  func ofCommandColored() throws {
    let run = CommandRun(
      ["sample", "--help"],
      among: [SampleCommand.self],
      on: InMemoryConsole(style: .colored)
    )
    try expectSnapshot(run.output, "help-sample-colored.txt")
  }

  @Test("of the program lists the commands and the exit statuses", arguments: ["--help", "-h"])
  func ofProgram(option: String) throws {
    let run = CommandRun([option], among: [SampleCommand.self])
    #expect(run.status == .done)
    try expectSnapshot(run.output, "help.txt")
  }

  @Test("is printed to standard error when there is no command at all")
  func withoutCommand() throws {
    let run = CommandRun([], among: [SampleCommand.self])
    #expect(run.status == .wrongUsage)
    #expect(run.output.isEmpty)
    try expectSnapshot(run.errors, "help.txt")
  }

  @Test("of every command is what the help command prints", arguments: WinBackCommand.commands)
  func isTheSameEverywhere(command: any Command.Type) {
    let name = command.description.name
    #expect(CommandRun([name, "--help"]) == CommandRun(["help", name]))
  }

  @Test("of the program is what the help command prints without an argument")
  func helpCommand() {
    #expect(CommandRun(["help"]) == CommandRun(["--help"]))
  }

  @Test("is not there for what is no command")
  func unknownTopic() {
    let message = "unknown command 'hepl'; did you mean 'help'?"
    #expect(CommandRun(["help", "hepl"]) == .wrongUsage(of: "winback", message))
  }
}
