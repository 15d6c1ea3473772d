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
    var order: ContiguousArray<Int32> = []
    swap(&order, &identified)
    order.removeAll(keepingCapacity: true)
    for index in transactions.indices { order.append(Int32(truncatingIfNeeded: index)) }
    order.sort { isOlder(Int($0), Int($1), at: offset) }
    identified = order
    var merged: ContiguousArray<TransactionRecord> = []
    merged.reserveCapacity(transactions.count)
    for place in order {
      let index = Int(place)
      let event = transactions[index]
      guard let last = merged.last, last.transactionId != nil,
        compare(last.transactionId, event.transactionId) == 0
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
      let isFirst = compare(whole.transactionId, whole.originalTransactionId) == 0
      whole.setOrigin(isFirst ? nil : sum.originalPurchaseDate)
      merged[merged.count - 1] = whole
    }
    transactions = merged
  }

  /// Returns whether an event comes before another one: those of one transaction stand together, the
  /// oldest first.
  private func isOlder(_ lhs: Int, _ rhs: Int, at offset: UTCOffset) -> Bool {
    let comparison = compareIdentifiers(lhs, rhs)
    if comparison != 0 { return comparison < 0 }
    let signed = signedDate(of: lhs, at: offset)
    let otherSigned = signedDate(of: rhs, at: offset)
    if signed != otherSigned { return signed < otherSigned }
    return contents(ofEventAt: lhs, offset).lexicographicallyPrecedes(
      contents(ofEventAt: rhs, offset)
    )
  }

  /// Returns what decides which of two events of one date is newer: their contents, so that the
  /// order of the input does not matter (R6).
  private func contents(ofEventAt index: Int, _ offset: UTCOffset) -> [Int64] {
    let (event, details) = (transactions[index], details[index])
    let ends = [event.expiresDate, event.revocationDate, details.graceEnd]
    let dates = ([event.purchaseDate] + ends).map {
      $0?.resolved(at: offset).milliseconds ?? .min
    }
    let fields: [TransactionWords.Field] = [
      .autoRenewStatus, .expirationIntent, .isInBillingRetryPeriod, .offerType, .offerDiscountType,
      .revocationType, .inAppOwnershipType,
    ]
    return dates + fields.map { Int64(details.words[$0] ?? -1) }
      + [details.clearsRevocation ? 1 : 0, details.price ?? .min]
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
    // The index of the latest transaction of each product, by its symbol; -1 if there is none.
    identified.removeAll(keepingCapacity: true)
    for index in transactions.indices where transactions[index].traits.contains(.owned) {
      let product = Int(transactions[index].productId.index)
      while identified.count <= product { identified.append(-1) }
      let known = Int(identified[product])
      if known < 0 || precedes(transactions[known], transactions[index], offset) {
        identified[product] = Int32(truncatingIfNeeded: index)
      }
    }
    // Of those that start and end together, the engine takes the one that was written last.
    for index in transactions.indices where transactions[index].traits.contains(.owned) {
      let known = Int(identified[Int(transactions[index].productId.index)])
      guard index == known || !precedes(transactions[index], transactions[known], offset) else {
        continue
      }
      appendRenewal(after: index)
    }
  }

  private mutating func appendRenewal(after index: Int) {
    let values = details[transactions[index].sourceOffset]
    // Blank cells say nothing, so that nothing is known (F13a).
    guard values.tellRenewal else { return }
    var record = RenewalRecord()
    record.productId = transactions[index].productId
    record.autoRenews = values.words[.autoRenewStatus].map { $0 == 1 }
    record.expirationIntent = values.words[.expirationIntent].map(Int.init)
    record.isInBillingRetryPeriod = values.words[.isInBillingRetryPeriod].map { $0 == 1 }
    record.gracePeriodExpiresDate = values.graceEnd
    record.signedDate = transactions[index].signedDate
    renewals.append(record)
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
