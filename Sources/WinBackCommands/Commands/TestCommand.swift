import WinBack
import WinBackTesting

/// `winback test`: scenario files against the offers that they name.
struct TestCommand: Command {
  private static let paths = PositionalDescription(
    "PATH",
    count: .oneOrMore,
    kind: .file(extensions: ["json"]),
    help: "scenario files, or directories that are searched for *.scenarios.json"
  )

  private static let filter = OptionDescription.value(
    "filter",
    "TEXT",
    help: "run only the scenarios with this text in their name"
  )

  private static let catalog = OptionDescription.value(
    "catalog",
    short: "c",
    "FILE",
    kind: .file(extensions: ["json"]),
    help: "run against this catalog instead of those that the files name"
  )

  private static let junit = OptionDescription.value(
    "junit",
    "FILE",
    kind: .file(extensions: ["xml"]),
    help: "write the results as JUnit XML, too"
  )

  private static let github = OptionDescription.flag(
    "github",
    help: "print what fails as annotations for GitHub, too"
  )

  static let description = CommandDescription(
    name: "test",
    abstract: "test offers with the customers that you have in mind",
    discussion: """
      A scenario is a customer with a name, and what is expected of the offers at some instants. \
      Keep scenarios beside the catalog, and let continuous integration tell when a change breaks \
      a promise, before the App Store locks it. 'winback schema scenarios' describes the files.
      """,
    positionals: [paths],
    options: [
      filter, catalog, .rules, junit, github, .output, .json,
    ],
    examples: [
      CommandExample("winback test .", "all scenarios below this directory"),
      CommandExample(
        "winback test offers.scenarios.json --filter wait",
        "those about the wait between offers"
      ),
      CommandExample(
        "winback test . --junit results.xml --github",
        "in continuous integration"
      ),
    ],
    exitStatuses: [
      .done: "all scenarios passed",
      .checkFailed: "a scenario failed, or there is none",
      .badData: "a file is broken; all others were run",
      .cannotOpen: "a file cannot be opened; all others were run",
    ]
  )

  private let run: TestRun
  private let junit: String?
  private let annotates: Bool
  private let output: OutputFile
  private let printsJSON: Bool

  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    run = TestRun(
      files: ScenarioFiles.all(in: arguments.values(Self.paths)),
      filter: arguments.value(Self.filter),
      catalog: arguments.value(Self.catalog),
      rules: arguments.value(.rules)
    )
    junit = arguments.value(Self.junit)
    annotates = arguments.flag(Self.github)
    output = OutputFile(arguments.value(.output))
    printsJSON = arguments.flag(.json)
    guard !(annotates && printsJSON) else {
      throw arguments.wrongUsage("options '--github' and '--json' do not go together")
    }
  }

  func run(on console: Console) throws(CommandFailure) -> ExitStatus {
    let report = run.report(on: console)
    for diagnostic in report.files.flatMap({ $0.fault?.diagnostics ?? [] }) {
      console.report(diagnostic)
    }
    if let junit { try OutputFile(junit).write(JUnitXML.text(of: report), on: console) }
    try output.withChannel(on: console) { channel throws(CommandFailure) in
      if printsJSON {
        try channel.write(TestJSON.bytes(of: report).span)
      } else {
        try channel.write(TestText(for: channel).text(of: report))
        if annotates { try channel.write(GitHubAnnotations.text(of: report)) }
      }
    }
    return report.status
  }
}
