import CEL

extension HistoryRecord {
  /// Returns the groups in which a history is evaluated, without allocating if there is one.
  ///
  /// A customer without transactions is evaluated in the history's own group.
  package func askedGroups(
    in products: ProductGroups,
    _ symbols: borrowing SymbolTable
  ) -> AskedGroups {
    let span = transactions.span
    if span.count > 0, let survey, survey.isOneGroup,
      let group = survey.products.isSurelyOne
        ? products.group(of: span[0], in: self) : products.named(by: span[0], in: self)
    {
      return .one(AskedGroup(group, isOnly: true, isWhole: true))
    }
    var first: Symbol?
    var others: [Symbol] = []
    var hasUngrouped = false
    // Consecutive transactions of one product and group need only one check.
    for index in span.indices where index == 0 || !span[index].isSold(as: span[index &- 1]) {
      guard let group = products.group(of: span[index], in: self) else {
        hasUngrouped = true
        continue
      }
      guard group != first, !others.contains(group) else { continue }
      if first == nil { first = group } else { others.append(group) }
    }
    guard let first, !others.isEmpty else {
      let group = first ?? subscriptionGroupIdentifier
      return .one(AskedGroup(group, isOnly: true, isWhole: first != nil && !hasUngrouped))
    }
    let table = copy symbols
    return .several(
      ([first] + others).ordered { table.precedes($0, $1) }.map { AskedGroup($0, isOnly: false) }
    )
  }

  /// Returns the group whose screen a customer of a timeline sees; nil if it is not known.
  ///
  /// A customer without purchases, whom nothing brings into a group, sees the screen of the only one.
  package func screenGroup(of group: AskedGroup, in products: ProductGroups) -> AskedGroup? {
    if group.symbol != nil { return group }
    return transactions.isEmpty ? products.only.map { AskedGroup($0, isOnly: true) } : nil
  }

  /// Returns the products of transactions without a known group, in byte order (R5).
  package func productsWithoutGroup(
    in products: ProductGroups,
    _ symbols: SymbolTable
  ) -> [String] {
    Set(transactions.filter { products.group(of: $0, in: self) == nil }.map { $0.productId })
      .ordered { symbols.precedes($0, $1) }.map(symbols.text(of:))
  }
}

/// The groups in which a history is evaluated, in byte order (R5); one needs no storage.
package enum AskedGroups: RandomAccessCollection, Sendable {
  case one(AskedGroup)
  case several([AskedGroup])

  @inlinable
  package var startIndex: Int { 0 }

  @inlinable
  package var endIndex: Int { if case .several(let groups) = self { groups.count } else { 1 } }

  @inlinable
  package subscript(position: Int) -> AskedGroup {
    switch self {
    case .one(let group): group
    case .several(let groups): groups[position]
    }
  }
}

package struct AskedGroup: Sendable, Hashable {
  package let symbol: Symbol?
  /// Whether the history has no other group, so that single renewal information can only be about
  /// this one.
  package let isOnly: Bool
  /// Whether it is known that all transactions of the history are of this group.
  let isWhole: Bool

  init(_ symbol: Symbol?, isOnly: Bool, isWhole: Bool = false) {
    self.symbol = symbol
    self.isOnly = isOnly
    self.isWhole = isWhole
  }
}
