import CalendarTime
import WinBack

/// Makes one transaction of the events that are about it.
///
/// An event says what happened, and not all else that is so; the newest one that says something of
/// a value counts, and in any order the events come.
struct TransactionVersions: Sendable {
  private var order: ContiguousArray<Int> = []
  private var merged: ContiguousArray<TransactionRecord> = []

  init() {}

  /// Merges the transactions of a history that share an identifier.
  ///
  /// - Parameters:
  ///   - record: The history; a transaction's source offset is the index of its details.
  ///   - details: Those of the newest version get what the others say.
  ///   - timeZone: The time zone of dates without a time (T4).
  /// - Complexity: O(*n* log *n*) for *n* events.
  mutating func merge(
    _ record: inout HistoryRecord,
    _ details: inout ContiguousArray<RowDetails>,
    at timeZone: UTCOffset
  ) {
    order.removeAll(keepingCapacity: true)
    order.append(contentsOf: record.transactions.indices)
    merged.removeAll(keepingCapacity: true)
    order.sort { [record, details] lhs, rhs in
      let left = record.transactions[lhs]
      let right = record.transactions[rhs]
      let comparison = record.compareIdentifiers(left, right)
      if comparison != 0 { return comparison < 0 }
      return Self.age(left, details[lhs], timeZone) < Self.age(right, details[rhs], timeZone)
    }
    for index in order {
      let version = record.transactions[index]
      guard let last = merged.last, last.transactionId != nil,
        record.compareIdentifiers(last, version) == 0
      else {
        merged.append(version)
        continue
      }
      let clearsRevocation = details[index].clearsRevocation
      var sum = details[last.sourceOffset]
      sum.update(with: details[index])
      details[index] = sum
      merged[merged.count - 1] = Self.merging(
        last,
        version,
        traits: sum.traits,
        clearsRevocation: clearsRevocation
      )
    }
    record.transactions.removeAll(keepingCapacity: true)
    record.transactions.append(contentsOf: merged)
  }

  /// Returns a version with what an older one says besides.
  private static func merging(
    _ older: TransactionRecord,
    _ newer: TransactionRecord,
    traits: TransactionTraits,
    clearsRevocation: Bool
  ) -> TransactionRecord {
    TransactionRecord(
      transactionId: newer.transactionId,
      originalTransactionId: newer.originalTransactionId ?? older.originalTransactionId,
      productId: newer.productId,
      subscriptionGroupIdentifier: newer.subscriptionGroupIdentifier
        ?? older.subscriptionGroupIdentifier,
      purchaseDate: newer.purchaseDate,
      expiresDate: newer.expiresDate,
      revocationDate: newer.revocationDate ?? (clearsRevocation ? nil : older.revocationDate),
      signedDate: newer.signedDate ?? older.signedDate,
      offerIdentifier: newer.offerIdentifier ?? older.offerIdentifier,
      storefront: newer.storefront ?? older.storefront,
      traits: traits,
      sourceOffset: newer.sourceOffset
    )
  }

  /// The key that decides which of two versions is newer: the date, then the contents, so the order
  /// of the input does not matter (R6).
  private static func age(
    _ transaction: TransactionRecord,
    _ details: RowDetails,
    _ timeZone: UTCOffset
  ) -> Age {
    Age(
      signed: transaction.signedDate?.resolved(at: timeZone).milliseconds ?? .min,
      dates: [
        transaction.purchaseDate, transaction.expiresDate, transaction.revocationDate,
        details.graceEnd,
      ].map { $0?.resolved(at: timeZone).milliseconds ?? .min },
      words: [
        .autoRenewStatus, .expirationIntent, .isInBillingRetryPeriod, .offerType,
        .offerDiscountType, .revocationType, .inAppOwnershipType,
      ].map { details.words[$0] ?? -1 } + [details.clearsRevocation ? 1 : 0],
      price: details.price ?? .min
    )
  }

  private struct Age: Comparable {
    let signed: Int64
    let dates: [Int64]
    let words: [Int8]
    let price: Int64

    static func < (lhs: Age, rhs: Age) -> Bool {
      if lhs.signed != rhs.signed { return lhs.signed < rhs.signed }
      if lhs.dates != rhs.dates { return lhs.dates.lexicographicallyPrecedes(rhs.dates) }
      if lhs.words != rhs.words { return lhs.words.lexicographicallyPrecedes(rhs.words) }
      return lhs.price < rhs.price
    }
  }
}

/// Makes renewal information of what the latest transaction of each product says (F3).
struct LatestRenewals: Sendable {
  /// The index of the latest transaction of each product, by its symbol; -1 if there is none.
  private var latest: ContiguousArray<Int32> = []

  /// The renewal information that was made last.
  private(set) var renewals: ContiguousArray<RenewalRecord> = []

  init() {}

  /// Makes the renewal information of a history.
  ///
  /// - Parameters:
  ///   - record: The history; a transaction's source offset is the index of its details.
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
    renewals.removeAll(keepingCapacity: true)
    let transactions = record.transactions.span
    guard !Self.isChain(transactions, timeZone) else {
      append(transactions[transactions.count &- 1], details)
      return
    }
    while latest.count < symbolCount { latest.append(-1) }
    for index in transactions.indices where transactions[index].traits.contains(.owned) {
      let product = Int(transactions[index].productId.index)
      let known = Int(latest[product])
      if known < 0 || Self.precedes(transactions[known], transactions[index], timeZone) {
        latest[product] = Int32(truncatingIfNeeded: index)
      }
    }
    for index in transactions.indices where transactions[index].traits.contains(.owned) {
      let product = transactions[index].productId
      let known = Int(latest[Int(product.index)])
      // Of those that start and end together, the engine takes the one that was written last.
      guard index == known || !Self.precedes(transactions[index], transactions[known], timeZone)
      else { continue }
      append(transactions[index], details)
    }
    for index in transactions.indices where transactions[index].traits.contains(.owned) {
      latest[Int(transactions[index].productId.index)] = -1
    }
  }

  private mutating func append(
    _ transaction: borrowing TransactionRecord,
    _ details: borrowing ContiguousArray<RowDetails>
  ) {
    let values = details[transaction.sourceOffset]
    // Blank cells say nothing, so that nothing is known (F13a).
    guard values.tellRenewal else { return }
    renewals.append(
      RenewalRecord(
        productId: transaction.productId,
        autoRenews: values.words[.autoRenewStatus].map { $0 == 1 },
        expirationIntent: values.words[.expirationIntent].map(Int.init),
        isInBillingRetryPeriod: values.words[.isInBillingRetryPeriod].map { $0 == 1 },
        gracePeriodExpiresDate: values.graceEnd,
        signedDate: transaction.signedDate
      )
    )
  }

  /// Returns whether each transaction is of the same product and later than the one before it, as in
  /// most histories, so that the last one is the latest.
  private static func isChain(
    _ transactions: borrowing Span<TransactionRecord>,
    _ timeZone: UTCOffset
  ) -> Bool {
    guard transactions.count > 0, transactions[0].traits.contains(.owned) else { return false }
    for index in 1..<transactions.count {
      guard transactions[index].traits.contains(.owned),
        transactions[index].productId == transactions[0].productId,
        precedes(transactions[index &- 1], transactions[index], timeZone)
      else { return false }
    }
    return true
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
