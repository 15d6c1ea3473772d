import WinBackFormats

/// `winback mapping`: a shipped mapping, to read or to start one's own from.
struct MappingCommand: Command {
  private static let name = PositionalDescription(
    "NAME",
    count: .atMostOne,
    kind: .choices(BuiltIn.mappingNames),
    help: "the format; without it, the command lists the formats"
  )

  static let description = CommandDescription(
    name: "mapping",
    abstract: "print the mapping of a table format",
    discussion: """
      A mapping is a JSON document that says what the columns of a table mean. Change a copy and \
      use it with --mapping. 'winback schema mapping' prints the JSON Schema for an editor.
      """,
    positionals: [name],
    options: [.output],
    examples: [
      CommandExample("winback mapping", "list the formats"),
      CommandExample("winback mapping revenuecat > mine.json", "start a mapping of one's own"),
    ]
  )

  private let name: String?
  private let output: OutputFile

  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    name = arguments.value(Self.name)
    output = OutputFile(arguments[.output])
  }

  func run(on console: Console) throws(CommandFailure) -> ExitStatus {
    let text =
      if let name {
        String(decoding: BuiltIn.mapping(name) ?? [], as: UTF8.self)
      } else {
        Self.list
      }
    try output.write(text, on: console)
    return .done
  }

  /// The formats, a line each with what the table is.
  private static var list: String {
    let width = BuiltIn.mappingNames.map(\.count).max() ?? 0
    return BuiltIn.mappingNames.map { name in
      let mapping = BuiltIn.mapping(name).flatMap { try? Mapping(json: $0) }
      let padding = String(repeating: " ", count: width - name.count)
      return "\(name)\(padding)  \(mapping?.title ?? "")\n"
    }.joined()
  }
}
