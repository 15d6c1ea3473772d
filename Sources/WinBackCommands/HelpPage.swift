import WinBackCommandLine
import WinBackFiles

/// Help as pages of the documentation, in Markdown.
enum HelpPage {
  static func ofProgram(_ commands: [CommandDescription]) -> String {
    var page = "# Commands\n\n"
    page += "The output of `winback help`, with a page for each command.\n\n"
    page += table(
      ["command", "does"],
      commands.map { ["[`\($0.call)`](\($0.name).md)", $0.abstract] }
    )
    page += "\n## Exit status\n\n"
    page += table(["status", "means"], CommandDescription.programStatuses.map { [$0, $1] })
    return page
  }

  static func ofCommand(_ command: CommandDescription) -> String {
    var page = "# \(command.call)\n\n\(command.abstract.capitalizedFirst).\n\n"
    page += block(command.usage, "text")
    page += command.discussion.split(separator: "\n").map { "\n\($0)\n" }.joined()
    for (heading, arguments) in command.sections {
      let rows = arguments.map { argument in
        [argument.spellingsWithValue.map(code).joined(separator: ", "), argument.meaning]
      }
      let isPositional = arguments.first?.isPositional ?? false
      page += section(heading, table([isPositional ? "argument" : "option", "meaning"], rows))
    }
    let examples = command.examples.map { line, purpose in
      "\(purpose.capitalizedFirst):\n\n\(block(line, "sh"))"
    }
    page += section("Examples", examples.joined(separator: "\n"))
    page += section("Exit status", table(["status", "means"], command.statuses.map { [$0, $1] }))
    return page
  }

  private static func section(_ title: String, _ body: String) -> String {
    body.isEmpty ? "" : "\n## \(title)\n\n\(body)"
  }

  private static func code(_ text: String) -> String { "`\(text)`" }

  private static func block(_ text: String, _ language: String) -> String {
    "```\(language)\n\(text)\n```\n"
  }

  private static func table(_ titles: [String], _ rows: [[String]]) -> String {
    ResultTable(titles, rows).markdown { text in
      String(text.flatMap { $0 == "|" ? "\\|" : $0 == "\u{A0}" ? " " : "\($0)" })
    }
  }
}

enum ManPage {
  static func ofProgram(_ commands: [CommandDescription]) -> String {
    var page = title(of: "winback")
    page += section("NAME", "winback \\- " + text(CommandDescription.programAbstract) + "\n")
    page += section("SYNOPSIS", ".B winback\nCOMMAND [ARGUMENTS]\n")
    page += section("COMMANDS", commands.map { entry($0.name, $0.abstract) }.joined())
    page += section("OPTIONS", entries(CommandDescription.programOptions))
    page += section("EXIT STATUS", CommandDescription.programStatuses.map(entry).joined())
    let references = commands.map { ".BR \(text("winback-\($0.name)")) (1)" }
    page += section("SEE ALSO", references.joined(separator: ",\n") + "\n")
    return page
  }

  static func ofCommand(_ command: CommandDescription) -> String {
    var page = title(of: "winback-\(command.name)")
    let name = text("winback-\(command.name)")
    page += section("NAME", "\(name) \\- \(text(command.abstract))\n")
    let usage = command.usage.dropFirst(command.call.count + 1)
    page += section("SYNOPSIS", ".B \(text(command.call))\n\(text(usage))\n")
    let paragraphs = command.discussion.split(separator: "\n").map { text($0) + "\n" }
    page += section("DESCRIPTION", paragraphs.joined(separator: ".PP\n"))
    for (heading, arguments) in command.sections {
      page += section(heading.uppercased(), entries(arguments))
    }
    let examples = command.examples.map { line, purpose in
      "\(text(purpose)):\n.PP\n.nf\n.RS\n\(text(line))\n.RE\n.fi\n"
    }
    page += section("EXAMPLES", examples.joined(separator: ".PP\n"))
    page += section("EXIT STATUS", command.statuses.map(entry).joined())
    page += section("SEE ALSO", ".BR winback (1)\n")
    return page
  }

  private static func title(of name: String) -> String {
    ".TH \(name.uppercased()) 1 \"\" \"winback \(Version.current)\" \"WinBack\"\n"
  }

  private static func section(_ title: String, _ body: String) -> String {
    body.isEmpty ? "" : ".SH \(title)\n\(body)"
  }

  private static func entries(_ arguments: [ArgumentDescription]) -> String {
    arguments.map { entry($0.spellingsWithValue.joined(separator: ", "), $0.meaning) }.joined()
  }

  private static func entry(_ term: String, _ meaning: String) -> String {
    ".TP\n.B \(text(term))\n\(text(meaning))\n"
  }

  private static func text(_ plain: some StringProtocol) -> String {
    var text = ""
    for character in plain {
      switch character {
      case "\\": text += "\\e"
      case "-": text += "\\-"
      case "\u{A0}": text += "\\ "
      default: text.append(character)
      }
    }
    // A line that starts with one of these would be an instruction.
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
  }
}
