import WinBackCommandLine

package struct LintCommand: Command {
  private static let catalog = ArgumentDescription(
    "CATALOG",
    isRepeatable: true,
    kind: .file(extensions: ["json"]),
    help: "the catalog, in one file or several; '-' is standard input"
  ).inProject("catalog")
  private static let base = Option(repeatable: "base", "FILE", .file("json")).inProject("live")
    .help("find changes to what is locked in this live catalog; may be repeated")

  static let description = CommandDescription(
    name: "lint",
    abstract: "find what the App Store rejects and what can never be right",
    discussion: """
      It finds values that App Store Connect does not accept. It also finds offers that no customer \
      can ever be eligible for, that a better offer always hides, or that have the same criteria as \
      another one. Findings about customers are exact: they hold for all possible customers, with \
      these rules and policies. If a customer can prove a finding, the finding describes this \
      customer, and 'winback evaluate' gives the same answer.
      """,
    positionals: [catalog],
    options: [
      base, EngineOptions.kind, .report(.sarif, .github), .asOf, .rules, .policy, .json,
    ],
    examples: [
      "winback lint catalog.json": "everything that is wrong with the catalog",
      "winback lint catalog.json --base live.json --as-of 2025-01-15":
        "also changes that are no longer possible on that day",
      "winback lint catalog.json --report sarif:lint.sarif --report github":
        "for a check of a change on GitHub",
    ],
    exitStatuses: [
      .done: "no error was found; there may be warnings and notes",
      .checkFailed: "an error was found",
    ]
  )

  let arguments: ParsedArguments

  func run(on console: Console) throws(CommandFailure) -> ExitStatus {
    let report: LintReport
    var failure: CommandFailure?
    do {
      report = try lint(on: console)
    } catch {
      guard error.status == .badData || error.status == .cannotOpen else { throw error }
      // Programs read, too, what is wrong with a file.
      let names = arguments.values(Self.catalog).map { InputFile($0).name }
      let name = names.joined(separator: ", ")
      report = LintReport(file: name, results: [], faults: error.diagnostics)
      failure = error
    }
    try arguments.write(SARIF.log(of: report), as: .sarif, on: console)
    let isForGitHub = arguments.report(.github) != nil
    if let failure, !isForGitHub { throw failure }
    try arguments.write(
      on: console,
      json: JSONWriter.document { $0.members(of: report) },
      annotations: report.annotations
    ) { isForGitHub ? "" : $0.text(of: report) }
    if let failure { throw failure }
    return report.count(.error) > 0 ? .checkFailed : .done
  }

  private func lint(on console: Console) throws(CommandFailure) -> LintReport {
    let engineOptions = EngineOptions(arguments)
    let paths = arguments.values(Self.catalog)
    let files = try CatalogFiles(paths, arguments.catalogOptions, on: console)
    let ruleSets = try engineOptions.ruleSets(besides: [.winBack], on: console)
    let catalog = (files.catalog, files.name)
    let engine = try engineOptions.engine(of: catalog, by: ruleSets, on: console)
    let winBack =
      try engine.kind == .promotional
      ? engineOptions.engine(of: catalog, by: ruleSets, deciding: .winBack, on: console) : nil
    let base = arguments[Self.base]
    let live =
      try base.isEmpty ? nil : CatalogFiles(base, arguments.catalogOptions, on: console).catalog
    // What a project accepts is about its own catalog.
    let project = arguments.has(Self.catalog) ? nil : arguments.project
    let suppressions = try project.map { project throws(CommandFailure) in
      try CheckConfiguration(at: project.file, on: console).suppressions
    }
    let report = try LintReport(
      of: files,
      engine,
      beside: winBack,
      against: live,
      asOf: engineOptions.instant(for: engine, on: console),
      suppressions ?? Suppressions()
    )
    for warning in report.unusedSuppressions { console.report(warning) }
    engine.warnWithoutOffers(to: "check", on: console)
    ruleSets.reportTraps(on: console)
    return report
  }
}
