import Synchronization

/// The worker of one thread, with the sum that its results go to.
///
/// Code that reads histories knows neither type, so that it is compiled once for all commands. It calls the
/// worker a few times for each customer.
protocol CustomerTaker: AnyObject {
  var symbols: SymbolTable { get }
  var takesVersions: Bool { get }
  var takesValues: Bool { get }

  func evidence() -> TimelineEvidence?

  func add(_ record: borrowing HistoryRecord, _ symbols: borrowing SymbolTable) throws(HistoryError)

  func add(_ history: CustomerHistory)

  /// Adds the results of a block to the sum.
  func add(_ passage: HistorySource.Passage) throws(CommandFailure)

  func removeAll()
}

/// A worker and a sum of known types.
final class WorkerThread<Worker: HistoryWorker, Sum: Sendable>: CustomerTaker {
  private var worker: Worker
  private let total: Guarded<Sum>
  private let addition: HistorySource.Addition<Worker, Sum>

  init(
    _ worker: consuming Worker,
    _ total: Guarded<Sum>,
    _ addition: @escaping HistorySource.Addition<Worker, Sum>
  ) {
    self.worker = worker
    self.total = total
    self.addition = addition
  }

  var symbols: SymbolTable { worker.symbols }
  var takesVersions: Bool { Worker.takesVersions }
  var takesValues: Bool { Worker.takesValues }
  func add(
    _ record: borrowing HistoryRecord,
    _ symbols: borrowing SymbolTable
  ) throws(HistoryError) {
    try worker.add(record, symbols)
  }

  func add(_ history: CustomerHistory) { worker.add(history) }

  func evidence() -> TimelineEvidence? { worker.evidence() }

  func add(_ passage: HistorySource.Passage) throws(CommandFailure) {
    try total.value.withLock { sum throws(CommandFailure) in try addition(&sum, worker, passage) }
  }

  func removeAll() { worker.removeAll() }
}

/// A value that one thread at a time reads or changes.
final class Guarded<Value: Sendable>: Sendable {
  let value: Mutex<Value>

  init(_ value: Value) { self.value = Mutex(value) }
}
