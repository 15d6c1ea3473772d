import WinBackCommands

/// A command with an option and an argument of every kind; it prints what it was given.
struct SampleCommand: Command {
  static let catalog = OptionDescription.value(
    "catalog",
    short: "c",
    "CATALOG",
    kind: .file(extensions: ["json", "storekit"]),
    isRequired: true,
    help: "the catalog with the offers"
  )
  static let days = OptionDescription.value(
    "days",
    "NUMBER",
    help: "move the instant by this many days",
    defaultText: "0"
  )
  static let folder = OptionDescription.value(
    "folder",
    "DIRECTORY",
    kind: .directory,
    help: "the folder that it's in [or was]",
    section: OptionSection("Places")
  )
  static let quiet = OptionDescription.flag("quiet", short: "q", help: "say nothing")
  static let verbose = OptionDescription.flag("verbose", short: "v", help: "say everything")
  static let format = OptionDescription.format(["native", "app-store-server", "storekit"])

  static let verb = PositionalDescription(
    "VERB",
    kind: .choices(["show", "count"]),
    help: "what to do"
  )
  static let paths = PositionalDescription(
    "PATH",
    count: .zeroOrMore,
    kind: .file(extensions: ["json"]),
    help: "what to do it with: files of any size, each of them with one customer, in any order"
  )

  static let description = CommandDescription(
    name: "sample",
    abstract: "show what every kind of option looks like",
    discussion: """
      A paragraph that is long enough to be wrapped when the terminal has eighty columns or fewer.

        laid out   by hand
      """,
    positionals: [verb, paths],
    options: [catalog, days, quiet, verbose, folder, .asOf, .policy, format, .output, .json],
    examples: [
      CommandExample("winback sample show --catalog catalog.json", "the smallest call"),
      CommandExample("cat a.json | winback sample count - -qc catalog.json", "standard input"),
    ],
    exitStatuses: [.done: "all is well", .checkFailed: "something is not as it should be"]
  )

  let arguments: ParsedArguments
  let days: Int?

  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    self.arguments = arguments
    days = try arguments.value(Self.days, expected: "a whole number", as: { Int($0) })
  }

  func run(on console: Console) throws(CommandFailure) -> ExitStatus {
    var words = [try arguments.required(Self.verb)] + arguments.values(Self.paths)
    words.append("catalog=\(try arguments.required(Self.catalog))")
    if let days { words.append("days=\(days)") }
    if let asOf = arguments.value(.asOf) { words.append("as-of=\(asOf)") }
    words += arguments.values(.policy).map { "policy=\($0)" }
    for flag in [Self.quiet, Self.verbose, .json] where arguments.flag(flag) {
      words.append(flag.name)
    }
    let line = words.map { "[\($0)]" }.joined(separator: " ") + "\n"
    try OutputFile(arguments.value(.output)).write(line, on: console)
    return .done
  }
}
