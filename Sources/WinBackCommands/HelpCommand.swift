import WinBackCommandLine

struct HelpCommand: Command {
  private static let name = ArgumentDescription(
    "COMMAND",
    isRequired: false,
    kind: .command,
    help: "the command to explain"
  )

  static let description = CommandDescription(
    name: "help",
    abstract: "explain winback or one of its commands",
    positionals: [name],
    readsProject: false,
    examples: ["winback help completions": "how to set up completion in a shell"]
  )

  let arguments: ParsedArguments

  func run(on console: Console) throws(CommandFailure) -> ExitStatus {
    let name = arguments.value(Self.name)
    let command = try name.map { name throws(CommandFailure) in
      try WinBackCommand.command(named: name).description
    }
    let text = TextPage(helpOn: console.output)
    let page =
      command.map { text.help(of: $0) } ?? text.help(ofProgram: WinBackCommand.commands)
    try arguments.output.write(page, on: console)
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
      section("Shared options", list(entries(CommandDescription.programOptions))),
      section("Exit status", list(CommandDescription.programStatuses)),
      paragraph(
        "'winback help COMMAND' explains a command, 'winback COMMAND --help all' with every option."
      ),
    ])
  }

  /// Returns the help of a command: what is special about it, with the names of all other options, or
  /// everything.
  func help(of command: CommandDescription, isWhole: Bool = false) -> String {
    let optionWidth = Self.termWidth(of: entries(command.options))
    let sections = command.sections.map { heading, arguments in
      if !isWhole, heading == CommandDescription.commonHeading, !arguments.isEmpty {
        let names = arguments.map { ($0.spellings.first ?? "", $0.valueName) }.map { name, value in
          style.cyan(name) + (value.map { "\u{A0}\($0)" } ?? "")
        }
        let text = names.joined(separator: ", ")
        let lines = text.wrapped(to: width - 2).map { "  \($0)\n" }.joined()
        return section("\(heading), which '\(command.call) --help all' explains", lines)
      }
      let termWidth = arguments.first?.isPositional == true ? nil : optionWidth
      return section(heading, list(entries(arguments), termWidth: termWidth))
    }
    return joined([
      paragraph(command.abstract.capitalizedFirst), "\(style.bold("Usage:")) \(command.usage)\n",
      paragraph(command.discussion),
      joined(sections),
      section("Examples", examples(of: command)),
      section("Exit status", list(command.statuses)),
      paragraph("'winback --help' explains the shared options: \(shared(by: command))."),
    ])
  }

  /// The options of the program that a command takes, as short as they are typed.
  private func shared(by command: CommandDescription) -> String {
    CommandDescription.programOptions.filter(command.allOptions.contains)
      .compactMap { $0.spellings.first }.joined(separator: ", ")
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
