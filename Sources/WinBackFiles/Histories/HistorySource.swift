import Synchronization

/// The one source of histories: files and what the user says about them in, blocks of customers out.
///
/// Which format a file has, whether it is compressed, how customers stand in it, how many threads read
/// it and in which order results come is the business of this type and of nobody else.
package struct HistorySource: Sendable {
  package private(set) var options: HistoryFiles
  /// The time zone of dates without a time (T4).
  let timeZone: UTCOffset
  package var threads = 1
  /// Whether the first fault ends the run; else what is at fault is rejected.
  package var isStrict = false
  /// Whether one of several files may fail: it is reported, and the others are read.
  ///
  /// Documents of the App Store Server API belong together, so that none of these may be missing.
  package var toleratesFiles = false
  /// Whether the rows of a table may come in any order where it is small enough for memory.
  package var gathers = false
  /// How many bytes are read at once: large enough that handing them out costs nothing, small enough
  /// to stay in the processor's cache.
  package var blockSize = 1 << 18
  /// Counts how much the input tells; nil if not needed.
  private(set) var evidence: EvidenceCounter?

  let console: any InputConsole

  /// Creates a source of histories as an engine reads them.
  ///
  /// - Parameters:
  ///   - options: The files, and what the user says about them.
  ///   - engine: The engine. Dates without a time have its time zone (T4), and its rules say whether prices
  ///     are read. Nil for histories about which nothing is decided.
  ///   - attributes: The attributes that are read; nil for those of the engine's rules.
  ///   - now: The instant of the question, if it is to be counted how much the input tells.
  ///   - console: Gets the messages.
  package init(
    _ options: HistoryFiles,
    for engine: EligibilityEngine?,
    _ attributes: [RuleSet.Attribute]? = nil,
    asOf now: Instant? = nil,
    on console: any InputConsole
  ) {
    self.options = options
    self.options.options.attributes = attributes ?? engine?.rules.ruleSet.attributes ?? []
    self.console = console
    timeZone = engine?.policies.facts.timeZone ?? .utc
    guard let engine else { return }
    keepPrices(for: engine.rules)
    evidence = now.map { EvidenceCounter(engine, asOf: $0) }
  }

  /// Keeps prices, for which documents are read more slowly, if any rules read them.
  package mutating func keepPrices(for rules: CheckedRuleSet?...) {
    guard rules.contains(where: { $0?.factsRead.contains(.price) == true }) else { return }
    options.options.keepsPrices = true
  }

  /// How many rejected lines are shown on standard error.
  static let reportLimit = 5

  /// How many customers who were read before are shown with their location.
  private static let placeLimit = 3

  /// How many values that are left out are shown on standard error.
  private static let omissionLimit = 100

  /// What has come of a block, besides what its worker has made.
  package struct Passage {
    package let rejected: [RejectedLine]

    /// What was counted so far.
    package let reading: HistoryReading
  }

  /// What the threads share; only the one whose turn it is touches it.
  private struct Shared: Sendable {
    var reading = HistoryReading()
    var near = NearIdentifiers()
    var seen = SeenCustomers()
    /// Where the first customers are who were read before.
    var repetitions: [String] = []
    var notes = ServerNotes()
    var reported = 0
    var omitted = 0
    var progress: (any ReadingProgress)?
    /// The bytes of the files before.
    var bytesBefore = 0
  }

  package typealias Addition<Worker, Sum> =
    @Sendable (
      inout Sum, borrowing Worker, Passage
    ) throws(CommandFailure) -> Void

  /// Hands all customers to workers, and adds up the results of each block, in order.
  ///
  /// - Parameters:
  ///   - worker: Makes the worker of each thread.
  ///   - sum: What is added to.
  ///   - first: The first file, where it is open already.
  ///   - showsProgress: Whether a terminal may show how far reading has come.
  ///   - add: Adds what has come of a block.
  /// - Returns: The sum, and what was counted while reading.
  /// - Throws: ``CommandFailure`` if a file cannot be read; what came before was added then.
  package func reduce<Worker: HistoryWorker, Sum: Sendable>(
    with worker: @autoclosure @escaping @Sendable () -> Worker,
    into sum: Sum,
    first: StreamedInput? = nil,
    showsProgress: Bool = true,
    _ add: @escaping Addition<Worker, Sum>
  ) throws(CommandFailure) -> (sum: Sum, reading: HistoryReading) {
    let total = Guarded(sum)
    let reading = try read(first, showsProgress) { WorkerThread(worker(), total, add) }
    return (total.value.withLock { $0 }, reading)
  }

  private func read(
    _ first: StreamedInput?,
    _ showsProgress: Bool,
    _ makeWorker: @escaping @Sendable () -> any CustomerTaker
  ) throws(CommandFailure) -> HistoryReading {
    var shared = Shared()
    if showsProgress {
      shared.progress = console.progress(of: options.files)
    }
    let total = Guarded(shared)
    defer { total.value.withLock { $0.progress?.clear() } }
    var before = FilesBefore()
    for index in options.files.indices {
      do {
        try open(options.files[index], index == 0 ? first : nil) { input throws(CommandFailure) in
          try read(input, at: index, after: &before, makeWorker, into: total)
        }
      } catch {
        guard toleratesFiles, options.files.count > 1, before.format?.format.joinsFiles != true
        else { throw error }
        error.diagnostics.forEach(console.report)
        total.value.withLock { $0.reading.failure = $0.reading.failure ?? error.status }
      }
    }
    if let sorted = before.sorted,
      let blocks = try before.sorter.sorted(blockSize: sorted.blockSize)
    {
      try read(sorted, from: blocks, makeWorker, into: total)
    }
    return try total.value.withLock { shared throws(CommandFailure) in
      // A note is about all files together.
      let notes = shared.notes.warnings
      options.report(nil, notes, of: InputFile(options.name), on: console)
      shared.reading.add(notes)
      warnAboutCustomers(shared.reading, shared.repetitions, of: before.format?.format)
      try checkCustomers(shared.reading.found, shared.near)
      try addUnnamedCustomer(to: &shared.reading, makeWorker())
      return shared.reading
    }
  }

  /// What the files that have been read tell about the next one.
  private struct FilesBefore {
    /// The format of all files, and the first file that shows it.
    var format: (format: HistoryFormat, file: String)?
    /// The user's own mapping, once it has been read.
    var mapping: Mapping?
    var warnings: [FormatWarning] = []
    /// Documents that can continue in the next file.
    var rest = CutSource.Rest()
    var sorter = HistorySorter()
    /// The first file whose rows or documents are sorted.
    var sorted: OpenHistories?
  }

  /// Reads a file that is open, or has its rows or documents sorted.
  private func read(
    _ input: StreamedInput,
    at index: Int,
    after before: inout FilesBefore,
    _ makeWorker: @escaping @Sendable () -> any CustomerTaker,
    into total: Guarded<Shared>
  ) throws(CommandFailure) {
    let file = options.files[index]
    let histories = try OpenHistories(input, self, after: before.format, &before.mapping, at: index)
    if histories.isEmpty {
      if options.files.count > 1 {
        console.warn(HistoryFormat.emptyFile, file: file.name)
      }
      if options.sorts { return }
    } else {
      before.format = before.format ?? (histories.format, file.name)
    }
    let news = histories.warnings.filter { !before.warnings.contains($0) }
    before.warnings += news
    options.report(histories.format, news, of: file, on: console)
    total.value.withLock { $0.reading.add(news) }
    guard options.sorts else {
      let source = histories.source(after: before.rest)
      try read(histories, from: source, makeWorker, into: total)
      before.rest = source.rest
      return
    }
    try before.sorter.add(histories) { line throws(CommandFailure) in
      guard !isStrict, options.toleratesRejects else { throw failure(line, in: file) }
      var tally = ReadingTally()
      tally.rejected = 1
      if histories.layout == .rows { tally.rows.rejected = 1 }
      try total.value.withLock { shared throws(CommandFailure) in
        try pass([line], tally, makeWorker(), histories, &shared)
      }
    }
    before.sorted = before.sorted ?? histories
  }

  /// Adds the customer of documents without a purchase of a subscription, whom they need not name.
  private func addUnnamedCustomer(
    to reading: inout HistoryReading,
    _ worker: any CustomerTaker
  ) throws(CommandFailure) {
    guard reading.layout == .documents, reading.failure == nil, reading.tally.isEmpty,
      !worker.takesValues
    else { return }
    var record = HistoryRecord()
    record.removeAll(attributeCount: options.options.attributes.count)
    let symbols = worker.symbols
    do throws(HistoryError) {
      if !worker.takesVersions { try record.mergeDuplicates(at: timeZone) }
      try worker.add(record, symbols)
    } catch {
      return
    }
    reading.tally.customers = 1
    evidence?.count(record, symbols, knowing: worker.evidence(), into: &reading.tally.evidence)
    try worker.add(Passage(rejected: [], reading: reading))
  }

  /// Opens a file for the time of a call, unless it is open.
  private func open(
    _ file: InputFile,
    _ input: StreamedInput?,
    _ body: (StreamedInput) throws(CommandFailure) -> Void
  ) throws(CommandFailure) {
    if let input { return try body(input) }
    try file.withInput(on: console, body)
  }

  // MARK: - Blocks

  private func read(
    _ histories: OpenHistories,
    from source: any BlockSource,
    _ makeWorker: @escaping @Sendable () -> any CustomerTaker,
    into total: Guarded<Shared>
  ) throws(CommandFailure) {
    let index = options.sorts ? 0 : histories.index
    total.value.withLock { shared in
      if !histories.isEmpty { shared.reading.enter(histories.layout, histories.plan) }
      // Documents of the file before can be left.
      if shared.reading.place.file < index, !histories.format.joinsFiles {
        shared.reading.place = HistoryPlace(file: index)
      }
    }
    try BlockThreads(count: threads).run(
      over: source,
      with: { BlockReader(makeWorker(), of: histories) },
      take: { reader, block throws(CommandFailure) in
        try total.value.withLock { shared throws(CommandFailure) in
          try take(reader, block, of: histories, into: &shared)
        }
      }
    )
    total.value.withLock { $0.bytesBefore += histories.input.size }
  }

  private func take(
    _ reader: borrowing BlockReader,
    _ block: borrowing LineBlock,
    of histories: OpenHistories,
    into shared: inout Shared
  ) throws(CommandFailure) {
    if !options.sorts, block.excess?.isContinued != true {
      let known = shared.seen.insert(reader.starts, below: block.range.count)
      try note(repetitions: known, of: block, histories, &shared)
    }
    if let notes = reader.notes {
      shared.notes.addBlock(notes)
      if let mixture = shared.notes.mixture { throw histories.input.failure(mixture) }
    }
    shared.reading.found.formUnion(reader.intake.found)
    shared.near.formUnion(reader.intake.near)
    let linesBefore = shared.reading.place.lines
    for line in reader.omissions {
      guard shared.omitted < Self.omissionLimit else {
        shared.notes.addOmission()
        continue
      }
      shared.omitted += 1
      let line = line.numbered(linesBefore: linesBefore)
      console.report(diagnostic(line, .warning, in: histories.input.file))
    }
    let rejected = reader.rejected.map { $0.numbered(linesBefore: linesBefore) }
    let last = isStrict || block.isDocument ? rejected.first : rejected.first { $0.endsRun }
    if let line = last {
      throw failure(line, in: histories.input.file)
    }
    var place = block.end ?? shared.reading.place
    if block.end == nil {
      place.offset = block.endOffset
      place.lines += reader.intake.tally.lines
    }
    shared.reading.place = place
    try pass(rejected, reader.intake.tally, reader.intake.worker, histories, &shared)
    shared.progress?.update(
      offset: shared.bytesBefore + block.endOffset,
      customers: shared.reading.tally.customers
    )
  }

  /// Counts customers who were read before; where a customer is several rows or documents, the decision
  /// on the first ones was about a part of the history.
  private func note(
    repetitions: ContiguousArray<Int>,
    of block: borrowing LineBlock,
    _ histories: OpenHistories,
    _ shared: inout Shared
  ) throws(CommandFailure) {
    shared.reading.tally.repeated += repetitions.count
    for offset in repetitions.prefix(max(0, Self.placeLimit - shared.repetitions.count)) {
      let place = block.place(of: offset)
      let file = block.origins.isEmpty ? histories.input.file : options.files[place.file]
      guard let parts = histories.format.parts else {
        let linesBefore = block.linesBefore == nil ? shared.reading.place.lines : 0
        let line = linesBefore + place.lines + 1
        shared.repetitions.append(options.files.count == 1 ? "\(line)" : "\(file.name):\(line)")
        continue
      }
      throw CommandFailure(
        .badData,
        [
          Diagnostic(
            .error,
            "expected the \(parts) of a customer together, found more of an earlier customer; "
              + "use '--sort'",
            file: file.name,
            line: place.lines + 1,
            column: 1
          )
        ]
      )
    }
  }

  /// Counts what was read, says what could not be, and adds to the sum what has come of it.
  private func pass(
    _ rejected: [RejectedLine],
    _ tally: ReadingTally,
    _ worker: any CustomerTaker,
    _ histories: OpenHistories,
    _ shared: inout Shared
  ) throws(CommandFailure) {
    shared.reading.add(tally, histories.plan)
    if let mixture = shared.reading.tally.environments.mixture {
      throw histories.input.failure(mixture)
    }
    try worker.add(Passage(rejected: rejected, reading: shared.reading))
    for line in rejected where !line.isContinued {
      guard shared.reported < Self.reportLimit else { break }
      shared.reported += 1
      shared.progress?.clear()
      console.report(diagnostic(line, .error, in: histories.input.file))
    }
  }
}
