import CalendarTime

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
