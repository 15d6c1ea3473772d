import WinBack

extension Reference {
  /// One customer's history in one subscription group.
  struct Timeline {
    let group: String
    let history: CustomerHistory
    let policies: Policies
    /// Whether the customer has no transactions in other groups.
    let isOnlyTimeline: Bool
    /// P2, in P3's order.
    let owned: [Purchase]
    /// P2.
    let shared: [Purchase]

    init(
      group: String,
      transactions: [Transaction],
      history: CustomerHistory,
      policies: Policies,
      isOnlyTimeline: Bool
    ) {
      self.group = group
      self.history = history
      self.policies = policies
      self.isOnlyTimeline = isOnlyTimeline
      let purchases = transactions.map { Purchase($0, policies) }
      owned = purchases.filter(\.isOwned).sorted(by: Purchase.comesFirst)
      shared = purchases.filter { !$0.isOwned }
    }
  }

  /// R5: the timelines of a customer, in byte order of their groups.
  ///
  /// A transaction belongs to the group that it names, else to the history's, else to its product's.
  /// A customer without any has one timeline without any.
  static func timelines(
    of history: CustomerHistory,
    in catalog: Catalog,
    _ policies: Policies
  ) throws(Contradiction) -> [Timeline] {
    var groups: [String: [Transaction]] = [:]
    for transaction in try counting(history.transactions, policies) {
      let group =
        transaction.subscriptionGroupIdentifier ?? history.subscriptionGroupIdentifier
        ?? catalog.group(ofProduct: transaction.productId)
      if let group { groups[group, default: []].append(transaction) }
    }
    if groups.isEmpty { groups[history.subscriptionGroupIdentifier ?? ""] = [] }
    return groups.keys.sorted(by: precedes).map { group in
      Timeline(
        group: group,
        transactions: groups[group] ?? [],
        history: history,
        policies: policies,
        isOnlyTimeline: groups.count == 1
      )
    }
  }
}

extension Catalog {
  /// Returns the group that has a product.
  fileprivate func group(ofProduct productId: String) -> String? {
    subscriptionGroups.first { group in
      group.subscriptions.contains { $0.productId == productId }
    }?.id
  }
}
