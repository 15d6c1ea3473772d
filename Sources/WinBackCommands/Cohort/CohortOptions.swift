import CalendarTime
import WinBack
import WinBackFormats

/// The options of the commands that look at many customers at once.
struct CohortOptions: Sendable {
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

  static let all: [any OptionDeclaration] = [jobs, allowRejects, quiet]

  let histories: HistoryInputOptions
  let threads: Int
  let isQuiet: Bool

  private let allowance: RejectAllowance

  init(_ arguments: ParsedArguments, files: [String]? = nil) throws(CommandFailure) {
    histories = try HistoryInputOptions(arguments, files: files)
    isQuiet = arguments[Self.quiet]
    allowance = arguments[Self.allowRejects]
    threads = arguments[Self.jobs]
  }

  /// Returns the histories as an engine reads them: with its attributes, in its time zone.
  func source(for engine: EligibilityEngine, on console: Console) -> HistorySource {
    source(engine.rules.ruleSet.attributes, at: engine.policies.facts.timeZone, on: console)
  }

  /// Returns the histories.
  ///
  /// - Parameters:
  ///   - attributes: The attributes of customers that are read.
  ///   - timeZone: The time zone of dates without a time (T4).
  ///   - console: Where standard input comes from.
  /// - Returns: The histories, which are read by as many threads as the user wants.
  func source(
    _ attributes: [RuleSet.Attribute],
    at timeZone: UTCOffset,
    on console: Console
  ) -> HistorySource {
    HistorySource(
      options: histories,
      attributes: attributes,
      timeZone: timeZone,
      threads: threads,
      console: console
    )
  }

  /// Tells what was read, unless that is not asked for.
  ///
  /// - Throws: ``CommandFailure`` where more lines were rejected than may be.
  func finish(
    _ reading: HistoryReading,
    _ verb: String,
    on console: Console
  ) throws(CommandFailure) {
    try finish(reading, summary: ReadingSummary(reading, verb).text, on: console)
  }

  /// Writes a summary, unless that is not asked for.
  ///
  /// - Throws: ``CommandFailure`` where more lines were rejected than may be.
  func finish(
    _ reading: HistoryReading,
    summary: String,
    on console: Console
  ) throws(CommandFailure) {
    if !isQuiet { try? console.errors.write(summary) }
    guard !allowance.covers(reading.tally) else { return }
    throw CommandFailure(
      .badData,
      [
        Diagnostic(
          .error,
          "expected at most \(allowance.text) rejected \(reading.layout == .rows ? "rows" : "lines"), "
            + "found \(reading.tally.rejectedLines.grouped) of \(reading.tally.lineCount.grouped)",
          file: histories.name
        )
      ]
    )
  }
}
