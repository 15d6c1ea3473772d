import WinBack
import WinBackCommandLine
import WinBackFiles
import WinBackFormats

package struct CheckCommand: Command {
  private static let directory = ArgumentDescription(
    "DIRECTORY",
    isRequired: false,
    kind: .directory,
    help: "the folder with the file winback.json, or that file; by default the current folder"
  )
  static let base = Option("base", "PATH|git:REF", .file("json"))
    .help("show who gains and who loses compared with this revision, folder or catalog")
  static let against = Option(repeatable: "against", "LIVE", .file("json"))
    .help("find changes to what is locked in this live catalog; may be repeated")
    .default("that of winback.json")
  static let minimumCoverage = Option("minimum-coverage", "PERCENT", .percentage)
    .help("fail if scenarios cover less")
    .default("that of winback.json")
  static let minimumMutation = Option("minimum-mutation", "PERCENT", .percentage)
    .help("fail if scenarios notice fewer changes")
    .default("that of winback.json")
  private static let strict = Option(flag: "strict")
    .help("also fail for notes, and for an accepted finding that no longer exists")
  static let failOnLoss = Option(flag: "fail-on-loss")
    .help("with --base, fail if a customer loses an offer and winback.json does not accept it")

  private static let outputs = "Other outputs"
  private static let github = Option(flag: "github").section(outputs)
    .help("print annotations for GitHub Actions, too")
  private static let markdown = Option("markdown", "FILE", .newFile("md")).section(outputs)
    .help("write a comment for the pull request")
  private static let sarif = Option("sarif", "FILE", .newFile("sarif")).section(outputs)
    .help("write the findings as SARIF 2.1.0")
  private static let junit = Option("junit", "FILE", .newFile("xml")).section(outputs)
    .help("write the results as JUnit XML")

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
    options: [base, against, minimumCoverage, minimumMutation, strict, failOnLoss, .asOf]
      + [github, markdown, sarif, junit, .output, .json],
    examples: [
      "winback check": "the current folder",
      "winback check offers --base git:main --github --markdown comment.md":
        "a pull request: what it changes, and its errors",
    ],
    exitStatuses: [
      .done: "every check passed",
      .checkFailed: "there is a finding, a scenario failed, or too little is covered or noticed",
      .badData: "a file cannot be read; everything else was checked",
      .cannotOpen: "a file cannot be opened; everything else was checked",
    ]
  )

  private let arguments: ParsedArguments
  private let file: String

  init(arguments: ParsedArguments) throws(CommandFailure) {
    self.arguments = arguments
    let name = CheckConfiguration.fileName
    file =
      switch arguments.value(Self.directory) {
      case nil, ".": name
      case .some(let path) where path.hasSuffix(".json"): path
      case .some(let path): CheckConfiguration.path(inFolder: path)
      }
    try arguments.expectApart(Self.github, .json)
    try arguments.expect(Self.base, for: Self.failOnLoss)
  }

  func run(on console: Console) throws(CommandFailure) -> ExitStatus {
    let report: CheckReport
    do {
      report = try self.report(on: console)
    } catch {
      guard error.status != .wrongUsage else { throw error }
      if error.status == .cannotOpen {
        console.report(Diagnostic(.note, "'winback new' makes a folder with a winback.json"))
      }
      report = CheckReport(file: file, faults: [error])
    }
    let told =
      report.unreadable + report.differences + report.unusedSuppressions + report.shortfalls
    for diagnostic in told { console.report(diagnostic) }
    try write(report, on: console)
    return report.status
  }

  private func report(on console: Console) throws(CommandFailure) -> CheckReport {
    let run = CheckRun(
      arguments: arguments,
      configuration: try CheckConfiguration(at: file, on: console),
      console: console
    )
    return try run.report(from: CheckReport(file: file, isStrict: arguments[Self.strict]))
  }

  private func write(_ report: CheckReport, on console: Console) throws(CommandFailure) {
    try arguments.write(CheckMarkdown.text(of: report).utf8, to: Self.markdown, on: console)
    try arguments.write(JUnitXML.text(of: report).utf8, to: Self.junit, on: console)
    var lint = report.lint ?? LintReport(file: report.file, results: [])
    lint.faults = report.unreadable
    try arguments.write(SARIF.log(of: lint), to: Self.sarif, on: console)
    try arguments.write(
      on: console,
      json: report.json,
      annotations: arguments[Self.github] ? report.annotations : []
    ) { $0.text(of: report) }
  }
}
