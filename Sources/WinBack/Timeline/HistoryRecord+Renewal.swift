import CalendarTime

extension HistoryRecord {
  /// Finds the renewal information that describes the last transaction of a group (F3).
  func renewalIndex(of last: Int, in group: AskedGroup, at offset: UTCOffset) -> Int? {
    guard !renewals.isEmpty else { return nil }
    if !renewalsAreList {
      if group.isOnly { return 0 }
      if renewals[0].originalTransactionId == nil, renewals[0].productId == nil {
        return subscriptionGroupIdentifier == group.symbol ? 0 : nil
      }
    }
    var best: (index: Int, match: Match)?
    for index in renewals.indices {
      guard let match = match(of: renewals[index], with: transactions[last]) else { continue }
      if let best,
        best.match == match
          ? !renewals[best.index].precedes(renewals[index], at: offset) : best.match == .chain
      {
        continue
      }
      best = (index, match)
    }
    return best?.index
  }

  /// Returns whether renewal information names a transaction, by its chain or its product.
  func describes(_ renewal: RenewalRecord, transactionAt index: Int) -> Bool {
    match(of: renewal, with: transactions[index]) != nil
  }

  private enum Match {
    case chain
    case product
  }

  private func match(of renewal: RenewalRecord, with last: TransactionRecord) -> Match? {
    if renewal.originalTransactionId != nil, last.originalTransactionId != nil {
      return haveSameText(renewal.originalTransactionId, last.originalTransactionId) ? .chain : nil
    }
    return renewal.productId == last.productId ? .product : nil
  }
}

/// The renewal information of subscriptions that others share with the customer (M1).
struct SharedRenewals {
  private var byChain: [String: Int] = [:]
  /// The renewal information of each product, and that of each product without a chain.
  private var byProduct: [Symbol: Int] = [:]
  private var withoutChain: [Symbol: Int] = [:]

  init(of history: borrowing HistoryRecord, besides taken: Int?, at offset: UTCOffset) {
    func add(_ index: Int, to known: inout Int?) {
      // The newest of several for the same subscription counts, in any order.
      if let other = known, !history.renewals[other].precedes(history.renewals[index], at: offset) {
        return
      }
      known = index
    }
    for (index, renewal) in history.renewals.enumerated() where index != taken {
      if let chain = renewal.originalTransactionId {
        add(index, to: &byChain[history.string(chain)])
      }
      guard let product = renewal.productId else { continue }
      add(index, to: &byProduct[product])
      if renewal.originalTransactionId == nil { add(index, to: &withoutChain[product]) }
    }
  }

  func index(of transaction: TransactionRecord, in history: borrowing HistoryRecord) -> Int? {
    guard let chain = transaction.originalTransactionId else {
      return byProduct[transaction.productId]
    }
    return byChain[history.string(chain)] ?? withoutChain[transaction.productId]
  }
}
