import WinBackCommandLine
import WinBackFiles

struct HelpCommand: Command {
  private static let name = ArgumentDescription(
    "COMMAND",
    isRequired: false,
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
    let commands = WinBackCommand.commands
    let descriptions = commands.map { $0.description }
    let text = TextPage(helpOn: console.output)
    let page =
      switch arguments[Self.form] {
      case .text: command.map(text.help(of:)) ?? text.help(ofProgram: commands)
      case .man: command.map(ManPage.ofCommand) ?? ManPage.ofProgram(descriptions)
      case .markdown: command.map(HelpPage.ofCommand) ?? HelpPage.ofProgram(descriptions)
      }
    try console.output.write(page)
    return .done
  }
}

/// Help as text, for a page that is not as wide as those of results.
extension TextPage {
  init(helpOn channel: OutputChannel) { self.init(channel, widest: 100) }

  func help(ofProgram commands: [any Command.Type]) -> String {
    let commands = commands.map { $0.description }
    return joined([
      paragraph(CommandDescription.programAbstract.capitalizedFirst),
      "\(style.bold("Usage:")) winback COMMAND [ARGUMENTS]\n",
      section("Commands", list(commands.map { (style.cyan($0.name), $0.abstract) })),
      section("Options", list(entries(CommandDescription.programOptions))),
      section("Exit status", list(CommandDescription.programStatuses)),
      paragraph("'winback help COMMAND' explains a command."),
    ])
  }

  func help(of command: CommandDescription) -> String {
    let optionWidth = Self.termWidth(of: entries(command.options))
    let sections = command.sections.map { heading, arguments in
      let termWidth = arguments.first?.isPositional == true ? nil : optionWidth
      return section(heading, list(entries(arguments), termWidth: termWidth))
    }
    return joined([
      paragraph(command.abstract.capitalizedFirst), "\(style.bold("Usage:")) \(command.usage)\n",
      paragraph(command.discussion),
      joined(sections),
      section("Examples", examples(of: command)),
      section("Exit status", list(command.statuses)),
    ])
  }

  private func joined(_ parts: [String]) -> String {
    parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private func paragraph(_ text: String) -> String {
    text.isEmpty ? "" : text.wrapped(to: width).joined(separator: "\n") + "\n"
  }

  private func section(_ title: String, _ body: String) -> String {
    body.isEmpty ? "" : style.bold("\(title):") + "\n" + body
  }

  private func entries(_ arguments: [ArgumentDescription]) -> [(term: String, meaning: String)] {
    arguments.map { argument in
      let short = argument.shortName.map { "-\($0), " } ?? (argument.isPositional ? "" : "    ")
      return (style.cyan(short + argument.spellingWithValue), argument.meaning)
    }
  }

  private func examples(of command: CommandDescription) -> String {
    command.examples.map { line, purpose in
      let title = "\(purpose.capitalizedFirst):".wrapped(to: width - 2)
      return title.map { "  \($0)\n" }.joined() + "    \(style.green(line))\n"
    }.joined(separator: "\n")
  }
}
