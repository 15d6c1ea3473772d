import WinBackFormats

/// `winback mapping`: a shipped mapping, to read or to start your own from.
struct MappingCommand: Command {
  private static let formats = HistoryFormat.allCases.filter { $0.mappingText != nil }

  private static let name = PositionalDescription(
    "NAME",
    count: .atMostOne,
    kind: .choices(formats.map(\.rawValue)),
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
      "winback mapping": "list the formats",
      "winback mapping revenuecat > mine.json": "start your own mapping",
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
        String(decoding: HistoryFormat(rawValue: name)?.mappingText ?? [], as: UTF8.self)
      } else {
        Self.list
      }
    try output.write(text, on: console)
    return .done
  }

  /// The formats, a line each with what the table is.
  private static var list: String {
    let width = formats.map(\.rawValue.count).max() ?? 0
    return formats.map { format in
      let padding = String(repeating: " ", count: width - format.rawValue.count)
      let title = try? format.mapping(orOwn: nil).title
      return "\(format.rawValue)\(padding)  \(title ?? "")\n"
    }.joined()
  }
}
