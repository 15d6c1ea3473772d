/// The options that tell which histories are read and how, whatever is done with them.
package enum HistoryInputOptions {
  package static let histories = ArgumentDescription(
    "HISTORIES",
    isRepeatable: true,
    kind: .file(extensions: ["jsonl", "json", "jws", "csv", "tsv", "gz"]),
    help: "the customers' histories, in one file or in several, also gzipped; '-' is standard input"
  ).inProject("histories")

  static let environment = Option(
    "environment",
    "NAME",
    .choice(["Production", "Sandbox", "Xcode", "LocalTesting"], ignoresCase: true) { $0 }
  )
  .help("read the purchases of this environment only").common.inProject("environment")
  .default("the environment of the input; several are an error")

  static let format = Option.format(.format(of: HistoryFormat.self))
  static let customer = Option(repeatable: "customer", "ID", .text)
    .help(
      "decide only for the customer with this id, or a transaction with it; may be repeated"
    ).common
  package static let sort = Option(flag: "sort")
    .help("bring the rows or documents of each customer together first, in temporary files").common
  package static let rejects = Option("rejects", "FILE", .newFile("jsonl"))
    .help("write the lines that cannot be read to this file, each with its location and the reason")

  package static let all: [any OptionDeclaration] = ofEverybody + [customer]
  /// The options of a command that counts all customers.
  package static let ofEverybody: [any OptionDeclaration] = [format] + formatOptions + [sort]
  package static let formatOptions: [any OptionDeclaration] = [.mapping, environment]
}

extension HistoryFiles {
  package init(_ arguments: ParsedArguments, files paths: [String]? = nil) throws(CommandFailure) {
    try self.init(
      arguments,
      files: paths ?? arguments.values(HistoryInputOptions.histories),
      as: arguments[HistoryInputOptions.format]
    )
  }

  /// Reads all options but that of the format, which also tells catalogs in some commands.
  package init(
    _ arguments: ParsedArguments,
    files paths: [String],
    as format: HistoryFormat?
  ) throws(CommandFailure) {
    self.init(paths.map { InputFile($0) }, of: arguments.command.call)
    mappingFile = arguments[.mapping].map { InputFile($0) }
    self.format = try self.format(orTable: format)
    options = HistoryOptions(
      customerKey: arguments.project?.customerKey,
      environment: arguments[HistoryInputOptions.environment]
    )
    self.customers = WantedCustomers(arguments[HistoryInputOptions.customer])
    sorts = arguments[HistoryInputOptions.sort]
    toleratesRejects =
      arguments.has(CohortOptions.allowRejects) || arguments.has(HistoryInputOptions.rejects)
      || arguments[Requirements.option][.rejected] != nil
  }
}

extension ValueType {
  /// The name of a format; nil to detect it from the input.
  static func format<Format>(
    of type: Format.Type
  ) -> Self where Format: CaseIterable & RawRepresentable<String>, Value == Format? {
    .choice(["auto"] + Format.allCases.map(\.rawValue)) { Format(rawValue: $0) }
  }
}

extension Option {
  package static func format<Format>(_ type: ValueType<Value>) -> Self where Value == Format? {
    Option("format", "NAME", type, or: nil).common
      .help("read the input as this format")
      .default("detected from the input")
  }
}
