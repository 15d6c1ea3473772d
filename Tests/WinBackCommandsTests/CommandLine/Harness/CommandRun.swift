import Foundation
import WinBackCommandLine
import WinBackCommands

/// A run of the program in this process: its status and what it wrote.
struct CommandRun: Equatable {
  let status: ExitStatus
  let output: String
  /// What was told, without the block about the data.
  let errors: String
  /// The block about the data that ends a run over many customers; empty where there is none.
  var evidence: String = ""

  static func == (lhs: CommandRun, rhs: CommandRun) -> Bool {
    (lhs.status, lhs.output, lhs.errors) == (rhs.status, rhs.output, rhs.errors)
  }

  init(status: ExitStatus, output: String = "", errors: String = "") {
    self.status = status
    self.output = output
    self.errors = errors
  }

  /// A run that is refused, with the command whose help explains its usage.
  static func wrongUsage(of command: String, _ message: String) -> CommandRun {
    let errors = "\(command): error: \(message)\nsee '\(command) --help'\n"
    return CommandRun(status: .wrongUsage, errors: errors)
  }

  /// Runs the program.
  init(
    _ arguments: [String],
    among commands: [any Command.Type] = WinBackCommand.commands,
    on memory: InMemoryConsole = InMemoryConsole()
  ) {
    status = WinBackCommand.run(arguments, among: commands, on: memory.console)
    output = memory.output
    let told = memory.errors
    guard let start = told.range(of: "\nthe data as of ")?.lowerBound else {
      errors = told
      return
    }
    let lines = told[start...].split(separator: "\n", omittingEmptySubsequences: false)
    let block = lines.prefix { !$0.contains(": warning: ") && !$0.contains(": error: ") }
    evidence = block.joined(separator: "\n")
    errors = told[..<start] + lines.dropFirst(block.count).joined(separator: "\n")
  }

  /// Returns the run without a part of its texts, such as the path of a folder.
  func removing(_ part: String) -> CommandRun {
    CommandRun(
      status: status,
      output: output.replacing(part, with: ""),
      errors: errors.replacing(part, with: "")
    )
  }
}
