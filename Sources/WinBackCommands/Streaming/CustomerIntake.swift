import CalendarTime
import WinBack

/// Hands the histories of the wanted customers to a worker, and counts them.
struct CustomerIntake<Worker: HistoryWorker>: Sendable {
  /// Does with customers what is to be done.
  private(set) var worker: Worker
  /// What was counted in the last block.
  var tally: ReadingTally
  /// Which of the wanted customers were in the last block.
  private(set) var found: Set<ContiguousArray<UInt8>> = []

  private let timeZone: UTCOffset
  private let evidence: EvidenceCounter?
  private let customers: Set<ContiguousArray<UInt8>>

  /// Creates the intake of a thread.
  ///
  /// - Parameters:
  ///   - worker: Gets the customers.
  ///   - tally: Has counted nothing.
  ///   - timeZone: The time zone of dates without a time (T4).
  ///   - evidence: Counts what there is; nil if not needed.
  ///   - customers: Those who are wanted; none for all.
  init(
    _ worker: Worker,
    _ tally: ReadingTally,
    timeZone: UTCOffset,
    evidence: EvidenceCounter?,
    customers: Set<ContiguousArray<UInt8>>
  ) {
    self.worker = worker
    self.tally = tally
    self.timeZone = timeZone
    self.evidence = evidence
    self.customers = customers
  }

  /// Hands a history to the worker, if its customer is wanted.
  ///
  /// - Parameters:
  ///   - record: The history; what is there twice is merged.
  ///   - symbols: Its symbols.
  ///   - history: Gives all values of the history, for a worker that wants them.
  /// - Throws: ``HistoryError`` if the history contradicts itself.
  @inline(__always)
  mutating func take(
    _ record: inout HistoryRecord,
    _ symbols: borrowing SymbolTable,
    _ history: () -> CustomerHistory?
  ) throws(HistoryError) {
    if !customers.isEmpty {
      let id = ContiguousArray(record.text[record.customerId.indices])
      guard customers.contains(id) else {
        tally.others += 1
        return
      }
      found.insert(id)
    }
    if Worker.takesValues {
      if let history = history() { worker.add(history) }
    } else {
      if Worker.takesVersions { try worker.add(record, symbols) }
      try record.mergeDuplicates(at: timeZone)
      if !Worker.takesVersions { try worker.add(record, symbols) }
      evidence?.count(record, symbols, knowing: worker.evidence, into: &tally.evidence)
    }
    tally.customers += 1
  }

  /// Forgets the last block, and keeps the memory.
  mutating func removeAll() {
    worker.removeAll()
    found.removeAll()
    tally.clear()
  }
}
