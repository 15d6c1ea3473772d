/// The identifiers of a catalog as symbols, with its offers and the groups of its products.
package struct CatalogIndex: Sendable {
  /// The catalog's identifiers, which are permanent; histories add their identifiers to a copy.
  package private(set) var symbols: SymbolTable
  /// The offers of all kinds, group by group, in the catalog's order.
  package private(set) var allOffers: [PlacedOffer] = []
  private var kind = OfferKind.winBack
  package private(set) var productGroups = ProductGroups()
  /// The subscriptions by their products.
  package private(set) var subscriptions: [String: PlacedSubscription] = [:]
  private var groupIndices: [String: Int] = [:]

  package init(
    _ catalog: Catalog,
    after symbols: SymbolTable = SymbolTable()
  ) throws(CatalogError) {
    if let error = CatalogError.all(in: catalog).first { throw error }
    self.symbols = symbols
    for group in catalog.subscriptionGroups {
      let symbol = self.symbols.intern(group.id)
      groupIndices[group.id] = groupIndices.count
      for subscription in group.subscriptions {
        productGroups[self.symbols.intern(subscription.productId)] = symbol
      }
    }
    for placed in catalog.placedSubscriptions {
      subscriptions[placed.subscription.productId] = placed
      allOffers += placed.offers(&self.symbols)
    }
    self.symbols.keepAll()
  }

  /// Gives texts permanent symbols, so that conditions can compare them with those of histories.
  mutating func intern(_ texts: some Sequence<String>) {
    for text in texts { _ = symbols.intern(text) }
    symbols.keepAll()
  }

  func deciding(_ kind: OfferKind) -> CatalogIndex {
    var index = self
    index.kind = kind
    return index
  }

  package var offers: [PlacedOffer] { allOffers.filter { $0.kind == kind } }

  package func index(ofGroup id: String) -> Int? { groupIndices[id] }
}

/// The subscription group of each product of a catalog.
package struct ProductGroups: Sendable {
  /// The groups by the product's symbol; nil for symbols that are no products.
  private var groups: ContiguousArray<Symbol?> = []
  /// The only group of the products; nil if there are several.
  private(set) var only: Symbol?

  subscript(product: Symbol) -> Symbol? {
    get {
      let index = Int(product.index)
      return groups.indices.contains(index) ? groups[index] : nil
    }
    set {
      let index = Int(product.index)
      let isFirst = groups.isEmpty
      while groups.count <= index { groups.append(nil) }
      groups[index] = newValue
      only = isFirst || only == newValue ? newValue : nil
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
