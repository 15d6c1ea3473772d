/// The subscription group of each product of a catalog.
package struct ProductGroups: Sendable {
  /// The groups by the product's symbol; nil for symbols that are no products.
  private var groups: ContiguousArray<Symbol?> = []

  init() {}

  subscript(product: Symbol) -> Symbol? {
    get {
      let index = Int(product.index)
      return groups.indices.contains(index) ? groups[index] : nil
    }
    set {
      let index = Int(product.index)
      while groups.count <= index { groups.append(nil) }
      groups[index] = newValue
    }
  }

  /// Returns the group of a transaction: its own, else that of the history, else that of its
  /// product.
  func group(
    of transaction: borrowing TransactionRecord,
    in history: borrowing HistoryRecord
  ) -> Symbol? {
    if let group = named(by: transaction, in: history) { return group }
    return self[transaction.productId]
  }

  func named(
    by transaction: borrowing TransactionRecord,
    in history: borrowing HistoryRecord
  ) -> Symbol? {
    if let group = transaction.subscriptionGroupIdentifier { return group }
    return history.subscriptionGroupIdentifier
  }

  var products: SymbolSet {
    var products = SymbolSet()
    for index in groups.indices where groups[index] != nil {
      products.insert(Symbol(index: Int32(truncatingIfNeeded: index)))
    }
    return products
  }
}
