import CalendarTime
import WinBack
import WinBackFormats

/// The options that tell which histories are read and how, whatever is done with them.
struct HistoryInputOptions: Sendable {
  static let histories = PositionalDescription(
    "HISTORIES",
    count: .oneOrMore,
    kind: .file(extensions: ["jsonl", "json", "jws", "csv", "tsv", "gz"]),
    help: "the customers' histories, in one file or in several, also gzipped; '-' is standard input"
  )

  private static let section = OptionSection("Formats")

  private static let customerKey = OptionDescription.value(
    "customer-key",
    "KEY",
    kind: .choices(CustomerKey.allCases.map(\.rawValue)),
    help: "in the App Store Server API, the purchases with one such key are one customer's",
    defaultText: "the first of them that a subscription has",
    section: section
  )

  private static let environment = OptionDescription.value(
    "environment",
    "NAME",
    help: "read the purchases of this environment only, such as Production",
    defaultText: "the one that the input has; several are an error",
    section: section
  )

  private static let customer = OptionDescription.value(
    "customer",
    "ID",
    isRepeatable: true,
    help: "decide for this customer only; may be repeated"
  )

  static let sort = OptionDescription.flag(
    "sort",
    help: "sort what is read by customer first, in temporary files"
  )

  static let descriptions: [OptionDescription] =
    [.format(InputFormat.names(of: HistoryFormat.self))] + formatDescriptions + [customer, sort]

  /// The options that belong to one format or the other.
  static let formatDescriptions: [OptionDescription] = [.mapping, customerKey, environment]

  /// The files, in their order.
  let files: [InputFile]

  /// The format of all files; nil to find it out.
  let format: HistoryFormat?

  /// The customers who are wanted; none for all.
  let customers: Set<ContiguousArray<UInt8>>

  /// Whether customers are brought together first.
  let sorts: Bool

  /// Whether the user has said what is to become of what cannot be read.
  let toleratesRejects: Bool

  /// What the options say to the readers of formats, but for the mapping, which is a file.
  let options: HistoryOptions

  private let arguments: ParsedArguments
  private let isVerbose: Bool

  init(
    _ arguments: ParsedArguments,
    files paths: [String]? = nil
  ) throws(CommandFailure) {
    files = (paths ?? arguments.values(Self.histories)).map { InputFile($0) }
    self.arguments = arguments
    format = try Self.format(arguments)
    options = HistoryOptions(
      customerKey: arguments.value(Self.customerKey).flatMap(CustomerKey.init(rawValue:)),
      environment: arguments.value(Self.environment)
    )
    // Of 'convert', the option of that name is another one.
    customers =
      arguments.command.options.contains(Self.customer)
      ? Set(arguments.values(Self.customer).map { ContiguousArray($0.utf8) }) : []
    sorts = arguments.flag(Self.sort)
    toleratesRejects = [CohortOptions.allowRejects, ScoreOptions.rejects].contains {
      arguments.flag($0)
    }
    isVerbose = arguments.flag(.verbose)
    if files.count(where: { $0.path == "-" }) > 1 {
      throw arguments.wrongUsage("expected standard input once, found '-' several times")
    }
  }

  /// What the files are called together.
  var name: String { files.map(\.name).joined(separator: ", ") }

  /// Returns what the options say to the readers of formats.
  func readerOptions(on console: Console) throws(CommandFailure) -> HistoryOptions {
    var options = options
    options.mapping = try Self.mapping(arguments, on: console)
    return options
  }

  /// Returns the format that the options name; nil to find it out from the input.
  private static func format(_ arguments: ParsedArguments) throws(CommandFailure) -> HistoryFormat?
  {
    let format: HistoryFormat? = InputFormat.named(arguments.value(.format([])))
    let hasMapping = arguments.value(.mapping) != nil
    guard let format else { return hasMapping ? .table : nil }
    if hasMapping, format.reader != .table {
      throw arguments.wrongUsage("option '--mapping' needs a table, not '\(format.rawValue)'")
    }
    if format == .table, !hasMapping {
      throw arguments.wrongUsage("the format 'table' needs '--mapping FILE'")
    }
    return format
  }

  /// Reads the mapping that the options name; nil where they name none.
  private static func mapping(
    _ arguments: ParsedArguments,
    on console: Console
  ) throws(CommandFailure) -> Mapping? {
    guard let path = arguments.value(.mapping) else { return nil }
    return try InputFile(path).parse(on: console) { bytes throws(FormatError) in
      try Mapping(json: bytes)
    }
  }

  /// Returns what the columns of a table mean: what the user says, or what its format has.
  func mapping(of format: HistoryFormat, on console: Console) throws(CommandFailure) -> Mapping {
    if let mapping = try Self.mapping(arguments, on: console) { return mapping }
    do {
      return try format.mapping(orOwn: nil)
    } catch {
      throw arguments.wrongUsage("\(error.message); use '--mapping FILE'")
    }
  }

  /// The failure of an option that needs rows.
  var sortNeedsTable: CommandFailure {
    arguments.wrongUsage("option '--sort' needs a table, not a history on each line")
  }

  /// Tells what a file was taken for, where that was asked, and what its reader has to say.
  func report(
    _ format: HistoryFormat?,
    _ warnings: [FormatWarning],
    of file: InputFile,
    on console: Console
  ) {
    InputFormat.report(
      format?.rawValue ?? "",
      warnings,
      file: file,
      isVerbose: isVerbose && format != nil,
      on: console
    )
  }
}
