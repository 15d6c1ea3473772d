import WinBack
import WinBackFiles
import WinBackFormats

struct ScoreCommand: Command {
  static let description = CommandDescription(
    name: "score",
    abstract: "score millions of customers, with one line of results for each",
    discussion: """
      The results are in the order of the input, for any number of threads, and memory grows by a \
      few bytes for each customer only. A line that cannot be read never stops the run: it is reported, counted \
      and, with --rejects, kept. The closing summary on standard error counts everything.
      """,
    positionals: [HistoryInputOptions.histories],
    options: [EngineOptions.catalog] + ScoreOptions.all + CohortOptions.all
      + HistoryInputOptions.all + EngineOptions.all + MerchandisingOptions.all
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

  private let arguments: ParsedArguments
  private let engineOptions: EngineOptions
  private let options: ScoreOptions

  init(arguments: ParsedArguments) throws(CommandFailure) {
    self.arguments = arguments
    engineOptions = try EngineOptions(arguments)
    options = try ScoreOptions(arguments)
  }

  func run(on console: Console) throws(CommandFailure) -> ExitStatus {
    // What is shown is not even read where nobody asks for it.
    var merchandiser: Merchandiser?
    if options.format.showsScreens {
      merchandiser = try engineOptions.merchandiser(options.merchandising, on: console)
    }
    let engine: EligibilityEngine
    if let merchandiser {
      engine = merchandiser.winBack
    } else {
      engine = try engineOptions.engine(on: console)
    }
    let checkpointFile = try options.checkpointPath.map { path throws(CommandFailure) in
      try CheckpointFile(path: path, console.files)
    }
    let end: (checkpoint: Checkpoint, source: HistorySource)
    do throws(CommandFailure) {
      end = try score(engine, merchandiser, checkpointFile, on: console)
    } catch {
      checkpointFile?.discard()
      throw error
    }
    checkpointFile?.remove()
    try options.cohort.finish(
      end.checkpoint.reading,
      of: end.source,
      "scored",
      scores: end.checkpoint.scores,
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
      job: file == nil ? "" : try options.identity(with: pseudonyms),
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
  ) throws(CommandFailure) -> (checkpoint: Checkpoint, source: HistorySource) {
    let pseudonyms = try Pseudonyms.asked(by: arguments, on: console)
    let checkpoint = try checkpoint(of: engine, pseudonyms, checkpointFile, on: console)
    let format = try options.format(of: engine, asOf: checkpoint.asOf, pseudonyms)
    if let checkpointFile {
      // Reports who holds it, and that files without their names are those of this run.
      try checkpointFile.save(checkpoint)
      console.files.canContinue = checkpoint.isResumed
    }
    let outputs = try ScoreOutputs(options, resuming: checkpoint, on: console)
    do throws(CommandFailure) {
      var end = checkpoint
      var source = options.cohort.source(for: engine, asOf: checkpoint.asOf, on: console)
      source.blockSize = format.blockSize
      source.range = options.range
      if !checkpoint.isWhole {
        let job = ScoreJob(
          program: BatchProgram(engine, at: checkpoint.asOf, asksEachRule: format.request != nil),
          merchandiser: merchandiser,
          format: format,
          source: source,
          outputs: outputs,
          checkpointFile: checkpointFile
        )
        end = try job.run(from: checkpoint)
      }
      if let checkpointFile {
        // A process that is killed while files get their names leaves the rest to the next one.
        try outputs.synchronize()
        end.isWhole = true
        try checkpointFile.save(end)
        checkpointFile.keep(with: outputs)
      }
      try outputs.finish()
      return (end, source)
    } catch {
      outputs.discard()
      throw error
    }
  }
}
