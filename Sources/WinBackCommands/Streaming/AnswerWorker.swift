import CalendarTime
import WinBack
import WinBackFiles
import WinBackFormats

/// Asks the same about one customer after another, in storage that is used again, and adds up the
/// answers.
struct AnswerWorker<Storage: Sendable, Sum: Sendable>: HistoryWorker {
  /// Adds the answer about a customer.
  typealias Question =
    @Sendable (inout Sum, inout Storage, HistoryRecord, SymbolTable) throws(HistoryError) -> Void

  static var takesVersions: Bool { true }

  private(set) var sum: Sum

  let symbols: SymbolTable
  private let empty: Sum
  private var storage: Storage
  private let question: Question

  init(_ symbols: SymbolTable, _ empty: Sum, _ storage: Storage, _ question: @escaping Question) {
    self.symbols = symbols
    self.empty = empty
    self.storage = storage
    self.question = question
    sum = empty
  }

  mutating func removeAll() { sum = empty }

  mutating func add(
    _ record: borrowing HistoryRecord,
    _ symbols: borrowing SymbolTable
  ) throws(HistoryError) {
    try question(&sum, &storage, copy record, copy symbols)
  }
}

extension HistorySource {
  /// Asks the same about all customers, and adds the answers to an empty sum in the order of the input.
  ///
  /// The symbols of histories come after `symbols`, each thread uses a `storage` again, and `add` adds
  /// the sum of a block to that of the blocks before.
  func answers<Storage: Sendable, Sum: Sendable>(
    after symbols: SymbolTable,
    into empty: Sum,
    with storage: Storage,
    adding add: @escaping @Sendable (inout Sum, Sum) throws(CommandFailure) -> Void,
    _ question: @escaping AnswerWorker<Storage, Sum>.Question
  ) throws(CommandFailure) -> (Sum, HistoryReading) {
    try reduce(
      with: AnswerWorker(symbols, empty, storage, question),
      into: empty
    ) { sum, worker, _ throws(CommandFailure) in try add(&sum, worker.sum) }
  }

  /// Returns the decisions in the order of the input.
  func decisions(
    of engine: EligibilityEngine,
    showing merchandiser: Merchandiser? = nil,
    asOf now: Instant
  ) throws(CommandFailure) -> ([CustomerDecisions], HistoryReading) {
    let none: [CustomerDecisions] = []
    return try answers(
      after: engine.index.symbols,
      into: none,
      with: (),
      adding: { $0 += $1 }
    ) { sum, _, record, symbols throws(HistoryError) in
      sum.append(try engine.decisions(for: record, symbols, asOf: now, showing: merchandiser))
    }
  }

  /// Returns the result of the purchases of all customers with one offer, in the order of the input (M4).
  func redemptions(
    of offerId: String,
    with engine: EligibilityEngine,
    at instant: Instant
  ) throws(CommandFailure) -> [RedemptionAttempt] {
    let none: [RedemptionAttempt] = []
    let (attempts, reading) = try answers(
      after: engine.index.symbols,
      into: none,
      with: (),
      adding: { $0 += $1 }
    ) { sum, _, record, symbols throws(HistoryError) in
      sum += try engine.redemptions(of: offerId, by: record, symbols, at: instant)
    }
    warnAboutSkippedRows(reading)
    return attempts
  }
}

/// Writes histories in the native format, a line each.
struct ConversionWorker: HistoryWorker {
  var bytes: ContiguousArray<UInt8> { writer.bytes }

  private(set) var count = 0
  private(set) var first: CustomerHistory?

  let symbols = SymbolTable()

  private var writer = JSONWriter()

  static var takesValues: Bool { true }

  static func text(
    of history: CustomerHistory,
    _ layout: JSONWriter.Layout
  ) -> ContiguousArray<UInt8> {
    var writer = JSONWriter(layout)
    writer.history(history)
    writer.endLine()
    return writer.bytes
  }

  mutating func removeAll() {
    writer.removeAll()
    first = nil
    count = 0
  }

  mutating func add(_ history: CustomerHistory) {
    first = first ?? history
    count += 1
    writer.history(history)
    writer.endLine()
  }

  mutating func add(_ record: borrowing HistoryRecord, _ symbols: borrowing SymbolTable) {}
}
