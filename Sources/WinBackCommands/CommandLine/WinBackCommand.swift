/// The whole program: it finds the command that is called and runs it.
package enum WinBackCommand {
  /// The commands in the order of the help.
  package static let commands: [any Command.Type] = [
    CompletionsCommand.self,
    HelpCommand.self,
  ]

  /// The commands as data.
  static var descriptions: [CommandDescription] { commands.map { $0.description } }

  /// Runs the program with the arguments and streams of the process, and ends it.
  package static func main() -> Never {
    Platform.prepareProcess()
    let status = run(Array(CommandLine.arguments.dropFirst()), on: .ofProcess())
    Platform.exit(status.rawValue)
  }

  /// Runs the program.
  ///
  /// - Parameters:
  ///   - arguments: What the user typed after `winback`.
  ///   - console: Where input comes from and output goes.
  /// - Returns: The status with which the process ends.
  package static func run(_ arguments: [String], on console: Console) -> ExitStatus {
    do {
      return try dispatch(arguments, on: console)
    } catch {
      for diagnostic in error.diagnostics { console.report(diagnostic) }
      if let hint = error.hint { console.reportLine(hint) }
      return error.status
    }
  }

  private static func dispatch(
    _ arguments: [String],
    on console: Console
  ) throws(CommandFailure) -> ExitStatus {
    guard let name = arguments.first else {
      try console.errors.write(HelpText(for: console.errors).ofProgram(descriptions))
      return .wrongUsage
    }
    switch name {
    case OptionDescription.help.spelling, "-h":
      try console.output.write(HelpText(for: console.output).ofProgram(descriptions))
      return .done
    case OptionDescription.version.spelling:
      try console.output.write("winback \(Version.current)\n")
      return .done
    default:
      return try run(command(named: name), Array(arguments.dropFirst()), on: console)
    }
  }

  private static func run(
    _ command: any Command.Type,
    _ arguments: [String],
    on console: Console
  ) throws(CommandFailure) -> ExitStatus {
    let parsed: ParsedArguments
    do {
      parsed = try ArgumentParser.parse(arguments, for: command.description)
    } catch {
      throw CommandFailure(error)
    }
    if parsed.flag(.help) {
      try console.output.write(HelpText(for: console.output).ofCommand(command.description))
      return .done
    }
    if parsed.flag(.version) {
      try console.output.write("winback \(Version.current)\n")
      return .done
    }
    return try command.init(parsed).run(on: console)
  }

  /// Returns the command with a name.
  ///
  /// - Throws: ``CommandFailure`` of wrong usage when there is none.
  static func command(named name: String) throws(CommandFailure) -> any Command.Type {
    if let command = commands.first(where: { $0.description.name == name }) { return command }
    guard !name.hasPrefix("-") else {
      throw CommandFailure(UsageError(.unknownOption(name, nearest: nil), command: nil))
    }
    let nearest = knownName(for: name, among: descriptions.map(\.name))
    throw CommandFailure(UsageError(.unknownCommand(name, nearest: nearest), command: nil))
  }
}
