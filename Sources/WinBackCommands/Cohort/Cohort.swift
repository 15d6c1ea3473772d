import CalendarTime
import Dispatch
import Synchronization
import WinBack
import WinBackFormats

/// The customers of an input, read on several threads: whatever is done with them, it is added up in
/// the order of the input.
struct Cohort: Sendable {
  let options: CohortOptions
  let engine: EligibilityEngine
  let console: Console

  /// How many bytes are read at once.
  private static let blockSize = 1 << 20

  /// How many rejected lines are told of on standard error.
  private static let reportLimit = 5

  /// What the threads share; only the one whose turn it is touches it.
  private struct Shared<Sum: Sendable>: Sendable {
    var sum: Sum
    var tally = ScoreTally(offerCount: 0)
    var reported = 0
    var progress: ScoreProgress?
  }

  private var attributes: [RuleSet.Attribute] { engine.rules.ruleSet.attributes }

  /// Hands all customers to workers, and adds up what comes of each block of them.
  ///
  /// - Parameters:
  ///   - worker: The worker that those of all threads are copies of.
  ///   - sum: What is added to.
  ///   - add: Adds what has come of a block.
  /// - Returns: The sum, and what was counted while reading.
  /// - Throws: ``CommandFailure`` where the input cannot be read, or too much of it.
  func reduce<Worker: CohortWorker, Sum: Sendable>(
    with worker: Worker,
    into sum: Sum,
    _ add: @escaping @Sendable (inout Sum, borrowing Worker) throws(CommandFailure) -> Void
  ) throws(CommandFailure) -> (sum: Sum, tally: ScoreTally) {
    try ScoreInput.with(options.histories.file, on: console) { input throws(CommandFailure) in
      let source = try LineSource(input, blockSize: Self.blockSize)
      var first = LineBlock()
      var shared = Shared(sum: sum)
      guard try source.next(&first) else { return (sum, shared.tally) }
      let format = options.histories.format(of: first)
      guard format == .native, !first.startsWithLongValue else {
        let histories = try histories(in: first, source, as: format)
        var reader = CohortReader(worker, attributes: attributes)
        do throws(FormatError) {
          try reader.take(histories)
        } catch {
          throw CommandFailure(.badData, [Diagnostic(error, file: options.histories.file.name)])
        }
        try add(&shared.sum, reader.worker)
        return (shared.sum, reader.tally)
      }
      options.histories.report(format, [], on: console)
      if console.errors.isTerminal {
        shared.progress = ScoreProgress(
          on: console.errors,
          bytes: input.byteCount.map { 0..<$0 },
          from: Checkpoint(job: "", asOf: console.now, offerCount: 0)
        )
      }
      let result = try reduce(first, source, worker, shared, add)
      return (result.sum, result.tally)
    }
  }

  /// Tells what was read, unless that is not asked for.
  ///
  /// - Throws: ``CommandFailure`` where more lines were rejected than may be.
  func finish(_ tally: ScoreTally, _ verb: String) throws(CommandFailure) {
    if !options.isQuiet { try? console.errors.write(CohortSummary(tally, verb).text) }
    guard !options.allowance.covers(tally) else { return }
    let message =
      "expected at most \(options.allowance.text) rejected lines, found "
      + "\(tally.rejected.grouped) of \((tally.customers + tally.rejected).grouped)"
    throw CommandFailure(
      .badData,
      [Diagnostic(.error, message, file: options.histories.file.name)]
    )
  }

  /// Reads an input whose customers do not stand on lines of their own: all of it.
  private func histories(
    in first: borrowing LineBlock,
    _ source: LineSource,
    as format: HistoryFormat
  ) throws(CommandFailure) -> [CustomerHistory] {
    var bytes = ContiguousArray(first.bytes[first.range])
    var block = LineBlock()
    while try source.next(&block) {
      bytes.append(contentsOf: block.bytes[block.range])
      guard bytes.count <= InputFile.defaultLimit else {
        throw CommandFailure(
          .badData,
          "'\(options.histories.file.path)' has more than the "
            + "\(InputFile.defaultLimit >> 20) MiB that are read at once"
        )
      }
    }
    let input = try options.histories.read(bytes, as: format, attributes: attributes, on: console)
    options.histories.report(format, input.warnings, on: console)
    return input.histories
  }

  // MARK: - Lines

  private func reduce<Worker: CohortWorker, Sum: Sendable>(
    _ first: borrowing LineBlock,
    _ source: LineSource,
    _ worker: Worker,
    _ start: Shared<Sum>,
    _ add: @escaping @Sendable (inout Sum, borrowing Worker) throws(CommandFailure) -> Void
  ) throws(CommandFailure) -> Shared<Sum> {
    let shared = Mutex(start)
    let order = OrderedResults()
    let failure = Mutex<CommandFailure?>(nil)
    var reader = CohortReader(worker, attributes: attributes)
    reader.read(first)
    _ = try order.inTurn(first.number) { () throws(CommandFailure) in
      try shared.withLock { shared throws(CommandFailure) in
        try self.add(reader, first, to: &shared, add)
      }
    }
    let work: @Sendable () -> Void = {
      do throws(CommandFailure) {
        var reader = CohortReader(worker, attributes: attributes)
        var block = LineBlock()
        while try source.next(&block) {
          reader.read(block)
          let isDone = try order.inTurn(block.number) { () throws(CommandFailure) in
            try shared.withLock { shared throws(CommandFailure) in
              try self.add(reader, block, to: &shared, add)
            }
          }
          guard isDone else { return }
        }
      } catch {
        failure.withLock { $0 = $0 ?? error }
      }
    }
    if options.threads == 1 {
      work()
    } else {
      let group = DispatchGroup()
      for index in 0..<options.threads {
        DispatchQueue(label: "winback.cohort.\(index)").async(group: group, execute: work)
      }
      group.wait()
    }
    shared.withLock { $0.progress?.clear() }
    if let failure = failure.withLock({ $0 }) { throw failure }
    return shared.withLock { $0 }
  }

  private func add<Worker: CohortWorker, Sum: Sendable>(
    _ reader: borrowing CohortReader<Worker>,
    _ block: borrowing LineBlock,
    to shared: inout Shared<Sum>,
    _ add: (inout Sum, borrowing Worker) throws(CommandFailure) -> Void
  ) throws(CommandFailure) {
    for line in reader.rejected {
      guard shared.reported < Self.reportLimit else { break }
      shared.reported += 1
      shared.progress?.clear()
      console.report(
        Diagnostic(
          .error,
          line.message,
          file: options.histories.file.name,
          line: shared.tally.lines + line.lineIndex + 1,
          column: line.column
        )
      )
    }
    shared.tally.add(reader.tally)
    try add(&shared.sum, reader.worker)
    shared.progress?.update(offset: block.endOffset, customers: shared.tally.customers)
  }
}
