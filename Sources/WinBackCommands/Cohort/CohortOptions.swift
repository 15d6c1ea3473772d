import WinBack
import WinBackFormats

/// The options of the commands that look at many customers at once.
struct CohortOptions: Sendable {
  static let histories = PositionalDescription(
    "HISTORIES",
    kind: .file(extensions: ["jsonl", "json", "gz"]),
    help: "the customers' histories, also gzipped (.gz); '-' is standard input"
  )

  private static let jobs = OptionDescription.value(
    "jobs",
    short: "j",
    "N",
    help: "the number of threads; the results are the same for any",
    defaultText: "one for each processor"
  )
  private static let allowRejects = OptionDescription.value(
    "allow-rejects",
    "N|P%",
    help: "succeed in spite of this many lines that cannot be read, or this share of them",
    defaultText: "0"
  )
  private static let quiet = OptionDescription.flag(
    "quiet",
    short: "q",
    help: "do not write the closing summary"
  )

  static let descriptions: [OptionDescription] = [jobs, allowRejects, quiet]

  let histories: HistoryInputOptions
  let threads: Int
  let allowance: RejectAllowance
  let isQuiet: Bool

  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    histories = try HistoryInputOptions(arguments, input: arguments.required(Self.histories))
    isQuiet = arguments.flag(Self.quiet)
    allowance =
      try arguments.value(
        Self.allowRejects,
        expected: "a number of lines or a percentage such as 0.5%",
        as: RejectAllowance.init
      ) ?? RejectAllowance()
    threads =
      try arguments.value(Self.jobs, expected: "a number from 1 to 256") { text in
        Int(text).flatMap { (1...256).contains($0) ? $0 : nil }
      } ?? Platform.processorCount
  }
}
