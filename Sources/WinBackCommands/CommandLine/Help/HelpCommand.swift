import WinBackFiles

struct HelpCommand: Command {
  private static let name = PositionalDescription(
    "COMMAND",
    count: .atMostOne,
    kind: .command,
    help: "the command to explain"
  )

  private enum Form: String, CaseIterable {
    case text
    case man
    case markdown
  }

  private static let form = Option("as", "FORM", .choice(of: Form.self), or: .text)
    .help("write text, a page for 'man' or a page in Markdown")
    .default("text")

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

  let arguments: ParsedArguments

  func run(on console: Console) throws(CommandFailure) -> ExitStatus {
    let name = arguments.value(Self.name)
    let command = try name.map { name throws(CommandFailure) in
      try WinBackCommand.command(named: name).description
    }
    let commands = WinBackCommand.commands.map { $0.description }
    let text = TextPage(console.output, widest: TextPage.widestHelp)
    let page =
      switch arguments[Self.form] {
      case .text: command.map(text.help(of:)) ?? text.help(ofProgram: commands)
      case .man: command.map(ManPage.ofCommand) ?? ManPage.ofProgram(commands)
      case .markdown: command.map(HelpPage.ofCommand) ?? HelpPage.ofProgram(commands)
      }
    try console.output.write(page)
    return .done
  }
}
