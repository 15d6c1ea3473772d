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
  ///   - group: The group.
  ///   - symbols: The symbols of the history.
  mutating func add(
    _ record: borrowing HistoryRecord,
    _ group: AskedGroup,
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
    case .one(let group): add(record, AskedGroup(group, isOnly: true), symbols)
    case .none, .several:
      for group in record.askedGroups(in: products, copy symbols) { add(record, group, symbols) }
    }
    return withoutGroup
  }
}
