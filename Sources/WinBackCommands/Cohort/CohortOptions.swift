import WinBack
import WinBackFormats

/// The options of the commands that look at many customers at once.
struct CohortOptions: Sendable {
  static let histories = PositionalDescription(
    "HISTORIES",
    kind: .file(extensions: ["jsonl", "json", "csv", "tsv", "gz"]),
    help: "the customers' histories, also gzipped; '-' is standard input"
  )

  static let jobs = OptionDescription.value(
    "jobs",
    short: "j",
    "N",
    help: "the number of threads; the results are the same for any",
    defaultText: "one for each processor"
  )
  static let allowRejects = OptionDescription.value(
    "allow-rejects",
    "N|P%",
    help: "succeed in spite of this many lines or rows that cannot be read, or this share of them",
    defaultText: "0"
  )
  static let quiet = OptionDescription.flag(
    "quiet",
    short: "q",
    help: "do not write the closing summary"
  )

  static let sort = OptionDescription.flag(
    "sort",
    help: "sort the rows of a table by customer first, in temporary files"
  )

  static let descriptions: [OptionDescription] = [jobs, allowRejects, sort, quiet]

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
    sorts = arguments.flag(Self.sort)
    isQuiet = arguments.flag(Self.quiet)
    allowance = try Self.allowance(arguments)
    threads = try Self.threads(arguments)
  }

  /// Returns how many lines may be rejected.
  static func allowance(_ arguments: ParsedArguments) throws(CommandFailure) -> RejectAllowance {
    try arguments.value(
      allowRejects,
      expected: "a number of lines or a percentage such as 0.5%",
      as: RejectAllowance.init
    ) ?? RejectAllowance()
  }

  /// Returns the number of threads.
  static func threads(_ arguments: ParsedArguments) throws(CommandFailure) -> Int {
    try arguments.value(jobs, expected: "a number from 1 to 256") { text in
      Int(text).flatMap { (1...256).contains($0) ? $0 : nil }
    } ?? Platform.processorCount
  }
}
