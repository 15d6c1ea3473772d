import WinBackFiles

/// Help as text, for a page that is not as wide as those of results.
extension TextPage {
  static let widestHelp = 100

  func help(ofProgram commands: [CommandDescription]) -> String {
    let statuses = ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning) }
    return joined([
      paragraph(CommandDescription.programAbstract.capitalizedFirst),
      "\(style.bold("Usage:")) winback COMMAND [ARGUMENTS]\n",
      section("Commands", list(commands.map { (style.cyan($0.name), $0.abstract) })),
      section(
        "Options",
        options([Option.help.description, Option.version.description]).rendered(width: width)
      ), section("Exit status", list(statuses)),
      paragraph("'winback help COMMAND' explains a command."),
    ])
  }

  func help(of command: CommandDescription) -> String {
    joined([
      paragraph(command.abstract.capitalizedFirst), "\(style.bold("Usage:")) \(command.usage)\n",
      paragraph(command.discussion),
      section("Arguments", list(command.positionals.map { (style.cyan($0.name), $0.meaning) })),
      command.optionSections.map { options(of: command, under: $0) }.filter { !$0.isEmpty }
        .joined(separator: "\n"),
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

  private func list(_ entries: [(String, String)]) -> String {
    DefinitionList(entries).rendered(width: width)
  }

  private func options(of command: CommandDescription, under heading: String) -> String {
    let own = options(command.options.filter { $0.section == heading })
    let termWidth = options(command.options).termWidth
    return section(heading, own.rendered(width: width, termWidth: termWidth))
  }

  private func options(_ options: [OptionDescription]) -> DefinitionList {
    DefinitionList(
      options.map { option in
        let short = option.shortName.map { "-\($0), " } ?? "    "
        return (style.cyan(short + option.spellingWithValue), option.meaning)
      }
    )
  }

  private func examples(of command: CommandDescription) -> String {
    command.examples.map { line, purpose in
      let title = "\(purpose.capitalizedFirst):".wrapped(to: width - 2)
      return title.map { "  \($0)\n" }.joined() + "    \(style.green(line))\n"
    }.joined(separator: "\n")
  }
}

extension String {
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
