import CalendarTime
import WinBack

/// A worker that looks at each subscription group of a customer by itself (R5).
protocol GroupWorker: HistoryWorker {
  /// Tell the group of a product.
  var products: ProductGroups { get }

  /// The time zone of dates without a time (T4).
  var timeZone: UTCOffset { get }

  /// Takes in a group of a customer.
  ///
  /// - Parameters:
  ///   - record: The history, in which no transaction is there twice.
  ///   - group: The group; nil where the history has none.
  ///   - isOnlyGroup: Whether the history has no other group.
  ///   - symbols: The symbols of the history.
  mutating func add(
    _ record: borrowing HistoryRecord,
    _ group: Symbol?,
    isOnlyGroup: Bool,
    _ symbols: borrowing SymbolTable
  )
}

extension GroupWorker {
  mutating func add(
    _ record: inout HistoryRecord,
    _ symbols: borrowing SymbolTable
  ) throws(HistoryError) -> Int {
    try record.mergeDuplicates(at: timeZone)
    let (groups, withoutGroup) = record.groupCount(in: products)
    switch groups {
    case .none: add(record, record.subscriptionGroupIdentifier, isOnlyGroup: true, symbols)
    case .one(let group): add(record, group, isOnlyGroup: true, symbols)
    case .several:
      for group in record.groups(in: products, copy symbols) {
        add(record, group, isOnlyGroup: false, symbols)
      }
    }
    return withoutGroup
  }
}
