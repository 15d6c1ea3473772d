import CalendarTime
import WinBack
import WinBackFormats

/// Counts the customers whose lists depend on each policy.
struct SensitivityWorker: HistoryWorker {
  static var takesVersions: Bool { true }

  let alternatives: [Alternative<EligibilityEngine>]
  private(set) var tally: SensitivityTally

  private let engine: EligibilityEngine
  private let instant: Instant
  private let pseudonyms: Pseudonyms?
  private var sensitivity: Sensitivity

  var symbols: SymbolTable { engine.index.symbols }

  init(_ space: PolicySpace, _ pseudonyms: Pseudonyms?, asOf instant: Instant) {
    self.pseudonyms = pseudonyms
    sensitivity = Sensitivity(
      space.engine,
      of: space.dimensions + space.aboutHistories,
      at: instant
    )
    alternatives = sensitivity.alternatives
    tally = SensitivityTally(alternatives)
    engine = space.engine
    self.instant = instant
  }

  mutating func removeAll() {
    tally = SensitivityTally(alternatives)
  }

  mutating func add(
    _ record: borrowing HistoryRecord,
    _ symbols: borrowing SymbolTable
  ) throws(HistoryError) {
    let groups = try engine.groups(of: copy record, copy symbols)
    var changes: [Sensitivity.Change] = []
    for history in groups {
      sensitivity.follow(history, at: instant)
      changes += sensitivity.changes
    }
    tally.add(changes) { pseudonyms.name(of: record.string(record.customerId)) }
  }
}
