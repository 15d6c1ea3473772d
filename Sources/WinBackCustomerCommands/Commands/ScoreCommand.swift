import WinBackCommandLine

package struct ScoreCommand: CohortCommand {
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

  let options: CohortOptions

  func run(on console: Console) throws(CommandFailure) -> ExitStatus {
    let engineOptions = EngineOptions(arguments)
    let (engine, merchandiser) = try engineOptions.engine(
      showsScreens: format.showsScreens,
      on: console
    )
    if format.showsScreens { try arguments.requireScreens(merchandiser, of: engine) }
    let now = try engineOptions.instant(for: engine, on: console)
    let format = try format(of: engine, asOf: now)
    var source = options.source(for: engine, asOf: now, on: console)
    source.blockSize = format.blockSize
    source.keepPrices(for: merchandiser?.rules)
    let program = BatchProgram(engine, at: now)
    let outlooks = format.request.map { OutlookEvaluator(engine, $0, at: now) }
    let screens = merchandiser.map { MerchandisingBatch($0, at: now) }
    let (scores, reading) = try withOutputs(on: console) { outputs throws(CommandFailure) in
      let lines = ResultLines(engine, merchandiser, format, outputs.results.form)
      try outputs.results.write(lines.header.span)
      let (sum, reading) = try source.reduce(
        with: ScoreWorker(program, lines, outlooks, screens, format),
        into: ScoreSum(outputs, of: source.options.files, offerCount: engine.offerIds.count),
        showsProgress: !outputs.results.isTerminal
      ) { sum, worker, passage throws(CommandFailure) in try sum.add(worker, passage) }
      return (sum.scores, reading)
    }
    var summary = ReadingSummary(reading, "scored", for: engine, asOf: now)
    summary.scores = scores
    try options.finish(summary, on: console)
    return .done
  }

  /// Opens the outputs for the time of a call; none of them changes if it fails.
  private func withOutputs<Result>(
    on console: Console,
    _ body: (ScoreOutputs) throws(CommandFailure) -> Result
  ) throws(CommandFailure) -> Result {
    try arguments.output.withChannel(on: console) { results throws(CommandFailure) in
      guard let path = arguments[HistoryInputOptions.rejects] else {
        let hasOnlyResults = !options.needsSummary
        return try body(ScoreOutputs(results: results, hasOnlyResults: hasOnlyResults))
      }
      return try OutputFile(path).withChannel(on: console) { rejects throws(CommandFailure) in
        try body(ScoreOutputs(results: results, rejects: rejects))
      }
    }
  }
}
