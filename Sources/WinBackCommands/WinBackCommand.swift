package import WinBackCatalogCommands
package import WinBackCommandLine
import WinBackCustomerCommands

/// The whole program: it finds the command that is called and runs it.
package enum WinBackCommand {
  /// The commands in the order of the help.
  package static let commands: [any Command.Type] = [
    EvaluateCommand.self,
    ScoreCommand.self,
    TestCommand.self,
    NewCommand.self,
    LintCommand.self,
    CheckCommand.self,
    CompareCommand.self,
    ForecastCommand.self,
    PlanCommand.self,
    AuditCommand.self,
    ConvertCommand.self,
    ReportCommand.self,
    PrintCommand.self,
    CompletionsCommand.self,
    HelpCommand.self,
  ]

  package static func main() -> Never {
    Platform.prepareProcess()
    let console = Console.ofProcess()
    let status = console.listeningForSignals {
      guard let arguments = Platform.arguments() else {
        // A file would be read or written under another name than the one that was meant.
        let found = CommandLine.arguments.first { $0.contains("\u{FFFD}") } ?? ""
        console.report(Diagnostic(.error, "expected arguments in UTF-8, found '\(found)'"))
        return ExitStatus.wrongUsage
      }
      return run(Array(arguments.dropFirst()), on: console)
    }
    Platform.exit(status.rawValue)
  }

  /// Runs the program with what the user typed after `winback`.
  ///
  /// `usesProject` says whether a project file of the current folder counts.
  package static func run(
    _ arguments: [String],
    among commands: [any Command.Type] = WinBackCommand.commands,
    usingProject usesProject: Bool = true,
    on console: Console
  ) -> ExitStatus {
    do {
      return try dispatch(arguments, among: commands, usesProject, on: console)
    } catch {
      for diagnostic in error.diagnostics { console.report(diagnostic) }
      if let hint = error.hint { console.reportLine(hint) }
      return error.status
    }
  }

  private static func dispatch(
    _ arguments: [String],
    among commands: [any Command.Type],
    _ usesProject: Bool,
    on console: Console
  ) throws(CommandFailure) -> ExitStatus {
    guard let name = arguments.first else {
      try console.errors.write(TextPage(helpOn: console.errors).help(ofProgram: commands))
      return .wrongUsage
    }
    switch name {
    case _ where Option.help.description.spellings.contains(name):
      try console.output.write(TextPage(helpOn: console.output).help(ofProgram: commands))
      return .done
    case Option.version.description.spelling:
      try console.output.write("winback \(Version.current)\n")
      return .done
    default:
      let command = try command(named: name, among: commands)
      return try run(command, Array(arguments.dropFirst()), usesProject, on: console)
    }
  }

  private static func run(
    _ command: any Command.Type,
    _ arguments: [String],
    _ usesProject: Bool,
    on console: Console
  ) throws(CommandFailure) -> ExitStatus {
    let parsed = try ArgumentParser.parse(arguments, for: command.description) {
      path throws(CommandFailure) in
      guard usesProject || path != nil else { return nil }
      return try ProjectFile.read(named: path, on: console)
    }
    if let help = parsed.help {
      let page = TextPage(helpOn: console.output)
      try console.output.write(page.help(of: command.description, isWhole: help == "all"))
      return .done
    }
    if let file = parsed.project?.file, !parsed[.quiet] {
      console.reportLine("using '\(file.printable)'")
    }
    let command = try command.init(arguments: parsed)
    try FileUses(parsed).check()
    return try command.run(on: console)
  }

  static func command(
    named name: String,
    among commands: [any Command.Type] = WinBackCommand.commands
  ) throws(CommandFailure) -> any Command.Type {
    if let command = commands.first(where: { $0.description.name == name }) { return command }
    guard !name.hasPrefix("-") else {
      let spelling = String(name.prefix { $0 != "=" })
      guard !commands.contains(where: { $0.description.has(spelling) }) else {
        throw CommandFailure(
          wrongUsage: "expected a command before its options, found '\(name)'"
        )
      }
      let known = CommandDescription.questions.map(\.name)
      let nearest = knownName(for: String(name.drop { $0 == "-" }), among: known)
      throw CommandFailure(
        wrongUsage: "unknown option '\(name)'",
        suggestion: nearest.map { "--\($0)" }
      )
    }
    let nearest =
      meant(by: name) ?? PrintCommand.Kind(rawValue: name).map { "print \($0.rawValue)" }
      ?? knownName(for: name, among: commands.map { $0.description.name })
    throw CommandFailure(wrongUsage: "unknown command '\(name)'", suggestion: nearest)
  }

  /// Returns the command that somebody means who names a file or a folder only; nil for another word.
  private static func meant(by path: String) -> String? {
    guard let kind = (try? Platform.status(ofPath: path))?.kind else { return nil }
    let isProject = kind == .directory || path.hasSuffix(ProjectFile.name)
    return "winback \(isProject ? "check" : "evaluate") \(path)"
  }
}
