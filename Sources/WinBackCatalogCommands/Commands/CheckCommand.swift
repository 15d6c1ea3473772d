import WinBackCommandLine

package struct CheckCommand: Command {
  private static let directory = ArgumentDescription(
    "DIRECTORY",
    isRequired: false,
    kind: .directory,
    help: "check what the winback.json of this folder names, like '--project'"
  )
  static let base = Option("base", "PATH|git:REF", .file("json"))
    .help("show who gains and who loses compared with this revision, folder or catalog")
  static let failOn = Option(repeatable: "fail-on", "CHANGE", .choice(of: Failing.self))
    .needing(base.description)
    .help(
      "fail also if a customer loses an offer and winback.json does not accept it (loss), or if the "
        + "change makes the check itself weaker (weaker); may be repeated"
    )

  static let description = CommandDescription(
    name: "check",
    abstract: "run every check for a change of the offers",
    discussion: """
      The file winback.json names the catalog, the scenarios, the live catalog, customers and \
      thresholds. The check runs 'lint', 'test' and 'compare' with them. It fails for errors and \
      warnings of lint that are not accepted, for scenarios that fail, and for scenarios that cover \
      or notice too little. With --base it shows who gains and who loses. 'winback print schema check' \
      prints the JSON Schema of the file.
      """,
    positionals: [directory],
    options: [
      .project, base, failOn, .report(.github, .markdown, .sarif, .junit), .asOf, .json,
    ],
    // A file that cannot be read is a finding of the check.
    readsProject: false,
    examples: [
      "winback check": "the current folder",
      "winback check offers --base git:main --report github --report markdown:comment.md":
        "a pull request: what it changes, and its errors",
    ],
    exitStatuses: [
      .done: "every check passed",
      .checkFailed: "there is a finding, a scenario failed, or too little is covered or noticed",
      .badData: "a file cannot be read; everything else was checked",
      .cannotOpen: "a file cannot be opened; everything else was checked",
    ]
  )

  /// A change that fails the check only if somebody asks for that.
  enum Failing: String, CaseIterable, Sendable {
    case loss
    case weaker
  }

  private let arguments: ParsedArguments
  private let file: String

  init(arguments: ParsedArguments) throws(CommandFailure) {
    self.arguments = arguments
    let named = arguments[.project] ?? arguments.value(Self.directory)
    if arguments.has(.project), let folder = arguments.value(Self.directory) {
      throw arguments.wrongUsage("expected '--project' or '\(folder)', found both")
    }
    // A folder that is not there has no file either.
    file =
      named.map { $0.hasSuffix(".json") ? $0 : PathName.path(ProjectFile.name, inFolder: $0) }
      ?? ProjectFile.path(named: nil) ?? ProjectFile.name
  }

  func run(on console: Console) throws(CommandFailure) -> ExitStatus {
    let report: CheckReport
    do {
      let configuration = try CheckConfiguration(at: file, on: console)
      let run = CheckRun(arguments: arguments, configuration: configuration, console: console)
      report = try run.report()
    } catch {
      guard error.status != .wrongUsage else { throw error }
      if error.status == .cannotOpen {
        console.report(Diagnostic(.note, "'winback new' makes a folder with a winback.json"))
      }
      report = CheckReport(file: file, faults: [error])
    }
    let told = report.unreadable + report.differences + report.warnings + report.shortfalls
    for diagnostic in told { console.report(diagnostic) }
    try write(report, on: console)
    return report.status
  }

  private func write(_ report: CheckReport, on console: Console) throws(CommandFailure) {
    try arguments.write(CheckMarkdown.text(of: report).utf8, as: .markdown, on: console)
    try arguments.write(JUnitXML.text(of: report).utf8, as: .junit, on: console)
    var lint = report.lint ?? LintReport(file: report.file, results: [])
    lint.faults = report.unreadable
    try arguments.write(SARIF.log(of: lint), as: .sarif, on: console)
    try arguments.write(on: console, json: report.json, annotations: report.annotations) {
      $0.text(of: report)
    }
  }
}
