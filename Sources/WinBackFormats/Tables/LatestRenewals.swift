import CalendarTime
import WinBack

/// Makes renewal information of what the latest transaction of each product says (F3).
struct LatestRenewals: Sendable {
  /// The index of the latest transaction of each product, by its symbol; -1 where there is none.
  private var latest: ContiguousArray<Int32> = []

  /// The renewal information that was made last.
  private(set) var renewals: ContiguousArray<RenewalRecord> = []

  init() {}

  /// Makes the renewal information of a history without duplicates.
  ///
  /// - Parameters:
  ///   - record: The history; a transaction's source offset is the place of its details.
  ///   - details: The details.
  ///   - symbolCount: The number of symbols.
  ///   - timeZone: The time zone of dates without a time (T4).
  /// - Complexity: O(*n*) for *n* transactions.
  mutating func collect(
    from record: borrowing HistoryRecord,
    _ details: borrowing ContiguousArray<RowDetails>,
    symbolCount: Int,
    at timeZone: UTCOffset
  ) {
    while latest.count < symbolCount { latest.append(-1) }
    let transactions = record.transactions.span
    for index in transactions.indices where transactions[index].traits.contains(.owned) {
      let product = Int(transactions[index].productId.index)
      let known = Int(latest[product])
      if known < 0
        || Self.precedes(transactions[known], transactions[index], timeZone)
      {
        latest[product] = Int32(truncatingIfNeeded: index)
      }
    }
    renewals.removeAll(keepingCapacity: true)
    for index in transactions.indices where transactions[index].traits.contains(.owned) {
      let product = transactions[index].productId
      let known = Int(latest[Int(product.index)])
      // Of those that start and end together, the engine takes the one that was written last.
      guard
        index == known || !Self.precedes(transactions[index], transactions[known], timeZone)
      else { continue }
      let values = details[transactions[index].sourceOffset]
      renewals.append(
        RenewalRecord(
          productId: product,
          autoRenews: values.autoRenews.map { $0 == 1 },
          expirationIntent: values.expirationIntent.map(Int.init),
          isInBillingRetryPeriod: values.isInBillingRetryPeriod == 1,
          gracePeriodExpiresDate: values.graceEnd,
          signedDate: transactions[index].signedDate
        )
      )
    }
    for index in transactions.indices where transactions[index].traits.contains(.owned) {
      latest[Int(transactions[index].productId.index)] = -1
    }
  }

  @inline(__always)
  private static func precedes(
    _ lhs: TransactionRecord,
    _ rhs: TransactionRecord,
    _ timeZone: UTCOffset
  ) -> Bool {
    let left = lhs.purchaseDate.resolved(at: timeZone)
    let right = rhs.purchaseDate.resolved(at: timeZone)
    if left != right { return left < right }
    return lhs.expiresDate.resolved(at: timeZone) < rhs.expiresDate.resolved(at: timeZone)
  }
}
