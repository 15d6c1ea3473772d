import CEL
import WinBack
import WinBackFormats

/// `winback lint`: what is wrong with a catalog before it is launched.
struct LintCommand: Command {
  private static let catalog = PositionalDescription(
    "CATALOG",
    count: .oneOrMore,
    kind: .file(extensions: ["json"]),
    help:
      "the catalog: the subscriptions and their win-back offers, in one file or several; '-' is "
      + "standard input"
  )

  private static let against = Option(
    repeatable: "against",
    "LIVE",
    .file("json"),
    help: "find changes to what is locked in this catalog, which is the one that is live; may be "
      + "repeated"
  )

  private static let disable = Option(
    repeatable: "disable",
    "CODE",
    .choice(of: LintCode.self),
    help: "leave out the findings of this code; may be repeated"
  )

  private static let suppressions = Option(
    "suppressions",
    "FILE",
    .file("json"),
    help: "the findings that are accepted, each with the reason",
    default: "CATALOG with .lint.json for .json, where there is such a file"
  )

  private static let sarif = Option(
    "sarif",
    "FILE",
    .newFile("sarif"),
    help: "write the findings to this file, too, as SARIF 2.1.0"
  )

  private static let github = Option(
    flag: "github",
    help: "print annotations for GitHub Actions"
  )

  static let description = CommandDescription(
    name: "lint",
    abstract: "find what the App Store refuses and what can never be right",
    discussion: """
      It finds what App Store Connect does not take, offers that nobody can ever have, that are \
      always hidden behind a better one, or that ask what another one asks. What it says of customers \
      is exact: it holds for all that there can be, by the rules and policies that are set, and \
      wherever somebody can show it, the finding names a customer who does. 'winback evaluate' comes \
      to the same of that customer.
      """,
    positionals: [catalog],
    options: [against, disable, suppressions, sarif, github] + EngineOptions.all + [
      .verbose, .output, .json,
    ],
    examples: [
      CommandExample("winback lint catalog.json", "everything that is wrong with the catalog"),
      CommandExample(
        "winback lint catalog.json --against live.json --as-of 2025-01-15",
        "also what may no longer be changed on that day"
      ),
      CommandExample(
        "winback lint catalog.json --disable contained-offer --sarif lint.sarif --github",
        "for a check of a change on GitHub"
      ),
    ],
    exitStatuses: [
      .done: "no error was found; there may be warnings and notes",
      .checkFailed: "an error was found",
    ]
  )

  private let engineOptions: EngineOptions
  private let arguments: ParsedArguments
  private let catalogPaths: [String]
  private let livePaths: [String]
  private let suppressionsPath: String?
  private let disabled: Set<LintCode>
  private let sarif: OutputFile?
  private let output: OutputFile
  private let printsJSON: Bool
  private let printsAnnotations: Bool

  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    self.arguments = arguments
    catalogPaths = arguments.values(Self.catalog)
    engineOptions = try EngineOptions(
      arguments,
      catalogs: catalogPaths,
      inputs: [Self.against, Self.suppressions]
    )
    livePaths = arguments[Self.against]
    suppressionsPath = arguments[Self.suppressions]
    disabled = Set(arguments[Self.disable])
    sarif = arguments[Self.sarif].map { OutputFile($0) }
    output = OutputFile(arguments[.output])
    printsJSON = arguments[.json]
    printsAnnotations = arguments[Self.github]
    guard !(printsJSON && printsAnnotations) else {
      throw arguments.wrongUsage("expected '--json' or '--github', found both")
    }
  }

  func run(on console: Console) throws(CommandFailure) -> ExitStatus {
    let files = try EngineOptions.readCatalog(catalogPaths, arguments, on: console)
    let engine = try engineOptions.engine(for: files.catalog, named: files.name, on: console)
    let live = livePaths.isEmpty ? nil : try readLive(on: console)
    let suppressions = try readSuppressions(on: console)
    let now = try engineOptions.instant(for: engine, on: console)
    let findings = CatalogLinter(engine, against: live, asOf: now).findings()
      .filter { !disabled.contains($0.code) }
    reportUnused(suppressions, findings, on: console)
    let report = LintReport(
      file: files.name,
      results: findings.map { finding in
        let (file, location) = files.location(of: finding.place)
        return LintResult(
          finding: finding,
          file: file,
          location: location,
          suppression: suppressions.reason(for: finding)
        )
      }
    )
    if let sarif {
      let log = SARIF.log(of: report)
      try sarif.withChannel(on: console) { channel throws(CommandFailure) in
        try channel.write(log.span)
      }
    }
    try output.withChannel(on: console) { channel throws(CommandFailure) in
      if printsJSON {
        try channel.write(LintJSON.document(of: report).span)
      } else if printsAnnotations {
        try channel.write(LintAnnotations.text(of: report))
      } else {
        try channel.write(LintText(for: channel).text(of: report))
      }
    }
    return report.count(.error) > 0 ? .checkFailed : .done
  }

  /// Reads the catalog that is live, in whichever format it is.
  private func readLive(on console: Console) throws(CommandFailure) -> Catalog {
    try CatalogFiles(
      livePaths,
      as: nil,
      EngineOptions.catalogOptions(in: arguments),
      isVerbose: arguments[.verbose],
      on: console
    ).catalog
  }

  /// The file of suppressions: the one that is named, or the one beside the first file of the catalog
  /// if there is one.
  private var suppressionsFile: InputFile? {
    if let suppressionsPath { return InputFile(suppressionsPath) }
    guard let catalog = catalogPaths.first, catalog != "-" else { return nil }
    let path = Suppressions.path(for: catalog)
    return (try? Platform.status(ofPath: path)) != nil ? InputFile(path) : nil
  }

  private func readSuppressions(on console: Console) throws(CommandFailure) -> Suppressions {
    guard let file = suppressionsFile else { return .none }
    return try file.parse(on: console) { bytes throws(FormatError) in
      try Suppressions(json: bytes)
    }
  }

  private func reportUnused(
    _ suppressions: Suppressions,
    _ findings: [LintFinding],
    on console: Console
  ) {
    for entry in suppressions.unused(by: findings) where !disabled.contains(entry.code) {
      console.report(
        Diagnostic(
          .warning,
          "\(entry.location.message) [\(entry.code.rawValue)]",
          file: suppressionsFile?.name,
          line: entry.location.line,
          column: entry.location.column,
          path: entry.location.path
        )
      )
    }
  }
}
