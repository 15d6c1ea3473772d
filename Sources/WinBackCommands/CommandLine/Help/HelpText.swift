struct HelpText {
  /// Lines longer than this are hard to read, however wide the terminal is.
  private static let widest = 100

  private let width: Int
  private let style: TextStyle

  init(for channel: OutputChannel) {
    width = min(channel.width, Self.widest)
    style = channel.style
  }

  func ofProgram(_ commands: [CommandDescription]) -> String {
    var names = DefinitionList()
    for command in commands { names.append(style.cyan(command.name), command.abstract) }
    var statuses = DefinitionList()
    for status in ExitStatus.allCases { statuses.append("\(status.rawValue)", status.meaning) }
    return joined([
      paragraph(CommandDescription.programAbstract.capitalizedFirst),
      "\(style.bold("Usage:")) winback COMMAND [ARGUMENTS]\n",
      section("Commands", names.rendered(width: width)),
      section(
        "Options",
        list([Option.help.description, Option.version.description]).rendered(width: width)
      ),
      section("Exit status", statuses.rendered(width: width)),
      paragraph("'winback help COMMAND' explains a command."),
    ])
  }

  func ofCommand(_ command: CommandDescription) -> String {
    joined([
      paragraph(command.abstract.capitalizedFirst),
      "\(style.bold("Usage:")) \(command.usage)\n",
      paragraph(command.discussion),
      section("Arguments", positionals(of: command)),
      command.optionSections.map { options(of: command, under: $0) }.filter { !$0.isEmpty }
        .joined(separator: "\n"),
      section("Examples", examples(of: command)),
      section("Exit status", exitStatuses(of: command)),
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

  private func positionals(of command: CommandDescription) -> String {
    var entries = DefinitionList()
    for positional in command.positionals {
      entries.append(style.cyan(positional.name), positional.meaning)
    }
    return entries.rendered(width: width)
  }

  private func options(of command: CommandDescription, under heading: OptionSection) -> String {
    let options = list(command.options.filter { $0.section == heading })
    let termWidth = list(command.options).termWidth
    return section(heading.title, options.rendered(width: width, termWidth: termWidth))
  }

  private func list(_ options: [OptionDescription]) -> DefinitionList {
    var entries = DefinitionList()
    for option in options {
      let short = option.shortName.map { "-\($0), " } ?? "    "
      var term = short + option.spelling
      if case .named(let name, _) = option.value { term += " " + name }
      entries.append(style.cyan(term), option.meaning)
    }
    return entries
  }

  private func examples(of command: CommandDescription) -> String {
    command.examples.map { line, purpose in
      let title = "\(purpose.capitalizedFirst):".wrapped(to: width - 2)
      return title.map { "  \($0)\n" }.joined() + "    \(style.green(line))\n"
    }.joined(separator: "\n")
  }

  private func exitStatuses(of command: CommandDescription) -> String {
    var entries = DefinitionList()
    for status in ExitStatus.allCases {
      guard let meaning = command.exitStatuses[status] else { continue }
      entries.append("\(status.rawValue)", meaning)
    }
    return entries.rendered(width: width)
  }
}

extension String {
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
