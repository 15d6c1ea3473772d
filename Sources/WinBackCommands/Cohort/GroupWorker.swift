import WinBack
import WinBackFiles

/// A worker that looks at each subscription group of a customer by itself (R5).
protocol GroupWorker: HistoryWorker {
  var products: ProductGroups { get }

  /// Takes in a group of a customer, in whose history no transaction is there twice.
  mutating func add(
    _ record: borrowing HistoryRecord,
    _ group: AskedGroup,
    _ symbols: borrowing SymbolTable
  )
}

extension GroupWorker {
  mutating func add(_ record: borrowing HistoryRecord, _ symbols: borrowing SymbolTable) {
    switch record.groupCount(in: products) {
    case .one(let group): add(record, AskedGroup(group, isOnly: true), symbols)
    case .none, .several:
      for group in record.askedGroups(in: products, copy symbols) { add(record, group, symbols) }
    }
  }
}
