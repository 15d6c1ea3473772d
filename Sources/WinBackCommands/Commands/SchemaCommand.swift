import WinBackFormats

/// `winback schema`: the JSON Schema of a native format.
struct SchemaCommand: Command {
  private static let name = PositionalDescription(
    "NAME",
    kind: .choices(BuiltIn.schemaNames),
    help: "the format"
  )

  static let description = CommandDescription(
    name: "schema",
    abstract: "print the JSON Schema of a native format",
    discussion: "An editor that knows the schema completes and checks a file while it is written.",
    positionals: [name],
    options: [.output],
    examples: [
      "winback schema catalog > catalog.schema.json": "for an editor"
    ]
  )

  private let name: String
  private let output: OutputFile

  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    name = try arguments.required(Self.name)
    output = OutputFile(arguments[.output])
  }

  func run(on console: Console) throws(CommandFailure) -> ExitStatus {
    let schema = BuiltIn.schema(name) ?? []
    try output.write(String(decoding: schema, as: UTF8.self), on: console)
    return .done
  }
}
