import WinBack
import WinBackFormats

/// The options of the commands that look at many customers at once.
struct CohortOptions: Sendable {
  static let histories = PositionalDescription(
    "HISTORIES",
    kind: .file(extensions: ["jsonl", "json", "csv", "tsv", "gz"]),
    help: "the customers' histories, also gzipped; '-' is standard input"
  )

  static let jobs = Option(
    "jobs",
    short: "j",
    "N",
    .number(in: 1...256),
    or: Platform.processorCount,
    help: "the number of threads; the results are the same for any",
    default: "one for each processor"
  )
  static let allowRejects = Option(
    "allow-rejects",
    "N|P%",
    .allowance(of: "lines"),
    or: RejectAllowance(),
    help: "succeed in spite of this many lines or rows that cannot be read, or this share of them",
    default: "0"
  )
  static let quiet = Option(
    flag: "quiet",
    short: "q",
    help: "do not write the closing summary"
  )

  static let sort = Option(
    flag: "sort",
    help: "sort the rows of a table by customer first, in temporary files"
  )

  static let all: [any OptionDeclaration] = [jobs, allowRejects, sort, quiet]

  let histories: HistoryInputOptions
  let threads: Int
  let allowance: RejectAllowance
  /// Whether the rows of a table are sorted first.
  let sorts: Bool
  let isQuiet: Bool

  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    try self.init(arguments, input: arguments.required(Self.histories))
  }

  init(_ arguments: ParsedArguments, input: String) throws(CommandFailure) {
    histories = try HistoryInputOptions(arguments, input: input)
    sorts = arguments[Self.sort]
    isQuiet = arguments[Self.quiet]
    allowance = arguments[Self.allowRejects]
    threads = arguments[Self.jobs]
  }
}
