import CalendarTime
import WinBack
import WinBackFiles
import WinBackFormats

/// Asks an engine the same about one customer after another.
struct AnswerWorker<Answer: Sendable>: HistoryWorker {
  static var takesVersions: Bool { true }

  private(set) var answers: [Answer] = []

  let symbols: SymbolTable
  private let answer: @Sendable (HistoryRecord, SymbolTable) throws(HistoryError) -> [Answer]

  init(
    _ engine: EligibilityEngine,
    _ answer:
      @escaping @Sendable (HistoryRecord, SymbolTable) throws(HistoryError) -> [Answer]
  ) {
    symbols = engine.index.symbols
    self.answer = answer
  }

  mutating func removeAll() { answers.removeAll() }

  mutating func add(
    _ record: borrowing HistoryRecord,
    _ symbols: borrowing SymbolTable
  ) throws(HistoryError) {
    answers += try answer(copy record, copy symbols)
  }
}

extension HistorySource {
  /// Returns the decisions in the order of the input.
  func decisions(
    of engine: EligibilityEngine,
    showing merchandiser: Merchandiser? = nil,
    asOf now: Instant
  ) throws(CommandFailure) -> ([CustomerDecisions], HistoryReading) {
    let worker = AnswerWorker(engine) { record, symbols throws(HistoryError) in
      [try engine.decisions(for: record, symbols, asOf: now, showing: merchandiser)]
    }
    return try answers(of: worker)
  }

  /// Returns the result of the purchases of all customers with one offer, in the order of the input (M4).
  func redemptions(
    of offerId: String,
    with engine: EligibilityEngine,
    at instant: Instant
  ) throws(CommandFailure) -> [RedemptionAttempt] {
    let worker = AnswerWorker(engine) { record, symbols throws(HistoryError) in
      try engine.redemptions(of: offerId, by: record, symbols, at: instant)
    }
    let (attempts, reading) = try answers(of: worker)
    warnAboutSkippedRows(reading)
    return attempts
  }

  private func answers<Answer: Sendable>(
    of worker: AnswerWorker<Answer>
  ) throws(CommandFailure) -> ([Answer], HistoryReading) {
    let none: [Answer] = []
    return try reduce(with: worker, into: none) { sum, worker, _ throws(CommandFailure) in
      sum += worker.answers
    }
  }
}

/// Writes histories in the native format, a line each.
struct ConversionWorker: HistoryWorker, ~Copyable {
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
