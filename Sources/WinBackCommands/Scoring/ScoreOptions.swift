import CalendarTime
import WinBack
import WinBackFormats

/// The options of `winback score`, which fit together.
struct ScoreOptions: Sendable {
  static let histories = PositionalDescription(
    "HISTORIES",
    kind: .file(extensions: ["jsonl", "csv", "tsv", "gz"]),
    help: "histories as JSON Lines or a table, also gzipped; '-' is standard input"
  )

  private static let csv = Option(flag: "csv", help: "write CSV instead of JSON Lines")
  private static let long = Option(
    flag: "long",
    help: "write CSV with a row for each offer: verdict, first failed rule and window"
  )
  private static let eligibleOnly = Option(
    flag: "eligible-only",
    help: "leave out customers who may have no offer, and with --long the offers that they may not "
      + "have"
  )
  private static let details = Option(
    flag: "details",
    help: "tell each offer's verdict, failed rules and next change, too"
  )
  private static let until = Option(
    "until",
    "DATE",
    .date,
    help: "tell the last instant of each open window, where it ends by this date, inclusive"
  )
  private static let range = Option(
    "range",
    "OFFSET:LENGTH",
    ValueType(
      expecting: "an offset and a length in bytes such as 0:1048576",
      ByteRange.init
    ),
    or: .all,
    help: "score only the lines that start in this range of bytes, for one of many workers; "
      + "line numbers then count from the first of them",
    default: nil
  )
  private static let rejects = Option(
    "rejects",
    "FILE",
    .newFile("jsonl"),
    help: "write the lines that cannot be read to this file, each with its place and the reason"
  )
  private static let checkpoint = Option(
    "checkpoint",
    "FILE",
    .newFile(),
    help: "keep in this file how far the run has come; the same command goes on from there"
  )
  private static let sort = Option(
    flag: "sort",
    help:
      "sort the rows of a table by customer first, in temporary files; the results come in that "
      + "order"
  )

  static let all: [any OptionDeclaration] = [
    csv, long, .escapeFormulas, eligibleOnly, details, until, CohortOptions.jobs, range, rejects,
    CohortOptions.allowRejects, checkpoint, sort, CohortOptions.quiet, .mapping,
    HistoryInputOptions.format,
  ]

  let input: InputFile
  let outputPath: String?
  let rejectsPath: String?
  let checkpointPath: String?
  let range: ByteRange
  let allowance: RejectAllowance
  let threads: Int
  let layout: ScoreFormat.Layout
  let escapesFormulas: Bool
  let onlyEligible: Bool
  let showsDetails: Bool
  let until: TimelineDate?
  let isQuiet: Bool
  let isVerbose: Bool
  /// Whether rows are sorted first.
  let sorts: Bool
  /// The format of the input; nil to find it out.
  let format: HistoryFormat?

  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    self.arguments = arguments
    input = InputFile(try arguments.required(Self.histories))
    outputPath = arguments[.output]
    rejectsPath = arguments[Self.rejects]
    checkpointPath = arguments[Self.checkpoint]
    layout = arguments[Self.long] ? .long : arguments[Self.csv] ? .csv : .json
    escapesFormulas = arguments[.escapeFormulas]
    onlyEligible = arguments[Self.eligibleOnly]
    showsDetails = arguments[Self.details]
    isQuiet = arguments[CohortOptions.quiet]
    isVerbose = arguments[.verbose]
    sorts = arguments[Self.sort]
    format = try HistoryInputOptions.format(
      in: arguments,
      arguments[HistoryInputOptions.format]
    )
    range = arguments[Self.range]
    allowance = arguments[CohortOptions.allowRejects]
    threads = arguments[CohortOptions.jobs]
    until = arguments[Self.until]
    try checkCombination()
    try checkFiles()
  }

  /// Returns the last instant of `--until`, which is the whole day where it is a date (T4).
  ///
  /// - Throws: ``CommandFailure`` of wrong usage where that is past.
  func lastInstant(
    at offset: UTCOffset,
    asOf now: Instant
  ) throws(CommandFailure) -> Instant? {
    guard let until else { return nil }
    let start = until.resolved(at: offset)
    let last =
      until.isDateOnly ? start.adding(milliseconds: Instant.millisecondsPerDay - 1) : start
    guard last >= now else {
      throw arguments.wrongUsage(
        "option '--until' expects a date that is not before \(now), the instant asked about"
      )
    }
    return last
  }

  /// Returns what the columns of a table mean: what the user says, or what its format has.
  func mapping(
    of format: HistoryFormat,
    on console: Console
  ) throws(CommandFailure) -> Mapping {
    try HistoryInputOptions.mapping(of: format, arguments, on: console)
  }

  /// Checks that no option needs what a table does not have: lines that are customers.
  func checkTable() throws(CommandFailure) {
    if range != .all {
      throw arguments.wrongUsage("option '--range' needs a history on each line, not a table")
    }
    if checkpointPath != nil {
      throw arguments.wrongUsage("option '--checkpoint' needs a history on each line, not a table")
    }
  }

  /// Checks that no option needs what a compressed input does not have: places to go to.
  func checkCompressed() throws(CommandFailure) {
    if range != .all {
      throw arguments.wrongUsage(
        "option '--range' needs a file that is not compressed, found '\(input.path)'"
      )
    }
  }

  /// Checks that no option needs what histories on lines do not have: rows.
  func checkLines() throws(CommandFailure) {
    if sorts {
      throw arguments.wrongUsage("option '--sort' needs a table, not a history on each line")
    }
  }

  /// Returns what stands for the customers in the results.
  ///
  /// - Throws: ``CommandFailure`` where the key of the pseudonyms cannot be had.
  func pseudonyms(on console: Console) throws(CommandFailure) -> Pseudonyms? {
    try Pseudonyms.asked(by: arguments, on: console)
  }

  /// Checks that no option makes another one senseless.
  private func checkCombination() throws(CommandFailure) {
    if layout != .json, showsDetails {
      let option = layout == .long ? "--long" : "--csv"
      throw arguments.wrongUsage("option '--details' needs JSON Lines; leave out '\(option)'")
    }
    if layout == .long, until != nil {
      throw arguments.wrongUsage(
        "option '--until' does not go with '--long', which tells the whole window"
      )
    }
    if layout == .json, escapesFormulas {
      throw arguments.wrongUsage("option '--escape-formulas' needs '--csv' or '--long'")
    }
    guard checkpointPath != nil else { return }
    if outputPath?.namesStandardOutput ?? true {
      throw arguments.wrongUsage("option '--checkpoint' needs '--output FILE' to go on with")
    }
    if input.path == "-" {
      throw arguments.wrongUsage(
        "option '--checkpoint' needs a file to read: standard input cannot be read again"
      )
    }
  }

  /// Checks that no file is used for two things.
  private func checkFiles() throws(CommandFailure) {
    if let checkpointPath, checkpointPath.namesStandardOutput {
      throw arguments.wrongUsage("option '--checkpoint' expects a file, found '\(checkpointPath)'")
    }
    guard checkpointPath != nil else { return }
    var uses = FileUses(arguments)
    uses.addPartialFiles(of: [.output, Self.rejects, Self.checkpoint])
    try uses.check()
  }
}
