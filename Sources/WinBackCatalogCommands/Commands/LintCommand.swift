import WinBack
import WinBackAnalysis
import WinBackCommandLine
import WinBackFiles
import WinBackFormats

package struct LintCommand: Command {
  private static let catalog = ArgumentDescription(
    "CATALOG",
    isRequired: false,
    isRepeatable: true,
    kind: .file(extensions: ["json"]),
    help: "the catalog, in one file or several, like '--catalog'; '-' is standard input"
  )
  private static let against = Option(repeatable: "against", "LIVE", .file("json"))
    .help("find changes to what is locked in this live catalog; may be repeated")
  private static let disable = Option(repeatable: "disable", "CODE", .choice(of: LintCode.self))
    .help("leave out the findings of this code; may be repeated")
  private static let suppressions = Option("suppressions", "FILE", .file("json"))
    .help("the findings that are accepted, each with the reason")
    .default("CATALOG with .lint.json for .json, if that file exists")
  private static let sarif = Option("sarif", "FILE", .newFile("sarif"))
    .help("write the findings to this file, too, as SARIF 2.1.0")
  private static let github = Option(flag: "github").help("print annotations for GitHub Actions")

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
      EngineOptions.optionalCatalog, against, disable, suppressions, sarif, github,
      EngineOptions.screens, .asOf, .rules, .policy,
    ] + EngineOptions.catalogReading + [.verbose, .output, .json],
    examples: [
      "winback lint catalog.json": "everything that is wrong with the catalog",
      "winback lint catalog.json --against live.json --as-of 2025-01-15":
        "also changes that are no longer possible on that day",
      "winback lint catalog.json --disable contained-offer --sarif lint.sarif --github":
        "for a check of a change on GitHub",
    ],
    exitStatuses: [
      .done: "no error was found; there may be warnings and notes",
      .checkFailed: "an error was found",
    ]
  )

  private let engineOptions: EngineOptions
  private let arguments: ParsedArguments
  private let catalogPaths: [String]

  init(arguments: ParsedArguments) throws(CommandFailure) {
    self.arguments = arguments
    catalogPaths = arguments[EngineOptions.optionalCatalog] + arguments.values(Self.catalog)
    if catalogPaths.isEmpty { _ = try arguments.required(Self.catalog) }
    engineOptions = EngineOptions(arguments, EngineSettings(catalogs: catalogPaths))
    try arguments.expectOne(of: .json, Self.github)
  }

  func run(on console: Console) throws(CommandFailure) -> ExitStatus {
    let report: LintReport
    var failure: CommandFailure?
    do {
      report = try lint(on: console)
    } catch {
      guard error.status == .badData || error.status == .cannotOpen else { throw error }
      // Programs read, too, what is wrong with a file.
      let name = catalogPaths.map { InputFile($0).name }.joined(separator: ", ")
      report = LintReport(file: name, results: [], faults: error.diagnostics)
      failure = error
    }
    try arguments.write(SARIF.log(of: report), to: Self.sarif, on: console)
    let isForGitHub = arguments[Self.github]
    if let failure, !isForGitHub { throw failure }
    try arguments.write(
      on: console,
      json: JSONWriter.document { $0.members(of: report) },
      annotations: isForGitHub ? report.annotations : []
    ) { isForGitHub ? "" : $0.text(of: report) }
    if let failure { throw failure }
    return report.count(.error) > 0 ? .checkFailed : .done
  }

  private func lint(on console: Console) throws(CommandFailure) -> LintReport {
    let files = try EngineOptions.readCatalog(catalogPaths, arguments, on: console)
    let engine = try engineOptions.engine(of: (files.catalog, files.name), on: console)
    let against = arguments[Self.against]
    let options = EngineOptions.catalogOptions(in: arguments)
    let isVerbose = arguments[.verbose]
    let live =
      try against.isEmpty
      ? nil : CatalogFiles(against, options, isVerbose: isVerbose, on: console).catalog
    let suppressions = try Suppressions(
      at: arguments[Self.suppressions] ?? Suppressions.path(beside: catalogPaths),
      on: console
    )
    let report = try LintReport(
      of: files,
      engine,
      against: live,
      asOf: engineOptions.instant(for: engine, on: console),
      except: Set(arguments[Self.disable]),
      suppressions
    )
    for warning in report.unusedSuppressions { console.report(warning) }
    _ = try EngineOptions.screens(from: engineOptions.settings.screens, on: console)
    return report
  }
}
