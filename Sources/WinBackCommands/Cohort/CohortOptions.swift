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
    help: "the number of threads, which does not change the results",
    default: "one for each processor"
  ).withoutEffectOnResults
  static let allowRejects = Option(
    "allow-rejects",
    "N|P%",
    .allowance(of: "lines"),
    or: RejectAllowance(),
    help: "tolerate this many unreadable lines or rows, or this share of them",
    default: "0"
  ).withoutEffectOnResults
  static let quiet = Option(
    flag: "quiet",
    short: "q",
    help: "do not write the closing summary"
  ).withoutEffectOnResults
  static let summary = Option(
    "summary",
    "FILE",
    .newFile("json"),
    help: "write the closing summary to this file, as JSON for programs"
  ).withoutEffectOnResults

  static let all: [any OptionDeclaration] = [
    jobs, allowRejects, Requirements.option, quiet, summary,
  ]

  let histories: HistoryInputOptions
  let threads: Int
  let isQuiet: Bool

  private let summaryPath: String?
  private let allowance: RejectAllowance
  private let requirements: Requirements

  init(_ arguments: ParsedArguments, files: [String]? = nil) throws(CommandFailure) {
    histories = try HistoryInputOptions(arguments, files: files)
    isQuiet = arguments[Self.quiet]
    summaryPath = arguments[Self.summary]
    requirements = try Requirements(arguments)
    // Who requires at most so many rejected lines allows them.
    allowance =
      requirements.limitsRejects && !arguments.has(Self.allowRejects)
      ? .any : arguments[Self.allowRejects]
    threads = arguments[Self.jobs]
  }

  /// Whether the summary goes to a file, or the input has to fulfil something.
  var needsSummary: Bool { summaryPath != nil || !requirements.isEmpty }

  /// Returns the histories as an engine reads them, by as many threads as the user wants.
  ///
  /// Dates without a time have the engine's time zone (T4), and histories are held against its
  /// catalog. Without `attributes`, those of its rules are read.
  func source(
    for engine: EligibilityEngine,
    _ attributes: [RuleSet.Attribute]? = nil,
    asOf now: Instant,
    on console: Console
  ) -> HistorySource {
    HistorySource(
      options: histories,
      attributes: attributes ?? engine.rules.ruleSet.attributes,
      timeZone: engine.policies.facts.timeZone,
      threads: threads,
      evidence: EvidenceCounter(engine, asOf: now),
      console: console
    )
  }

  /// Reports what was read and what it is good for, as the user wants; `verb` is what was done with
  /// the customers, such as `followed`.
  ///
  /// - Throws: ``CommandFailure`` if more lines were rejected than may be, if the input does not
  ///   fulfil what is required, and where the file of the summary cannot be written.
  func finish(
    _ reading: HistoryReading,
    of source: HistorySource,
    _ verb: String,
    scores: ScoreTally? = nil
  ) throws(CommandFailure) {
    let console = source.console
    let summary = ReadingSummary(reading, verb, source.evidence, scores)
    if !isQuiet { try? console.errors.write(summary.text) }
    for warning in summary.warnings(file: histories.name) { console.report(warning) }
    if let summaryPath { try OutputFile(summaryPath).write(summary.json, on: console) }
    var failures = requirements.failures(of: reading, scores, file: histories.name)
    if !allowance.covers(reading.tally) {
      failures.append(
        Diagnostic(
          .error,
          "expected at most \(allowance.text) rejected \(reading.lineName), found "
            + "\(reading.tally.rejectedLines.grouped) of \(reading.tally.lineCount.grouped)",
          file: histories.name
        )
      )
      throw CommandFailure(.badData, failures)
    }
    guard failures.isEmpty else { throw CommandFailure(.checkFailed, failures) }
  }
}
