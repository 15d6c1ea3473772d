import CEL
import CalendarTime

// What rows of tables say of a transaction, and of its renewal, is known when the time zone of dates
// without a time is known (T4).

extension HistoryRecord {
  /// Makes one transaction of the events that are about it.
  ///
  /// An event does not say all: of each value, the newest event that says something of it counts,
  /// in any order of the events.
  ///
  /// - Complexity: O(*n* log *n*) for *n* events.
  mutating func mergeEvents(at offset: UTCOffset) {
    guard !identifiersAscend() else { return }
    let events = transactions
    let order = events.indices.ordered { [self] lhs, rhs in
      let comparison = compareIdentifiers(events[lhs], events[rhs])
      if comparison != 0 { return comparison < 0 }
      return EventAge(events[lhs], details[lhs], offset)
        < EventAge(events[rhs], details[rhs], offset)
    }
    var merged: ContiguousArray<TransactionRecord> = []
    for index in order {
      let event = events[index]
      guard let last = merged.last, last.transactionId != nil,
        compareIdentifiers(last, event) == 0
      else {
        merged.append(event)
        continue
      }
      let clearsRevocation = details[index].clearsRevocation
      var sum = details[last.sourceOffset]
      sum.update(with: details[index])
      details[index] = sum
      var whole = event
      whole.originalTransactionId = event.originalTransactionId ?? last.originalTransactionId
      whole.subscriptionGroupIdentifier =
        event.subscriptionGroupIdentifier ?? last.subscriptionGroupIdentifier
      whole.revocationDate = event.revocationDate ?? (clearsRevocation ? nil : last.revocationDate)
      whole.signedDate = event.signedDate ?? last.signedDate
      whole.offerIdentifier = event.offerIdentifier ?? last.offerIdentifier
      whole.storefront = event.storefront ?? last.storefront
      whole.traits = sum.traits
      merged[merged.count - 1] = whole
    }
    transactions = merged
  }

  /// Whether it is known of each transaction what win-back offer it redeemed (F12).
  var redemptionsAreKnown: Bool {
    let transactions = transactions.span
    for index in transactions.indices where transactions[index].traits.contains(.owned) {
      let hasIdentifier = transactions[index].offerIdentifier != nil
      switch details[transactions[index].sourceOffset].words[.offerType] {
      case nil: if hasIdentifier { return false }
      case 0: return false
      case 4: if !hasIdentifier { return false }
      default: continue
      }
    }
    return true
  }

  /// Makes renewal information of what the latest transaction of each product says (F3).
  ///
  /// - Complexity: O(*n*) for *n* transactions.
  mutating func collectRenewals(at offset: UTCOffset) {
    renewals.removeAll(keepingCapacity: true)
    renewalsAreList = true
    guard !isChain(at: offset) else {
      appendRenewal(after: transactions.count - 1)
      return
    }
    let owned = transactions.indices.filter { transactions[$0].traits.contains(.owned) }
    var latest: [Symbol: Int] = [:]
    for index in owned {
      if let known = latest[transactions[index].productId],
        !precedes(transactions[known], transactions[index], offset)
      {
        continue
      }
      latest[transactions[index].productId] = index
    }
    // Of those that start and end together, the engine takes the one that was written last.
    for index in owned {
      guard let known = latest[transactions[index].productId],
        index == known || !precedes(transactions[index], transactions[known], offset)
      else { continue }
      appendRenewal(after: index)
    }
  }

  private mutating func appendRenewal(after index: Int) {
    let values = details[transactions[index].sourceOffset]
    // Blank cells say nothing, so that nothing is known (F13a).
    guard values.tellRenewal else { return }
    renewals.append(
      RenewalRecord(
        productId: transactions[index].productId,
        autoRenews: values.words[.autoRenewStatus].map { $0 == 1 },
        expirationIntent: values.words[.expirationIntent].map(Int.init),
        isInBillingRetryPeriod: values.words[.isInBillingRetryPeriod].map { $0 == 1 },
        gracePeriodExpiresDate: values.graceEnd,
        signedDate: transactions[index].signedDate
      )
    )
  }

  /// Returns whether each transaction is of the same product and later than the one before it, as in
  /// most histories, so that the last one is the latest.
  private func isChain(at offset: UTCOffset) -> Bool {
    let transactions = transactions.span
    guard transactions.count > 0, transactions[0].traits.contains(.owned) else { return false }
    for index in 1..<transactions.count {
      guard transactions[index].traits.contains(.owned),
        transactions[index].productId == transactions[0].productId,
        precedes(transactions[index &- 1], transactions[index], offset)
      else { return false }
    }
    return true
  }

  @inline(__always)
  private func precedes(
    _ lhs: TransactionRecord,
    _ rhs: TransactionRecord,
    _ offset: UTCOffset
  ) -> Bool {
    let left = lhs.purchaseDate.resolved(at: offset)
    let right = rhs.purchaseDate.resolved(at: offset)
    if left != right { return left < right }
    return lhs.expiresDate.resolved(at: offset) < rhs.expiresDate.resolved(at: offset)
  }
}

/// What decides which of two events is newer: the date, then the contents, so that the order of the
/// input does not matter (R6).
private struct EventAge: Comparable {
  let signed: Int64
  let dates: [Int64]
  let words: [Int8]
  let price: Int64

  init(_ event: TransactionRecord, _ details: TransactionDetails, _ offset: UTCOffset) {
    signed = event.signedDate?.resolved(at: offset).milliseconds ?? .min
    dates = [event.purchaseDate, event.expiresDate, event.revocationDate, details.graceEnd].map {
      $0?.resolved(at: offset).milliseconds ?? .min
    }
    let fields: [TransactionWords.Field] = [
      .autoRenewStatus, .expirationIntent, .isInBillingRetryPeriod, .offerType, .offerDiscountType,
      .revocationType, .inAppOwnershipType,
    ]
    words = fields.map { details.words[$0] ?? -1 } + [details.clearsRevocation ? 1 : 0]
    price = details.price ?? .min
  }

  static func < (lhs: EventAge, rhs: EventAge) -> Bool {
    if lhs.signed != rhs.signed { return lhs.signed < rhs.signed }
    if lhs.dates != rhs.dates { return lhs.dates.lexicographicallyPrecedes(rhs.dates) }
    if lhs.words != rhs.words { return lhs.words.lexicographicallyPrecedes(rhs.words) }
    return lhs.price < rhs.price
  }
}
