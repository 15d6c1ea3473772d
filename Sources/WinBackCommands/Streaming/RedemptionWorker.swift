import CalendarTime
import WinBack

/// Determines the result of customers' purchases with one offer (M4).
struct RedemptionWorker: HistoryWorker {
  static var takesVersions: Bool { true }

  /// The attempts so far.
  private(set) var attempts: [RedemptionAttempt] = []

  private let engine: EligibilityEngine
  private let offerId: String
  private let instant: Instant

  init(_ engine: EligibilityEngine, of offerId: String, at instant: Instant) {
    self.engine = engine
    self.offerId = offerId
    self.instant = instant
  }

  var symbols: SymbolTable { engine.index.symbols }

  mutating func removeAll() {
    attempts.removeAll()
  }

  mutating func add(
    _ record: borrowing HistoryRecord,
    _ symbols: borrowing SymbolTable
  ) throws(HistoryError) {
    attempts += try engine.redemptions(
      of: offerId,
      by: copy record,
      copy symbols,
      at: instant
    )
  }
}

extension HistorySource {
  /// Returns the result of the purchases of all customers, in the order of the input.
  func redemptions(
    of offerId: String,
    with engine: EligibilityEngine,
    at instant: Instant
  ) throws(CommandFailure) -> [RedemptionAttempt] {
    let none: [RedemptionAttempt] = []
    let (attempts, reading) = try reduce(
      with: RedemptionWorker(engine, of: offerId, at: instant),
      into: none
    ) { sum, worker, _ throws(CommandFailure) in sum += worker.attempts }
    warnAboutSkippedRows(reading)
    return attempts
  }
}
