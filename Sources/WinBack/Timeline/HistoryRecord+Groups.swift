extension HistoryRecord {
  /// The groups that the transactions of a history belong to.
  package enum Groups: Sendable, Hashable {
    /// None: there is no transaction, or none of a known group.
    case none
    /// One, as nearly always.
    case one(Symbol)
    /// Several; ``HistoryRecord/groups(in:_:)`` tells which.
    case several
  }

  /// Returns what groups there are, without allocating.
  package func groupCount(in catalog: CatalogIndex) -> (groups: Groups, withoutGroup: Int) {
    var groups = Groups.none
    var withoutGroup = 0
    for transaction in transactions {
      guard let group = catalog.group(of: transaction, in: self) else {
        withoutGroup += 1
        continue
      }
      switch groups {
      case .none: groups = .one(group)
      case .one(let known) where known != group: groups = .several
      case .one, .several: break
      }
    }
    return (groups, withoutGroup)
  }

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
    in catalog: CatalogIndex,
    _ symbols: SymbolTable
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
