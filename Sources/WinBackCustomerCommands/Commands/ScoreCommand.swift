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
    options: [EngineOptions.catalog] + own + CohortOptions.all
      + HistoryInputOptions.all + EngineOptions.all + EngineOptions.merchandising
      + [.output, .pseudonymize, .verbose],
    examples: [
      "winback score histories.jsonl --catalog catalog.json --output results.jsonl":
        "all customers, as of now",
      "zstd -dc histories.jsonl.zst | winback score - -c catalog.json --csv --eligible-only":
        "the audience, from any program's output",
      "winback score big.jsonl -c catalog.json -o out.jsonl --checkpoint run.checkpoint":
        "a run that you can interrupt and start again",
    ],
    exitStatuses: [
      .checkFailed: Requirements.failure,
      .badData: "more lines were rejected than --allow-rejects allows; the others were scored",
      .cannotCreate: "the output cannot be created, or another run is using the checkpoint",
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
    engineOptions = try EngineOptions(arguments)
    cohortOptions = try CohortOptions(arguments)
    try checkCombination()
    try checkFiles()
  }

  func run(on console: Console) throws(CommandFailure) -> ExitStatus {
    let (engine, merchandiser) = try engineOptions.engine(
      showsScreens: format.showsScreens,
      on: console
    )
    let checkpointFile = try checkpointPath.map { path throws(CommandFailure) in
      try CheckpointFile(path: path, console.files)
    }
    let end: Checkpoint
    do throws(CommandFailure) {
      end = try score(engine, merchandiser, checkpointFile, on: console)
    } catch {
      checkpointFile?.discard()
      throw error
    }
    // What is left of an interrupted run until then is the summary.
    defer { checkpointFile?.remove() }
    try cohortOptions.finish(
      end.reading,
      "scored",
      for: engine,
      asOf: end.asOf,
      scores: end.scores,
      on: console
    )
    return .done
  }

  private func checkpoint(
    of engine: EligibilityEngine,
    _ pseudonyms: Pseudonyms?,
    _ file: CheckpointFile?,
    on console: Console
  ) throws(CommandFailure) -> Checkpoint {
    let asOf = try engineOptions.instant(for: engine, on: console)
    let start = Checkpoint(
      // To tell one run from another takes longer than all else at the start of a short one.
      job: file == nil ? "" : try identity(with: pseudonyms),
      asOf: asOf,
      offerCount: engine.offerIds.count,
      since: console.now
    )
    guard let file else { return start }
    return try start.resumed(from: file, isAsOfGiven: engineOptions.isAsOfGiven)
  }

  private func score(
    _ engine: EligibilityEngine,
    _ merchandiser: Merchandiser?,
    _ checkpointFile: CheckpointFile?,
    on console: Console
  ) throws(CommandFailure) -> Checkpoint {
    let pseudonyms = try Pseudonyms.asked(by: arguments, on: console)
    let checkpoint = try checkpoint(of: engine, pseudonyms, checkpointFile, on: console)
    let format = try format(of: engine, asOf: checkpoint.asOf, pseudonyms)
    if let checkpointFile {
      // Reports who holds it, and that files without their names are those of this run.
      try checkpointFile.save(checkpoint)
      console.files.canContinue = checkpoint.isResumed
    }
    let outputs = try ScoreOutputs(of: self, resuming: checkpoint, on: console)
    // What an earlier run has saved needs its files.
    if checkpoint.isResumed { checkpointFile?.keep(with: outputs) }
    do throws(CommandFailure) {
      var source = cohortOptions.source(for: engine, asOf: checkpoint.asOf, on: console)
      source.blockSize = format.blockSize
      source.range = range
      var progress = ScoreProgress(
        from: checkpoint,
        checkpointFile,
        outputs,
        of: source.options.files,
        keepsText: pseudonyms == nil
      )
      let now = checkpoint.asOf
      let program = BatchProgram(engine, at: now, asksEachRule: format.request != nil)
      let lines = ResultLines(engine, merchandiser, format)
      let outlooks = format.request.map { OutlookEvaluator(engine, $0, at: now) }
      let screens = merchandiser.map { MerchandisingBatch($0, at: now) }
      try progress.begin(with: lines.header)
      let (end, reading) = try source.reduce(
        with: ScoreWorker(program, lines, outlooks, screens, format),
        into: progress,
        from: checkpoint.reading,
        showsProgress: !outputs.results.isTerminal
      ) { progress, worker, passage throws(CommandFailure) in try progress.add(worker, passage) }
      progress = end
      progress.checkpoint.reading = reading
      // A process that is killed while files get their names leaves the rest to the next one.
      progress.checkpoint.isWhole = true
      try progress.save()
      try outputs.finish()
      return progress.checkpoint
    } catch {
      outputs.discard()
      throw error
    }
  }
}
