import WinBackCommandLine

/// A command with an option and an argument of every kind; it prints what it was given.
struct SampleCommand: Command {
  static let catalog = Option("catalog", "CATALOG", .file("json", "storekit")).short("c").required
    .help("the catalog with the offers")
  static let days = Option("days", "NUMBER", ValueType(expecting: "a whole number") { Int($0) })
    .help("move the instant by this many days")
    .default("0")
  static let folder = Option("folder", "DIRECTORY", .directory)
    .help("the folder that it's in [or was]")
  static let verbose = Option(flag: "verbose").short("v")
    .help("say everything")
  static let format = Option(
    "format",
    "NAME",
    ValueType.choice(["native", "app-store-server", "storekit"]) { $0 }
  )
  .help("read the input as this format")
  .default("detected from the input").common

  static let verb = ArgumentDescription(
    "VERB",
    kind: .choices(["show", "count"]),
    help: "what to do"
  )
  static let paths = ArgumentDescription(
    "PATH",
    isRequired: false,
    isRepeatable: true,
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
    options: [catalog, days, verbose, folder, .asOf, .policy, format, .json],
    examples: [
      "winback sample show --catalog catalog.json": "the smallest call",
      "cat a.json | winback sample count - -qc catalog.json": "standard input",
    ],
    exitStatuses: [.done: "all is well", .checkFailed: "something is not as it should be"]
  )

  let arguments: ParsedArguments

  func run(on console: Console) throws(CommandFailure) -> ExitStatus {
    var words = [try arguments.required(Self.verb)] + arguments.values(Self.paths)
    words.append("catalog=\(try arguments.required(Self.catalog))")
    if let days = arguments[Self.days] { words.append("days=\(days)") }
    if let asOf = arguments[.asOf] { words.append("as-of=\(asOf.instant.date)") }
    words += arguments[.policy].sorted { $0.key < $1.key }.map { "policy=\($0.key)=\($0.value)" }
    for flag in [.quiet, Self.verbose, .json] where arguments[flag] {
      words.append(flag.description.name)
    }
    let line = words.map { "[\($0)]" }.joined(separator: " ") + "\n"
    try arguments.output.write(line, on: console)
    return .done
  }
}
