import CEL

extension HistoryRecord {
  package enum Groups: Sendable, Hashable {
    /// There is no transaction, or none of a known group.
    case none
    case one(Symbol)
    /// ``HistoryRecord/askedGroups(in:_:)`` lists them.
    case several

    mutating func add(_ group: Symbol) {
      switch self {
      case .none: self = .one(group)
      case .one(let known) where known != group: self = .several
      case .one, .several: break
      }
    }
  }

  /// Returns whether there are no groups, one or several, without allocating.
  package func groupCount(in products: ProductGroups) -> Groups {
    var groups = Groups.none
    let span = transactions.span
    if span.count > 0, survey?.isOneGroup == true, let group = products.named(by: span[0], in: self)
    {
      return .one(group)
    }
    // Consecutive transactions of one product and group need only one check.
    for index in span.indices where index == 0 || !span[index].isSold(as: span[index &- 1]) {
      if let group = products.group(of: span[index], in: self) { groups.add(group) }
    }
    return groups
  }

  /// Returns the products of transactions without a known group, in byte order (R5).
  package func productsWithoutGroup(
    in products: ProductGroups,
    _ symbols: SymbolTable
  ) -> [String] {
    Set(transactions.filter { products.group(of: $0, in: self) == nil }.map { $0.productId })
      .ordered { symbols.precedes($0, $1) }.map(symbols.text(of:))
  }

  /// Returns the groups in which a history is evaluated, in byte order (R5).
  ///
  /// A customer without transactions is evaluated in the history's own group.
  package func askedGroups(in products: ProductGroups, _ symbols: SymbolTable) -> [AskedGroup] {
    var groups: [Symbol] = []
    for transaction in transactions {
      guard let group = products.group(of: transaction, in: self), !groups.contains(group) else {
        continue
      }
      groups.append(group)
    }
    guard !groups.isEmpty else { return [AskedGroup(subscriptionGroupIdentifier, isOnly: true)] }
    return groups.ordered { symbols.precedes($0, $1) }
      .map { AskedGroup($0, isOnly: groups.count == 1) }
  }
}

package struct AskedGroup: Sendable, Hashable {
  package let symbol: Symbol?
  /// Whether the history has no other group, so that single renewal information can only be about
  /// this one.
  package let isOnly: Bool

  package init(_ symbol: Symbol?, isOnly: Bool) {
    self.symbol = symbol
    self.isOnly = isOnly
  }
}
