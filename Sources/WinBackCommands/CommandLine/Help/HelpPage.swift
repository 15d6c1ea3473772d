/// Help as pages of the documentation, in Markdown.
enum HelpPage {
  /// The page that lists the commands.
  static func ofProgram(_ commands: [CommandDescription]) -> String {
    var page = "# Commands\n\n"
    page += "The output of `winback help`, with a page for each command.\n\n"
    page += table(
      ["command", "does"],
      commands.map { ["[`\($0.call)`](\($0.name).md)", $0.abstract] }
    )
    page += "\n## Exit status\n\n"
    page += table(
      ["status", "means"],
      ExitStatus.allCases.map { ["\($0.rawValue)", $0.meaning] }
    )
    return page
  }

  /// The page of a command.
  static func ofCommand(_ command: CommandDescription) -> String {
    var page = "# \(command.call)\n\n\(command.abstract.capitalizedFirst).\n\n"
    page += block(command.usage, "text")
    page += paragraphs(of: command.discussion)
    page += section(
      "Arguments",
      table(["argument", "meaning"], command.positionals.map { [code($0.name), $0.meaning] })
    )
    for heading in command.optionSections {
      let options = command.options.filter { $0.section == heading }
      page += section(heading.title, table(["option", "meaning"], options.map(row)))
    }
    let examples = command.examples.map { line, purpose in
      "\(purpose.capitalizedFirst):\n\n\(block(line, "sh"))"
    }
    page += section("Examples", examples.joined(separator: "\n"))
    let statuses = ExitStatus.allCases.compactMap { status in
      command.exitStatuses[status].map { ["\(status.rawValue)", $0] }
    }
    page += section("Exit status", table(["status", "means"], statuses))
    return page
  }

  private static func section(_ title: String, _ body: String) -> String {
    body.isEmpty ? "" : "\n## \(title)\n\n\(body)"
  }

  private static func row(of option: OptionDescription) -> [String] {
    let names = option.spellings.dropLast() + [option.spellingWithValue]
    return [names.map(code).joined(separator: ", "), option.meaning]
  }

  private static func code(_ text: String) -> String { "`\(text)`" }

  private static func block(_ text: String, _ language: String) -> String {
    "```\(language)\n\(text)\n```\n"
  }

  private static func table(_ header: [String], _ rows: [[String]]) -> String {
    guard !rows.isEmpty else { return "" }
    let lines = [header, header.map { _ in "---" }] + rows
    return lines.map { line in
      "| " + line.map(cell).joined(separator: " | ") + " |\n"
    }.joined()
  }

  private static func cell(_ text: String) -> String {
    String(text.flatMap { $0 == "|" ? "\\|" : $0 == "\u{A0}" ? " " : "\($0)" })
  }

  private static func paragraphs(of discussion: String) -> String {
    var page = ""
    var literal: [Substring] = []
    for line in discussion.split(separator: "\n") + [Substring()] {
      if line.hasPrefix(" ") {
        literal.append(line.dropFirst(2))
        continue
      }
      if !literal.isEmpty { page += "\n" + block(literal.joined(separator: "\n"), "text") }
      literal = []
      if !line.isEmpty { page += "\n\(line)\n" }
    }
    return page
  }
}
