import CalendarTime
import WinBack
import WinBackFormats

/// `winback score`: millions of customers, one line each.
struct ScoreCommand: Command {
  static let description = CommandDescription(
    name: "score",
    abstract: "score millions of customers, one line of results each",
    discussion: """
      The results come in the order of the input, whatever the number of threads, and memory does \
      not grow with the input. A line that cannot be read never stops the run: it is reported, \
      counted and, with --rejects, kept. The closing summary on standard error counts everything.
      """,
    positionals: [ScoreOptions.histories],
    options: [EngineOptions.catalog] + ScoreOptions.all + EngineOptions.all + [
      .output, .pseudonymize, .verbose,
    ],
    examples: [
      CommandExample(
        "winback score histories.jsonl --catalog catalog.json --output results.jsonl",
        "everybody, as of now"
      ),
      CommandExample(
        "zstd -dc histories.jsonl.zst | winback score - -c catalog.json --csv --eligible-only",
        "the audience, from any program's output"
      ),
      CommandExample(
        "winback score big.jsonl -c catalog.json -o out.jsonl --checkpoint run.checkpoint",
        "a run that may be interrupted and started again"
      ),
    ],
    exitStatuses: [
      .badData: "more lines were rejected than --allow-rejects covers; the output is complete",
      .cannotCreate: "the output cannot be created, or another run goes on with the checkpoint",
      .hungUp: "stopped with its terminal; the output is as it was",
      .interrupted: "stopped by the user; the output is as it was",
      .terminated: "stopped by the system; the output is as it was",
    ]
  )

  private let engineOptions: EngineOptions
  private let options: ScoreOptions

  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    engineOptions = try EngineOptions(arguments)
    options = try ScoreOptions(arguments)
  }

  func run(on console: Console) throws(CommandFailure) -> ExitStatus {
    let engine = try engineOptions.engine(on: console)
    return try StreamedInput.with(options.input, on: console) { input throws(CommandFailure) in
      let checkpointFile = try options.checkpointPath.map { path throws(CommandFailure) in
        try CheckpointFile(path: path, console.files)
      }
      let (end, plan): (Checkpoint, ColumnPlan?)
      do throws(CommandFailure) {
        (end, plan) = try score(input, engine, checkpointFile, on: console)
      } catch {
        checkpointFile?.discard()
        throw error
      }
      checkpointFile?.remove()
      let reading = end.reading
      if !options.isQuiet {
        try? console.errors.write(ScoreSummary(reading, end.scores, engine.offerIds, plan).text)
      }
      guard options.allowance.covers(reading) else {
        throw input.failure(
          "expected at most \(options.allowance.text) rejected \(plan == nil ? "lines" : "rows"), "
            + "found \(reading.rejectedLines.grouped) of \(reading.lineCount.grouped)"
        )
      }
      return .done
    }
  }

  /// Returns where to begin: at the start, or where an interrupted run has left off.
  private func checkpoint(
    of engine: EligibilityEngine,
    _ input: StreamedInput,
    _ pseudonyms: Pseudonyms?,
    _ file: CheckpointFile?,
    on console: Console
  ) throws(CommandFailure) -> Checkpoint {
    let asOf = try engineOptions.instant(for: engine, on: console)
    let start = Checkpoint(
      // To tell one run from another takes longer than all else at the start of a short one.
      job: file == nil ? "" : job(of: engine, input, pseudonyms),
      asOf: asOf,
      offerCount: engine.offerIds.count,
      since: console.now
    )
    guard let file else { return start }
    return try start.resumed(from: file, isAsOfGiven: engineOptions.isAsOfGiven)
  }

  /// Returns what makes a run another one than that of a checkpoint.
  private func job(
    of engine: EligibilityEngine,
    _ input: StreamedInput,
    _ pseudonyms: Pseudonyms?
  ) -> String {
    let job: [Any] = [
      Version.current, engineOptions.fingerprint(of: engine), options.input.path, input.size,
      options.range, options.layout, options.escapesFormulas, options.onlyEligible,
      options.showsDetails,
      options.until as Any, options.outputPath as Any, options.rejectsPath as Any,
      pseudonyms?.pseudonym(of: "") as Any,
    ]
    return job.map { "\($0)" }.joined(separator: " ")
  }

  private func score(
    _ input: StreamedInput,
    _ engine: EligibilityEngine,
    _ checkpointFile: CheckpointFile?,
    on console: Console
  ) throws(CommandFailure) -> (Checkpoint, ColumnPlan?) {
    let pseudonyms = try options.pseudonyms(on: console)
    let checkpoint = try checkpoint(of: engine, input, pseudonyms, checkpointFile, on: console)
    let format = ScoreFormat(
      layout: options.layout,
      escapesFormulas: options.escapesFormulas,
      onlyEligible: options.onlyEligible,
      showsDetails: options.showsDetails,
      until: try options.lastInstant(at: engine.policies.facts.timeZone, asOf: checkpoint.asOf),
      pseudonyms: pseudonyms
    )
    if let checkpointFile {
      // Tells who holds it, and that files without their names are those of this run.
      try checkpointFile.save(checkpoint)
      console.files.advice = "the same command goes on from there"
    }
    let outputs = try ScoreOutputs(options, resuming: checkpoint, on: console)
    do throws(CommandFailure) {
      var (end, plan) = (checkpoint, nil as ColumnPlan?)
      if !checkpoint.isWhole {
        let histories = try ScoreHistories(
          input,
          options,
          from: checkpoint,
          blockSize: format.blockSize,
          on: console
        )
        plan = histories.plan
        let job = ScoreJob(
          program: BatchProgram(engine, at: checkpoint.asOf),
          format: format,
          threads: options.threads,
          input: input,
          histories: histories,
          range: options.range,
          outputs: outputs,
          checkpointFile: checkpointFile,
          console: console
        )
        end = try job.run(from: checkpoint)
      }
      if let checkpointFile {
        // A process that is killed while files get their names leaves the rest to the next one.
        try outputs.synchronize()
        end.isWhole = true
        try checkpointFile.save(end)
        checkpointFile.keep()
        outputs.keep()
      }
      try outputs.finish()
      return (end, plan)
    } catch {
      outputs.discard()
      throw error
    }
  }
}
