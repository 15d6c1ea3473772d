import CalendarTime
import Synchronization
import WinBack
import WinBackFormats

/// The customers of an input, read on several threads: whatever is done with them, it is added up in
/// the order of the input.
struct Cohort: Sendable {
  let options: CohortOptions
  /// The attributes of customers that are read.
  let attributes: [RuleSet.Attribute]
  /// The time zone of dates without a time (T4).
  let timeZone: UTCOffset
  let console: Console

  /// How many bytes are read at once: large enough that handing them out costs nothing.
  private static let blockSize = 1 << 18

  /// How many rejected lines are told of on standard error.
  private static let reportLimit = 5

  /// What the threads share; only the one whose turn it is touches it.
  private struct Shared<Sum: Sendable>: Sendable {
    var sum: Sum
    var reading: CohortReading
    var seen = SeenCustomers()
    var reported = 0
    var progress: ReadingProgress?
  }

  /// Hands all customers to workers, and adds up what comes of each block of them.
  ///
  /// - Parameters:
  ///   - worker: The worker that those of all threads are copies of.
  ///   - sum: What is added to.
  ///   - add: Adds what has come of a block.
  /// - Returns: The sum, and what was counted while reading.
  /// - Throws: ``CommandFailure`` where the input cannot be read, or too much of it.
  func reduce<Worker: HistoryWorker, Sum: Sendable>(
    with worker: Worker,
    into sum: Sum,
    _ add: @escaping @Sendable (inout Sum, borrowing Worker) throws(CommandFailure) -> Void
  ) throws(CommandFailure) -> (sum: Sum, reading: CohortReading) {
    try StreamedInput.with(options.histories.file, on: console) { input throws(CommandFailure) in
      let input = try CohortInput(input, options.histories, on: console)
      return try reduce(input, with: worker, into: sum, add)
    }
  }

  /// Hands all customers of an input that has been opened to workers, and adds up what comes of them.
  func reduce<Worker: HistoryWorker, Sum: Sendable>(
    _ input: CohortInput,
    with worker: Worker,
    into sum: Sum,
    _ add: @escaping @Sendable (inout Sum, borrowing Worker) throws(CommandFailure) -> Void
  ) throws(CommandFailure) -> (sum: Sum, reading: CohortReading) {
    let source = try input.blocks(of: Self.blockSize, options)
    let reading = CohortReading(plan: input.plan, isDocument: source == nil)
    var shared = Shared(sum: sum, reading: reading)
    let reader = BlockReader(
      worker,
      attributes: attributes,
      plan: input.plan,
      timeZone: timeZone
    )
    if let source {
      options.histories.report(input.format, input.plan?.warnings ?? [], on: console)
      shared.progress = progress(of: input)
      shared = try reduce(source, reader, shared, add)
    } else {
      var reader = reader
      let histories = try histories(of: input)
      do throws(FormatError) {
        try reader.take(histories)
      } catch {
        throw CommandFailure(.badData, [Diagnostic(error, file: options.histories.file.name)])
      }
      shared.reading.tally = reader.tally
      try add(&shared.sum, reader.worker)
    }
    return (shared.sum, shared.reading)
  }

  /// Tells what was read, unless that is not asked for.
  ///
  /// - Throws: ``CommandFailure`` where more lines were rejected than may be.
  func finish(_ reading: CohortReading, _ verb: String) throws(CommandFailure) {
    let tally = reading.tally
    if !options.isQuiet {
      try? console.errors.write(
        ReadingSummary(tally, reading.plan, verb, isDocument: reading.isDocument).text
      )
    }
    guard !options.allowance.covers(tally) else { return }
    let message =
      "expected at most \(options.allowance.text) rejected \(reading.plan == nil ? "lines" : "rows"), "
      + "found \(tally.rejectedLines.grouped) of \(tally.lineCount.grouped)"
    throw CommandFailure(
      .badData,
      [Diagnostic(.error, message, file: options.histories.file.name)]
    )
  }

  /// The line of progress; nil where nobody would see it.
  private func progress(of input: CohortInput) -> ReadingProgress? {
    guard console.errors.isTerminal else { return nil }
    return ReadingProgress(on: console.errors, bytes: input.byteCount.map { 0..<$0 })
  }

  // MARK: - One document

  /// Returns how many customers a document is about.
  func customerCount(of document: CohortInput) throws(CommandFailure) -> Int {
    try read(document).histories.count
  }

  /// Returns the customers of a document, and tells what its reader has to say.
  private func histories(of document: CohortInput) throws(CommandFailure) -> [CustomerHistory] {
    let input = try read(document)
    options.histories.report(input.format, input.warnings, on: console)
    return input.histories
  }

  private func read(_ document: CohortInput) throws(CommandFailure) -> HistoryInput {
    var document = document
    try document.readAll()
    return try options.histories.read(
      document.head,
      as: document.format,
      attributes: attributes,
      on: console
    )
  }

  // MARK: - Blocks

  private func reduce<Worker: HistoryWorker, Sum: Sendable>(
    _ source: any BlockSource,
    _ reader: BlockReader<Worker>,
    _ start: Shared<Sum>,
    _ add: @escaping @Sendable (inout Sum, borrowing Worker) throws(CommandFailure) -> Void
  ) throws(CommandFailure) -> Shared<Sum> {
    let shared = Mutex(start)
    defer { shared.withLock { $0.progress?.clear() } }
    try BlockThreads(count: options.threads, label: "winback.cohort").run(
      over: source,
      with: reader,
      read: { reader, block in reader.read(&block) },
      take: { reader, block throws(CommandFailure) in
        try shared.withLock { shared throws(CommandFailure) in
          try self.add(reader, block, to: &shared, add)
        }
      }
    )
    return shared.withLock { $0 }
  }

  private func add<Worker: HistoryWorker, Sum: Sendable>(
    _ reader: borrowing BlockReader<Worker>,
    _ block: borrowing LineBlock,
    to shared: inout Shared<Sum>,
    _ add: (inout Sum, borrowing Worker) throws(CommandFailure) -> Void
  ) throws(CommandFailure) {
    if !options.sorts, let rows = reader.customerReader {
      try shared.seen.insert(rows.starts, of: block, in: options.histories.file)
    }
    for line in reader.rejected {
      guard shared.reported < Self.reportLimit else { break }
      shared.reported += 1
      shared.progress?.clear()
      console.report(
        Diagnostic(
          .error,
          line.message,
          file: options.histories.file.name,
          line: line.number(linesBefore: shared.reading.tally.lines),
          column: line.column
        )
      )
    }
    shared.reading.tally.add(reader.tally)
    try add(&shared.sum, reader.worker)
    shared.progress?.update(offset: block.endOffset, customers: shared.reading.tally.customers)
  }
}

extension Cohort {
  /// Creates the cohort of an engine: its attributes, its time zone.
  init(_ options: CohortOptions, for engine: EligibilityEngine, on console: Console) {
    self.init(
      options: options,
      attributes: engine.rules.ruleSet.attributes,
      timeZone: engine.policies.facts.timeZone,
      console: console
    )
  }
}
