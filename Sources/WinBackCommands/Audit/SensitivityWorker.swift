import CalendarTime
import WinBack

/// Counts the customers whose lists hang on each policy.
struct SensitivityWorker: HistoryWorker {
  let alternatives: [Sensitivity.Alternative]
  private(set) var tally: SensitivityTally

  private let timeZone: UTCOffset
  private let products: ProductGroups
  private let instant: Instant
  private var sensitivity: Sensitivity

  var symbols: SymbolTable { sensitivity.symbols }

  init(_ space: PolicySpace, asOf instant: Instant) {
    sensitivity = Sensitivity(space)
    alternatives = sensitivity.alternatives
    tally = SensitivityTally(alternatives)
    timeZone = space.engine.policies.facts.timeZone
    products = space.engine.index.productGroups
    self.instant = instant
  }

  mutating func removeAll() {
    tally = SensitivityTally(alternatives)
  }

  mutating func add(
    _ record: inout HistoryRecord,
    _ symbols: borrowing SymbolTable
  ) throws(HistoryError) -> Int {
    let original = record
    try record.mergeDuplicates(at: timeZone)
    let (_, withoutGroup) = record.groupCount(in: products)
    let versions = sensitivity.versions(of: record, original)
    let groups: [Symbol?] = record.groups(in: products, copy symbols)
    var changes: [Sensitivity.Change] = []
    for group in groups.isEmpty ? [record.subscriptionGroupIdentifier] : groups {
      sensitivity.follow(versions, group: group, symbols, at: instant)
      changes += sensitivity.changes
    }
    tally.add(changes, customer: record)
    return withoutGroup
  }
}
