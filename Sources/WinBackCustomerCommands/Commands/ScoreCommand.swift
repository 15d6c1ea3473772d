import CalendarTime
import WinBack
import WinBackCommandLine
import WinBackFiles
import WinBackFormats

package struct ScoreCommand: Command {
  static let description = CommandDescription(
    name: "score",
    abstract: "score millions of customers, with one line of results for each",
    discussion: """
      The results are in the order of the input, for any number of threads, and memory grows by a \
      few bytes for each customer only. A line that cannot be read never stops the run: it is reported, counted \
      and, with --rejects, kept. The closing summary on standard error counts everything.
      """,
    positionals: [HistoryInputOptions.histories],
    options: [EngineOptions.catalog, EngineOptions.kind] + own + CohortOptions.all
      + HistoryInputOptions.all + EngineOptions.all,
    examples: [
      "winback score histories.jsonl --catalog catalog.json --output results.jsonl":
        "all customers, as of now",
      "zstd -dc histories.jsonl.zst | winback score - -c catalog.json --csv --offer basic_1m_free":
        "the audience of an offer, from any program's output",
    ],
    exitStatuses: [
      .checkFailed: Requirements.failure,
      .badData: "more lines were rejected than --allow-rejects allows; the others were scored",
      .cannotCreate: "the output cannot be created",
      .hungUp: "stopped because its terminal closed; the output file is unchanged",
      .interrupted: "stopped by the user; the output file is unchanged",
      .terminated: "stopped by the system; the output file is unchanged",
    ]
  )

  let arguments: ParsedArguments
  let cohortOptions: CohortOptions

  private let engineOptions: EngineOptions

  init(arguments: ParsedArguments) throws(CommandFailure) {
    self.arguments = arguments
    engineOptions = EngineOptions(arguments)
    cohortOptions = try CohortOptions(arguments)
  }

  func run(on console: Console) throws(CommandFailure) -> ExitStatus {
    let (engine, merchandiser) = try engineOptions.engine(
      showsScreens: format.showsScreens,
      on: console
    )
    if format.showsScreens { try arguments.requireScreens(merchandiser, of: engine) }
    let now = try engineOptions.instant(for: engine, on: console)
    let (scores, reading) = try score(engine, merchandiser, asOf: now, on: console)
    try cohortOptions.finish(
      reading,
      "scored",
      for: engine,
      asOf: now,
      scores: scores,
      on: console
    )
    return .done
  }

  private func score(
    _ engine: EligibilityEngine,
    _ merchandiser: Merchandiser?,
    asOf now: Instant,
    on console: Console
  ) throws(CommandFailure) -> (ScoreTally, HistoryReading) {
    let format = try format(of: engine, asOf: now)
    let outputs = try ScoreOutputs(of: self, on: console)
    do throws(CommandFailure) {
      var source = cohortOptions.source(for: engine, asOf: now, on: console)
      source.blockSize = format.blockSize
      source.keepPrices(for: merchandiser?.rules)
      let program = BatchProgram(engine, at: now, asksEachRule: format.request != nil)
      let lines = ResultLines(engine, merchandiser, format, outputs.results.form)
      let outlooks = format.request.map { OutlookEvaluator(engine, $0, at: now) }
      let screens = merchandiser.map { MerchandisingBatch($0, at: now) }
      try outputs.results.write(lines.header.span)
      let (sum, reading) = try source.reduce(
        with: ScoreWorker(program, lines, outlooks, screens, format),
        into: ScoreSum(outputs, of: source.options.files, offerCount: engine.offerIds.count),
        showsProgress: !outputs.results.isTerminal
      ) { sum, worker, passage throws(CommandFailure) in try sum.add(worker, passage) }
      try outputs.finish()
      return (sum.scores, reading)
    } catch {
      outputs.discard()
      throw error
    }
  }
}
