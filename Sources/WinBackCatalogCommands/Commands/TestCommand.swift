import WinBackCommandLine

package struct TestCommand: Command {
  private static let paths = ArgumentDescription(
    "PATH",
    isRequired: false,
    isRepeatable: true,
    kind: .file(extensions: ["json"]),
    help: "scenario files, or directories that are searched for *.scenarios.json; by default the "
      + "current one"
  ).inProject("scenarios")
  private static let catalog = EngineOptions.optionalCatalog
    .help("run against this catalog instead of those that the files name; may be repeated")
  private static let generate = Option(flag: "generate")
    .help(
      "print scenarios for the catalog, which show every condition at its boundary and notice every "
        + "small change"
    ).excluding(filter, coverage, .report(.junit, .github), .json)
  private static let filter = Option("filter", "TEXT", .text)
    .help("run only the scenarios with this text in their name")
  private static let coverage = Option(flag: "coverage")
    .help(
      "list what no scenario shows, and small changes of the offers that none notices, with scenarios "
        + "that would"
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
      filter, coverage, generate, EngineOptions.kind, .report(.junit, .github), catalog, .rules,
      .policy, .json,
    ],
    examples: [
      "winback test .": "all scenarios below this directory",
      "winback test offers.scenarios.json --filter wait":
        "the scenarios about the wait between offers",
      "winback test --coverage": "what no scenario of the folder's winback.json tests",
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

  let arguments: ParsedArguments

  func run(on console: Console) throws(CommandFailure) -> ExitStatus {
    guard !arguments[Self.generate] else { return try generate(on: console) }
    var report = TestReport(
      running: ScenarioFiles(in: paths),
      named: arguments[Self.filter],
      with: try overrides(on: console),
      on: console
    )
    let told = report.faults.flatMap(\.diagnostics) + report.differences
    for diagnostic in told { console.report(diagnostic) }
    var fault: CommandFailure?
    do throws(CommandFailure) {
      // What the project requires of all of its scenarios says nothing about some of them.
      let isPart = arguments.has(Self.paths) || arguments.has(Self.filter)
      let project = isPart ? nil : arguments.project
      report.qualities = try SuiteQuality.all(
        of: report,
        isAsked: arguments[Self.coverage],
        (project?.minimumCoverage, project?.minimumMutation)
      )
    } catch {
      fault = error
    }
    let junit = JUnitXML.text(of: report, fault.map { [$0] } ?? [])
    try arguments.write(junit.utf8, as: .junit, on: console)
    if let fault { throw fault }
    let shortfalls = report.qualities.flatMap(\.shortfalls)
    try arguments.write(
      on: console,
      json: JSONWriter.document { $0.members(of: report) },
      annotations: report.annotations(shortfalls + report.differences)
    ) { $0.text(of: report) }
    for shortfall in shortfalls { console.report(shortfall) }
    let isShort = !shortfalls.isEmpty || !report.differences.isEmpty
    return report.status == .done && isShort ? .checkFailed : report.status
  }

  private func generate(on console: Console) throws(CommandFailure) -> ExitStatus {
    let catalogs = arguments[Self.catalog]
    guard catalogs.count == 1 else {
      throw arguments.wrongUsage(
        catalogs.isEmpty
          ? "option '--generate' needs '--catalog'"
          : "option '--generate' needs one '--catalog', which the suite names, found \(catalogs.count)"
      )
    }
    if arguments.has(Self.paths), let path = arguments.value(Self.paths) {
      throw arguments.wrongUsage("option '--generate' runs no scenarios, found '\(path)'")
    }
    let suite = try SuiteGenerator.file(
      catalog: catalogs[0],
      CatalogFiles(catalogs, arguments.catalogOptions, on: console).catalog,
      rules: EngineOptions(arguments).ruleSets(on: console).deciding,
      path: arguments[.output],
      on: console
    )
    try arguments.output.write(suite, on: console)
    return .done
  }

  /// The files and folders with the scenarios.
  private var paths: [String] {
    let paths = arguments.values(Self.paths)
    guard paths.isEmpty else { return paths }
    return [arguments.project.map { PathName.path(".", from: $0.file) } ?? "."]
  }

  private func overrides(on console: Console) throws(CommandFailure) -> ScenarioOverrides {
    var overrides = ScenarioOverrides()
    if let project = arguments.project, !arguments.has(Self.catalog) {
      overrides = try CheckSide(project, arguments, on: console).overrides
    }
    overrides.kind = arguments[EngineOptions.kind] ?? .winBack
    guard overrides.source == nil else { return overrides }
    let paths = arguments[Self.catalog]
    if !paths.isEmpty {
      let files = try CatalogFiles(paths, arguments.catalogOptions, on: console)
      overrides.catalog = (files.name, files.catalog)
    }
    if !arguments[.rules].isEmpty {
      let ruleSets = try RuleSets(arguments[.rules], on: console)
      overrides.rules = ruleSets.offers.filter { $0.value.path != nil }
      overrides.screens = ruleSets.ownScreens
    }
    overrides.policies = arguments[.policy]
    return overrides
  }
}
