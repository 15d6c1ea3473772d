/// `winback help`: the help of the program or of one command.
struct HelpCommand: Command {
  private static let name = PositionalDescription(
    "COMMAND",
    count: .atMostOne,
    kind: .command,
    help: "the command to explain"
  )

  /// How help is written.
  private enum Form: String, CaseIterable {
    case text
    case man
    case markdown
  }

  private static let form = Option(
    "as",
    "FORM",
    .choice(of: Form.self),
    or: .text,
    help: "write text, a page for 'man' or a page in Markdown",
    default: "text"
  )

  static let description = CommandDescription(
    name: "help",
    abstract: "explain winback or one of its commands",
    positionals: [name],
    options: [form],
    examples: [
      "winback help completions": "how to set up completion in a shell",
      "winback help evaluate --as man > winback-evaluate.1":
        "a manual page, for a folder that 'man' knows",
    ]
  )

  private let name: String?
  private let form: Form

  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    name = arguments.value(Self.name)
    form = arguments[Self.form]
  }

  func run(on console: Console) throws(CommandFailure) -> ExitStatus {
    if let name {
      let command = try WinBackCommand.command(named: name).description
      switch form {
      case .text: try console.output.write(HelpText(for: console.output).ofCommand(command))
      case .man: try console.output.write(ManPage.ofCommand(command))
      case .markdown: try console.output.write(HelpPage.ofCommand(command))
      }
    } else {
      let commands = WinBackCommand.commands.map { $0.description }
      switch form {
      case .text: try console.output.write(HelpText(for: console.output).ofProgram(commands))
      case .man: try console.output.write(ManPage.ofProgram(commands))
      case .markdown: try console.output.write(HelpPage.ofProgram(commands))
      }
    }
    return .done
  }
}
