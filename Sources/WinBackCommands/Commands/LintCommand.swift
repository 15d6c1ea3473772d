import CEL
import WinBack
import WinBackFormats

/// `winback lint`: what is wrong with a catalog before it is launched.
struct LintCommand: Command {
  private static let catalog = PositionalDescription(
    "CATALOG",
    kind: .file(extensions: ["json"]),
    help: "the catalog: the subscriptions and their win-back offers; '-' is standard input"
  )

  private static let against = Option(
    "against",
    "LIVE",
    .file("json"),
    help: "find changes to what is locked in this catalog, which is the one that is live"
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
  private let catalogPath: String
  private let catalogFormat: CatalogFormat?
  private let livePath: String?
  private let suppressionsPath: String?
  private let disabled: Set<LintCode>
  private let sarif: OutputFile?
  private let output: OutputFile
  private let printsJSON: Bool
  private let printsAnnotations: Bool
  private let isVerbose: Bool

  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    catalogPath = try arguments.required(Self.catalog)
    engineOptions = try EngineOptions(
      arguments,
      catalog: catalogPath,
      inputs: [Self.against, Self.suppressions]
    )
    catalogFormat = arguments[EngineOptions.catalogFormat]
    livePath = arguments[Self.against]
    suppressionsPath = arguments[Self.suppressions]
    disabled = Set(arguments[Self.disable])
    sarif = arguments[Self.sarif].map { OutputFile($0) }
    output = OutputFile(arguments[.output])
    printsJSON = arguments[.json]
    printsAnnotations = arguments[Self.github]
    isVerbose = arguments[.verbose]
    guard !(printsJSON && printsAnnotations) else {
      throw arguments.wrongUsage("expected '--json' or '--github', found both")
    }
  }

  func run(on console: Console) throws(CommandFailure) -> ExitStatus {
    let catalog = try CatalogFile(
      catalogPath,
      as: catalogFormat,
      isVerbose: isVerbose,
      on: console
    )
    let engine = try engineOptions.engine(for: catalog.catalog, from: catalog.input, on: console)
    let live = try livePath.map { path throws(CommandFailure) in
      try CatalogFile(path, as: nil, isVerbose: isVerbose, on: console).catalog
    }
    let suppressions = try readSuppressions(on: console)
    let now = try engineOptions.instant(for: engine, on: console)
    let findings = CatalogLinter(engine, against: live, asOf: now).findings()
      .filter { !disabled.contains($0.code) }
    reportUnused(suppressions, findings, on: console)
    let report = LintReport(
      file: catalog.input.name,
      results: findings.map { finding in
        LintResult(
          finding: finding,
          location: catalog.location(of: finding.place),
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

  /// The file of suppressions: the one that is named, or the one beside the catalog if there is one.
  private var suppressionsFile: InputFile? {
    if let suppressionsPath { return InputFile(suppressionsPath) }
    let path = Suppressions.path(for: catalogPath)
    return catalogPath != "-" && (try? Platform.status(ofPath: path)) != nil ? InputFile(path) : nil
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
