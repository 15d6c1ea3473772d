import WinBackFormats

/// The options that tell which histories are read and how, whatever is done with them.
struct HistoryInputOptions: Sendable {
  static let histories = PositionalDescription(
    "HISTORIES",
    count: .oneOrMore,
    kind: .file(extensions: ["jsonl", "json", "jws", "csv", "tsv", "gz"]),
    help: "the customers' histories, in one file or in several, also gzipped; '-' is standard input"
  )

  private static let section = "Formats"
  private static let customerKey = Option("customer-key", "KEY", .choice(of: CustomerKey.self))
    .help("in the App Store Server API, purchases with one value of this key are one customer's")
    .default("the first of them that a subscription has").section(section)

  private static let environment = Option(
    "environment",
    "NAME",
    .choice(["Production", "Sandbox", "Xcode", "LocalTesting"], ignoresCase: true) { $0 }
  )
  .help("read the purchases of this environment only")
  .default("the environment of the input; several are an error").section(section)

  static let format = Option.format(.format(of: HistoryFormat.self))

  private static let customer = Option(repeatable: "customer", "ID", .text)
    .help("decide for this customer only; may be repeated")

  static let sort = Option(flag: "sort")
    .help("bring the rows or documents of each customer together first, in temporary files")

  static let all: [any OptionDeclaration] = [format] + formatOptions + [customer, sort]

  /// The options that belong to one format or the other.
  static let formatOptions: [any OptionDeclaration] = [.mapping, customerKey, environment]

  let files: [InputFile]

  /// The format of all files; nil to find it out.
  let format: HistoryFormat?

  /// The customers who are wanted; none for all.
  let customers: Set<ContiguousArray<UInt8>>
  let sorts: Bool

  /// Whether the user has said what is to become of what cannot be read.
  let toleratesRejects: Bool

  /// What the options say to the readers of formats, but for the mapping, which is a file.
  let options: HistoryOptions

  private let arguments: ParsedArguments
  private let isVerbose: Bool

  /// Reads the options of a command that decides.
  init(_ arguments: ParsedArguments, files paths: [String]? = nil) throws(CommandFailure) {
    try self.init(
      arguments,
      files: paths ?? arguments.values(Self.histories),
      as: arguments[Self.format],
      customers: arguments[Self.customer]
    )
  }

  /// Reads the options of a command; `ownsMapping` says whether the mapping is about these files.
  init(
    _ arguments: ParsedArguments,
    files paths: [String],
    as format: HistoryFormat?,
    customers: [String] = [],
    ownsMapping: Bool = true
  ) throws(CommandFailure) {
    files = paths.map { InputFile($0) }
    self.arguments = arguments
    self.format = ownsMapping ? try Self.format(in: arguments, format) : format
    options = Self.options(in: arguments)
    self.customers = Set(customers.map { ContiguousArray($0.utf8) })
    sorts = arguments[Self.sort]
    toleratesRejects =
      arguments.has(CohortOptions.allowRejects) || arguments.has(ScoreOptions.rejects)
      || arguments[Requirements.option][.rejected] != nil
    isVerbose = arguments[.verbose]
    if files.count(where: { $0.path == "-" }) > 1 {
      throw arguments.wrongUsage("expected standard input once, found '-' several times")
    }
  }

  var name: String { files.map(\.name).joined(separator: ", ") }

  /// Returns what the options say to the readers of formats, without the mapping, which is a file.
  static func options(in arguments: ParsedArguments) -> HistoryOptions {
    HistoryOptions(customerKey: arguments[customerKey], environment: arguments[environment])
  }

  private static func format(
    in arguments: ParsedArguments,
    _ format: HistoryFormat?
  ) throws(CommandFailure) -> HistoryFormat? {
    let hasMapping = arguments[.mapping] != nil
    guard let format else { return hasMapping ? .table : nil }
    if hasMapping, !format.isTable {
      throw arguments.wrongUsage("option '--mapping' needs a table, not '\(format.rawValue)'")
    }
    if format == .table, !hasMapping {
      throw arguments.wrongUsage("the format 'table' needs '--mapping FILE'")
    }
    return format
  }

  static func mapping(
    in arguments: ParsedArguments,
    on console: Console
  ) throws(CommandFailure) -> Mapping? {
    guard let path = arguments[.mapping] else { return nil }
    return try InputFile(path).parse(on: console) { bytes throws(FormatError) in
      try Mapping(json: bytes)
    }
  }

  /// Returns what the columns of a table mean: what the user says, or what its format has.
  func mapping(of format: HistoryFormat, on console: Console) throws(CommandFailure) -> Mapping {
    if let mapping = try Self.mapping(in: arguments, on: console) { return mapping }
    do {
      return try format.mapping(orOwn: nil)
    } catch {
      throw arguments.wrongUsage("\(error.message); use '--mapping FILE'")
    }
  }

  /// The failure of an option that needs rows.
  var sortNeedsTable: CommandFailure {
    arguments.wrongUsage(
      "option '--sort' needs a table or documents of the App Store Server API, not a history on each line"
    )
  }

  /// Reports the detected format of a file, where that was asked, and what its reader has to say.
  func report(
    _ format: HistoryFormat?,
    _ warnings: [FormatWarning],
    of file: InputFile,
    on console: Console
  ) {
    file.report(
      format.map { "'\($0.rawValue)' (Documentation/Formats/\($0.page).md)" } ?? "",
      warnings,
      isVerbose: isVerbose && format != nil,
      on: console
    )
  }
}

extension InputFile {
  /// Reports the detected format, where that was asked, and what its reader has to say.
  func report(
    _ format: String,
    _ warnings: [FormatWarning] = [],
    isVerbose: Bool = false,
    on console: Console
  ) {
    if isVerbose { console.report(Diagnostic(.note, "read as the format \(format)", file: name)) }
    for warning in warnings { console.report(Diagnostic(.warning, warning, file: name)) }
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
  /// Declares the option that names the format of the input; it is nil to find it out.
  static func format<Format>(_ type: ValueType<Value>) -> Self where Value == Format? {
    Option("format", "NAME", type, or: nil).common
      .help("read the input as this format")
      .default("detected from the input")
  }
}
