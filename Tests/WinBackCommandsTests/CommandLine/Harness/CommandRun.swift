import CalendarTime
import WinBackCommands

/// A run of the program in this process: its status and what it wrote.
struct CommandRun: Equatable {
  let status: ExitStatus
  let output: String
  let errors: String

  init(status: ExitStatus, output: String, errors: String) {
    self.status = status
    self.output = output
    self.errors = errors
  }

  /// Runs the program.
  init(
    _ arguments: [String],
    among commands: [any Command.Type] = WinBackCommand.commands,
    on memory: InMemoryConsole = InMemoryConsole()
  ) {
    status = WinBackCommand.run(arguments, among: commands, on: memory.console)
    output = memory.output
    errors = memory.errors
  }
}
