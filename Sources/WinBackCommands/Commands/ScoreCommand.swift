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
    options: [EngineOptions.catalog] + ScoreOptions.descriptions + EngineOptions.descriptions + [
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
    let pseudonyms = try options.pseudonyms(on: console)
    return try StreamedInput.with(options.input, on: console) { input throws(CommandFailure) in
      let checkpoint = try checkpoint(of: engine, input, pseudonyms, on: console)
      let (end, plan) = try score(input, engine, from: checkpoint, pseudonyms, on: console)
      let reading = end.reading
      if !options.isQuiet {
        try? console.errors.write(ScoreSummary(reading, end.scores, engine.offerIds, plan).text)
      }
      guard options.allowance.covers(reading) else {
        throw input.failure(
          "expected at most \(options.allowance.text) rejected \(plan == nil ? "lines" : "customers"), "
            + "found \(reading.rejected.grouped) of "
            + "\((reading.customers + reading.rejected).grouped)"
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
    on console: Console
  ) throws(CommandFailure) -> Checkpoint {
    let asOf = try engineOptions.instant(for: engine, on: console)
    let offerCount = engine.offerIds.count
    guard let path = options.checkpointPath else {
      return Checkpoint(job: "", asOf: asOf, offerCount: offerCount)
    }
    let job: [Any] = [
      Version.current, engineOptions.fingerprint(of: engine), options.input.path, input.size,
      options.range, options.layout, options.onlyEligible, options.showsDetails,
      options.until as Any, options.outputPath as Any, options.rejectsPath as Any,
      pseudonyms?.pseudonym(of: "") as Any,
    ]
    let start = Checkpoint(
      job: job.map { "\($0)" }.joined(separator: " "),
      asOf: asOf,
      offerCount: offerCount
    )
    return try start.resumed(from: path, isAsOfGiven: engineOptions.isAsOfGiven, on: console)
  }

  private func score(
    _ input: StreamedInput,
    _ engine: EligibilityEngine,
    from checkpoint: Checkpoint,
    _ pseudonyms: Pseudonyms?,
    on console: Console
  ) throws(CommandFailure) -> (Checkpoint, ColumnPlan?) {
    let format = ScoreFormat(
      layout: options.layout,
      onlyEligible: options.onlyEligible,
      showsDetails: options.showsDetails,
      until: try options.lastInstant(at: engine.policies.facts.timeZone, asOf: checkpoint.asOf),
      pseudonyms: pseudonyms
    )
    let outputs = try ScoreOutputs(options, resuming: checkpoint, on: console)
    let interruption = Interruption(
      console: console,
      advice: options.checkpointPath == nil ? nil : "the same command goes on from there",
      cleanUp: outputs.removeTemporaries
    )
    let result: (Checkpoint, ColumnPlan?)
    do throws(CommandFailure) {
      result = try interruption.listening { () throws(CommandFailure) in
        let histories = try ScoreHistories(
          input,
          options,
          from: checkpoint,
          blockSize: format.blockSize,
          on: console
        )
        let job = ScoreJob(
          program: BatchProgram(engine, at: checkpoint.asOf),
          format: format,
          threads: options.threads,
          input: input,
          histories: histories,
          range: options.range,
          outputs: outputs,
          checkpointPath: options.checkpointPath,
          console: console
        )
        return (try job.run(from: checkpoint), histories.plan)
      }
    } catch {
      outputs.discard()
      throw error
    }
    // A process that is killed between the two begins anew, and comes to the same.
    if let path = options.checkpointPath { try? Platform.remove(path) }
    try outputs.finish()
    return result
  }
}
