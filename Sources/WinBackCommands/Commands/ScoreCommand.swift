import CalendarTime
import WinBack
import WinBackFormats

/// `winback score`: millions of customers, one line each.
struct ScoreCommand: Command {
  private static let histories = PositionalDescription(
    "HISTORIES",
    kind: .file(extensions: ["jsonl", "gz"]),
    help: "JSON Lines of histories, also gzipped (.gz); '-' is standard input")
  private static let csv = OptionDescription.flag("csv", help: "write CSV instead of JSON Lines")
  private static let eligibleOnly = OptionDescription.flag(
    "eligible-only", help: "leave out customers who may have no offer")
  private static let details = OptionDescription.flag(
    "details", help: "tell each offer's verdict, failed rules and next change, too")
  private static let until = OptionDescription.value(
    "until", "DATE",
    help: "tell the last instant of each open window, as far as it ends by this date")
  private static let jobs = OptionDescription.value(
    "jobs", short: "j", "N", help: "the number of threads", defaultText: "one for each processor")
  private static let rejects = OptionDescription.value(
    "rejects", "FILE", kind: .file(extensions: ["jsonl"]),
    help: "write the lines that cannot be read to this file, each with its number and the reason")
  private static let allowRejects = OptionDescription.value(
    "allow-rejects", "N|P%",
    help: "succeed in spite of this many lines that cannot be read, or this share of them",
    defaultText: "0")
  private static let checkpoint = OptionDescription.value(
    "checkpoint", "FILE", kind: .file,
    help: "keep in this file how far the run has come; the same command goes on from there")
  private static let range = OptionDescription.value(
    "range", "OFFSET:LENGTH",
    help: "score only the lines that start in this range of bytes, for one of many workers")
  private static let quiet = OptionDescription.flag(
    "quiet", short: "q", help: "do not write the closing summary")

  static let description = CommandDescription(
    name: "score",
    abstract: "score millions of customers, one line of results each",
    discussion: """
      The results come in the order of the input, whatever the number of threads, and memory does \
      not grow with the input. A line that cannot be read never stops the run: it is reported, \
      counted and, with --rejects, kept. The closing summary on standard error counts everything.
      """,
    positionals: [histories],
    options: [
      EngineOptions.catalog, csv, eligibleOnly, details, until, jobs, range, rejects, allowRejects,
      checkpoint, quiet,
    ] + EngineOptions.descriptions + [.format(["native"]), .output],
    examples: [
      CommandExample(
        "winback score histories.jsonl --catalog catalog.json --output results.jsonl",
        "everybody, as of now"),
      CommandExample(
        "zstd -dc histories.jsonl.zst | winback score - -c catalog.json --csv --eligible-only",
        "the audience, from any program's output"),
      CommandExample(
        "winback score big.jsonl -c catalog.json -o out.jsonl --checkpoint run.checkpoint",
        "a run that may be interrupted and started again"),
    ],
    exitStatuses: [
      .badData: "lines were rejected, and more than --allow-rejects covers",
      .interrupted: "stopped by the user; the output is as it was",
    ])

  private let engineOptions: EngineOptions
  private let input: InputFile
  private let outputPath: String?
  private let rejectsPath: String?
  private let checkpointPath: String?
  private let range: ByteRange?
  private let allowance: RejectAllowance
  private let threads: Int
  private let format: ScoreFormat
  private let until: TimelineDate?
  private let isQuiet: Bool

  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    engineOptions = try EngineOptions(arguments)
    input = InputFile(try arguments.required(Self.histories))
    outputPath = arguments.value(.output)
    rejectsPath = arguments.value(Self.rejects)
    checkpointPath = arguments.value(Self.checkpoint)
    isQuiet = arguments.flag(Self.quiet)
    range = try arguments.value(
      Self.range, expected: "an offset and a length in bytes such as 0:1048576",
      as: ByteRange.init)
    allowance =
      try arguments.value(
        Self.allowRejects, expected: "a number of lines or a percentage such as 0.5%",
        as: RejectAllowance.init) ?? RejectAllowance()
    threads =
      try arguments.value(Self.jobs, expected: "a number from 1 to 256") { text in
        Int(text).flatMap { (1...256).contains($0) ? $0 : nil }
      } ?? Platform.processorCount
    until = try arguments.value(Self.until, expected: "an ISO 8601 date or date-time") { text in
      (try? ISO8601Date(parsing: text)).map {
        TimelineDate(instant: $0.instant, isDateOnly: $0.isDateOnly)
      }
    }
    format = ScoreFormat(
      layout: arguments.flag(Self.csv) ? .csv : .json,
      onlyEligible: arguments.flag(Self.eligibleOnly),
      showsDetails: arguments.flag(Self.details))
    if format.layout == .csv, format.showsDetails {
      throw arguments.wrongUsage("option '--details' needs JSON Lines; leave out '--csv'")
    }
    if checkpointPath != nil, outputPath == nil || outputPath == "-" {
      throw arguments.wrongUsage("option '--checkpoint' needs '--output FILE' to go on with")
    }
    if checkpointPath != nil, input.path == "-" {
      throw arguments.wrongUsage(
        "option '--checkpoint' needs a file to read: standard input cannot be read again")
    }
  }

  func run(on console: Console) throws(CommandFailure) -> ExitStatus {
    let engine = try engineOptions.engine(on: console)
    let interruption = Interruption()
    return try interruption.listening { () throws(CommandFailure) in
      try score(with: engine, interruption, on: console)
    }
  }

  private func score(
    with engine: EligibilityEngine, _ interruption: Interruption, on console: Console
  ) throws(CommandFailure) -> ExitStatus {
    var format = format
    format.until = until?.resolved(at: engine.policies.facts.timeZone)
    let job = engineOptions.fingerprint(of: engine) + " \(input.path) \(format) \(range as Any)"
    let checkpoint = try Checkpoint.open(
      checkpointPath, job: job, offerCount: engine.offerIds.count,
      asOf: engineOptions.instant(for: engine, on: console), isAsOfGiven: engineOptions.isAsOfGiven,
      on: console)
    let program = ScoringProgram(
      engine, asOf: Instant(milliseconds: checkpoint.asOf))
    let isResumable = checkpointPath != nil
    let results = try ScoreSink(
      path: outputPath, resumingAt: isResumable ? checkpoint.outputSize : nil, console)
    var rejects: ScoreSink?
    let tally: ScoreTally
    do throws(CommandFailure) {
      if let rejectsPath {
        rejects = try ScoreSink(
          path: rejectsPath, resumingAt: isResumable ? checkpoint.rejectsSize : nil, console)
      }
      let sink = rejects
      tally = try withSource(on: console) { source, size throws(CommandFailure) in
        try ScoreJob(
          program: program, format: format, threads: threads, input: input,
          source: LineSource(
            input, source, range: range, from: checkpoint.inputOffset, interruption),
          results: results, rejects: sink, checkpointPath: checkpointPath, console: console
        ).run(from: checkpoint, inputSize: range.map { $0.end - $0.start } ?? size)
      }
      try rejects?.finish()
    } catch {
      results.discard()
      rejects?.discard()
      throw error
    }
    try results.finish()
    if let checkpointPath { try? Platform.remove(checkpointPath) }
    if !isQuiet { console.reportLine(ScoreSummary(tally, engine.offerIds).text) }
    return allowance.covers(tally) ? .done : .badData
  }

  /// Opens the input, through gzip where its name says so.
  private func withSource(
    on console: Console,
    _ body: (any ByteSource, _ size: Int) throws(CommandFailure) -> ScoreTally
  ) throws(CommandFailure) -> ScoreTally {
    guard input.path.hasSuffix(".gz") else { return try input.withSource(on: console, body) }
    // Opening it first tells why it cannot be read in our words, not gzip's.
    try input.withSource(on: console) { _, _ throws(CommandFailure) in }
    let gzip = try GzipInput(path: input.path)
    let tally: ScoreTally
    do {
      tally = try body(gzip.source, 0)
    } catch {
      gzip.abandon()
      throw error
    }
    try gzip.finish(input.path)
    return tally
  }
}
