/// `winback help`: the help of the program or of one command.
struct HelpCommand: Command {
  private static let name = PositionalDescription(
    "COMMAND",
    count: .atMostOne,
    kind: .command,
    help: "the command to tell about"
  )

  static let description = CommandDescription(
    name: "help",
    abstract: "tell how winback or one of its commands is used",
    positionals: [name],
    examples: [
      CommandExample("winback help completions", "how shells learn to complete winback")
    ]
  )

  private let name: String?

  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    name = arguments.value(Self.name)
  }

  func run(on console: Console) throws(CommandFailure) -> ExitStatus {
    let help = HelpText(for: console.output)
    if let name {
      let command = try WinBackCommand.command(named: name)
      try console.output.write(help.ofCommand(command.description))
    } else {
      try console.output.write(help.ofProgram(WinBackCommand.commands.map { $0.description }))
    }
    return .done
  }
}
