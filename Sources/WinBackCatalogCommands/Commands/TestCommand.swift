import WinBack
import WinBackCommandLine
import WinBackFiles
import WinBackFormats
import WinBackTesting

package struct TestCommand: Command {
  private static let paths = ArgumentDescription(
    "PATH",
    isRequired: false,
    isRepeatable: true,
    kind: .file(extensions: ["json"]),
    help: "scenario files, or directories that are searched for *.scenarios.json; by default the "
      + "current one"
  )
  private static let filter = Option("filter", "TEXT", .text)
    .help("run only the scenarios with this text in their name")
  private static let catalog = Option(repeatable: "catalog", "FILE", .file("json")).short("c")
    .help("run against this catalog instead of those that the files name; may be repeated")
  private static let junit = Option("junit", "FILE", .newFile("xml"))
    .help("also write the results as JUnit XML")
  private static let github = Option(flag: "github")
    .help("also print failures as annotations for GitHub")

  private static let measures = "How good the scenarios are"
  private static let coverage = Option(flag: "coverage").section(measures)
    .help("list the conditions of offers that no scenario shows, with scenarios that would")
  private static let minimumCoverage = Option("minimum-coverage", "PERCENT", .percentage)
    .help("fail if less is covered")
    .section(measures)
  private static let mutate = Option(flag: "mutate").section(measures)
    .help("list small changes of the offers that no scenario notices, with scenarios that would")
  private static let minimumMutation = Option("minimum-mutation", "PERCENT", .percentage)
    .help("fail if fewer changes are noticed")
    .section(measures)
  private static let generate = Option(flag: "generate").section(measures)
    .help(
      "print a suite for the catalog that '--catalog' names, which shows every condition at its "
        + "boundary and notices every small change"
    )

  static let description = CommandDescription(
    name: "test",
    abstract: "test offers with the customers that you have in mind",
    discussion: """
      A scenario is a customer with a name, and your expectations about the offers at some \
      instants. Keep scenarios beside the catalog. Continuous integration then reports a change \
      that breaks a promise, before the App Store locks it. 'winback print schema scenarios' describes \
      the files.
      """,
    positionals: [paths],
    options: [
      filter, catalog, junit, github, coverage, minimumCoverage, mutate, minimumMutation,
      generate, .rules,
    ] + EngineOptions.catalogReading + [.output, .json],
    examples: [
      "winback test .": "all scenarios below this directory",
      "winback test offers.scenarios.json --filter wait":
        "the scenarios about the wait between offers",
      "winback test . --junit results.xml --minimum-coverage 90 --minimum-mutation 90":
        "in continuous integration",
      "winback test --generate --catalog catalog.json --output edges.scenarios.json":
        "a suite to start from",
    ],
    exitStatuses: [
      .done: "all scenarios passed",
      .checkFailed: "a scenario failed, there is none, or too little is covered or noticed",
      .badData: "a file cannot be read; the scenarios of all others were run",
      .cannotOpen: "a file cannot be opened; all others were run",
    ]
  )

  private let arguments: ParsedArguments

  init(arguments: ParsedArguments) throws(CommandFailure) {
    self.arguments = arguments
    if arguments[Self.generate] { try checkGeneration() }
    try arguments.expectApart(Self.github, .json)
  }

  private func checkGeneration() throws(CommandFailure) {
    let count = arguments[Self.catalog].count
    guard count == 1 else {
      throw arguments.wrongUsage(
        count == 0
          ? "option '--generate' needs '--catalog'"
          : "option '--generate' needs one '--catalog', which the suite names, found \(count)"
      )
    }
    if let path = arguments.value(Self.paths) {
      throw arguments.wrongUsage("option '--generate' runs no scenarios, found '\(path)'")
    }
    let others: [any OptionDeclaration] = [
      Self.filter, Self.junit, Self.github, Self.coverage, Self.minimumCoverage, Self.mutate,
      Self.minimumMutation, .json,
    ]
    for option in others { try arguments.expectApart(Self.generate, option) }
  }

  func run(on console: Console) throws(CommandFailure) -> ExitStatus {
    if arguments[Self.generate], let path = arguments[Self.catalog].first {
      let suite = try SuiteGenerator.file(
        catalog: path,
        EngineOptions.readCatalog([path], arguments, on: console).catalog,
        rules: arguments[.rules],
        path: arguments[.output],
        on: console
      )
      try arguments.output.write(suite, on: console)
      return .done
    }
    let paths = arguments.values(Self.paths)
    var report = TestReport(
      running: ScenarioFiles(in: paths.isEmpty ? ["."] : paths),
      named: arguments[Self.filter],
      with: try overrides(on: console),
      on: console
    )
    for diagnostic in report.faults.flatMap(\.diagnostics) { console.report(diagnostic) }
    var fault: CommandFailure?
    do throws(CommandFailure) {
      report.qualities = try SuiteQuality.all(
        of: report,
        coverage: arguments[Self.coverage],
        mutants: arguments[Self.mutate],
        (arguments[Self.minimumCoverage], arguments[Self.minimumMutation])
      )
    } catch {
      fault = error
    }
    let junit = JUnitXML.text(of: report, fault.map { [$0] } ?? [])
    try arguments.write(junit.utf8, to: Self.junit, on: console)
    if let fault { throw fault }
    let shortfalls = report.qualities.flatMap(\.shortfalls)
    try arguments.write(
      on: console,
      json: JSONWriter.document { $0.members(of: report) },
      annotations: arguments[Self.github] ? report.annotations(shortfalls) : []
    ) { $0.text(of: report) }
    for shortfall in shortfalls { console.report(shortfall) }
    return report.status == .done && !shortfalls.isEmpty ? .checkFailed : report.status
  }

  private func overrides(on console: Console) throws(CommandFailure) -> ScenarioOverrides {
    var overrides = ScenarioOverrides()
    let paths = arguments[Self.catalog]
    if !paths.isEmpty {
      let files = try EngineOptions.readCatalog(paths, arguments, on: console)
      overrides.catalog = (files.name, files.catalog)
    }
    if let path = arguments[.rules] {
      overrides.rules = (path, try EngineOptions.rules(from: path, on: console))
    }
    return overrides
  }
}
