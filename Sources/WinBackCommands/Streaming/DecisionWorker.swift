import CalendarTime
import WinBack
import WinBackFormats

/// Decides on customers with reasons.
struct DecisionWorker: HistoryWorker {
  static var takesVersions: Bool { true }

  /// What was decided on the customers so far.
  private(set) var decisions: [CustomerDecisions] = []

  private let engine: EligibilityEngine
  private let merchandiser: Merchandiser?
  private let now: Instant

  init(_ engine: EligibilityEngine, _ merchandiser: Merchandiser?, asOf now: Instant) {
    self.engine = engine
    self.merchandiser = merchandiser
    self.now = now
  }

  var symbols: SymbolTable { engine.index.symbols }

  mutating func removeAll() {
    decisions.removeAll()
  }

  mutating func add(
    _ record: borrowing HistoryRecord,
    _ symbols: borrowing SymbolTable
  ) throws(HistoryError) {
    decisions.append(
      try engine.decisions(for: copy record, copy symbols, asOf: now, showing: merchandiser)
    )
  }
}

extension HistorySource {
  /// Returns what the engine decides on all customers, in the order of the input, and what they are
  /// shown where that is asked.
  func decisions(
    of engine: EligibilityEngine,
    showing merchandiser: Merchandiser? = nil,
    asOf now: Instant
  ) throws(CommandFailure) -> (customers: [CustomerDecisions], reading: HistoryReading) {
    let none: [CustomerDecisions] = []
    let (decisions, reading) = try reduce(
      with: DecisionWorker(engine, merchandiser, asOf: now),
      into: none
    ) { sum, worker, _ throws(CommandFailure) in sum += worker.decisions }
    return (decisions, reading)
  }

  /// Reports the rows that are left out, where no summary does.
  func warnAboutSkippedRows(_ reading: HistoryReading) {
    for (others, count) in reading.skippedRows where count > 0 {
      console.report(
        Diagnostic(.warning, "\(count.counted("row")) \(others) skipped", file: options.name)
      )
    }
  }
}
