extension HistoryRecord {
  /// Returns the groups that the transactions belong to, in byte order (R5).
  package func groups(in catalog: CatalogIndex, _ symbols: SymbolTable) -> [Symbol] {
    var groups: [Symbol] = []
    for transaction in transactions {
      guard let group = catalog.group(of: transaction, in: self), !groups.contains(group) else {
        continue
      }
      groups.append(group)
    }
    return groups.sorted { symbols.precedes($0, $1) }
  }

  /// Returns the products of transactions that belong to no known group, in byte order (R5).
  package func productsWithoutGroup(
    in catalog: CatalogIndex, _ symbols: SymbolTable
  ) -> [String] {
    var products: [Symbol] = []
    for transaction in transactions
    where catalog.group(of: transaction, in: self) == nil
      && !products.contains(transaction.productId)
    {
      products.append(transaction.productId)
    }
    return products.sorted { symbols.precedes($0, $1) }.map(symbols.text(of:))
  }
}
