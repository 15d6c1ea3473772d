/// A subscription group in which a history is evaluated.
package struct AskedGroup: Sendable, Hashable {
  /// The group; nil if the customer has none.
  package let symbol: Symbol?
  /// Whether the history has no other group, so that renewal information which came alone can only be
  /// about this one.
  package let isOnly: Bool

  package init(_ symbol: Symbol?, isOnly: Bool) {
    self.symbol = symbol
    self.isOnly = isOnly
  }
}

extension HistoryRecord {
  /// Returns the groups in which a history is evaluated, in byte order (R5).
  ///
  /// A customer without transactions is evaluated, too: in the history's own group.
  package func askedGroups(in products: ProductGroups, _ symbols: SymbolTable) -> [AskedGroup] {
    let groups = groups(in: products, symbols)
    guard !groups.isEmpty else { return [AskedGroup(subscriptionGroupIdentifier, isOnly: true)] }
    return groups.map { AskedGroup($0, isOnly: groups.count == 1) }
  }
}
