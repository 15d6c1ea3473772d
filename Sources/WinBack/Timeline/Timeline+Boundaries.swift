import CalendarTime

// Purchases that the history shows to be missing (F14).

extension Timeline {
  /// Returns the newest instant of those up to `now` before which purchases are missing; nil if there
  /// is none.
  func boundary(asOf now: Instant, _ policies: FactPolicies) -> Instant? {
    guard !boundaries.isEmpty else { return nil }
    let position = newestBoundary(before: visibleCount(asOf: now), policies)
    return position < 0 ? nil : owned[boundaries[position]].start
  }

  /// Returns the position of the last boundary among the first owned transactions; -1 if there is none.
  func newestBoundary(before visible: Int, _ policies: FactPolicies) -> Int {
    guard policies.missingPurchases == .unknown else { return -1 }
    return (boundaries.lastIndex { $0 < visible }) ?? -1
  }

  /// Whether the first purchases are missing (F14a).
  func lacksBeginning(_ policies: FactPolicies) -> Bool {
    boundaries.first == 0 && policies.missingPurchases == .unknown
  }

  /// Returns the purchases that are missing as known at an instant, in order.
  func missingPurchases(
    asOf now: Instant,
    _ policies: FactPolicies
  ) -> [Evidence.MissingPurchases] {
    // Without any purchase, the beginning is all that is known to be missing.
    let count = newestBoundary(before: max(1, visibleCount(asOf: now)), policies) + 1
    return boundaries.prefix(count).map { index in
      Evidence.MissingPurchases(
        after: owned.prefix(index).map { $0.expires }.max(),
        before: owned[index].start
      )
    }
  }

  /// Whether purchases can be missing before the first owned transaction or between two of them, or
  /// whether it is unknown what a gap means.
  package var mayLackPurchases: Bool {
    !boundaries.isEmpty || owned.contains { !$0.traits.contains(.reasoned) }
  }

  /// Returns the indices of the owned transactions before which purchases are missing: the first one
  /// (F14a), and renewals that begin later than any retry of the earlier ones (F14b).
  func boundaries(
    in history: borrowing HistoryRecord,
    reusing storage: consuming ContiguousArray<Int>
  ) -> ContiguousArray<Int> {
    var found = storage
    var lastRetry = Instant(milliseconds: .min)
    for (index, transaction) in owned.enumerated() {
      let isMissing =
        index == 0
        ? lacksBeginning(in: history)
        : transaction.traits.contains(.renewal) && transaction.start > lastRetry
      if isMissing { found.append(index) }
      let retryEnd = transaction.expires.adding(milliseconds: transaction.traits.retryWindow)
      lastRetry = max(lastRetry, retryEnd)
    }
    return found
  }

  /// Returns whether purchases are missing before the first owned transaction: it is a renewal, or a
  /// subscription began before its first transaction here (F14a).
  private func lacksBeginning(in history: borrowing HistoryRecord) -> Bool {
    if owned.first?.traits.contains(.renewal) == true { return true }
    var identifiers: Set<String>?
    var chains: Set<String> = []
    for transaction in owned {
      let original = history.transactions[Int(transaction.index)].originalTransactionId
      let chain = original.map(history.string)
      guard chains.insert(chain ?? "").inserted else { continue }
      if transaction.traits.contains(.continued) { return true }
      guard let chain else { continue }
      let known = identifiers ?? history.transactionIdentifiers
      identifiers = known
      if !known.isEmpty, !known.contains(chain) { return true }
    }
    return false
  }
}

extension HistoryRecord {
  /// The identifiers of all transactions; none if a transaction has no identifier.
  fileprivate var transactionIdentifiers: Set<String> {
    var identifiers: Set<String> = []
    for transaction in transactions {
      guard let identifier = transaction.transactionId else { return [] }
      identifiers.insert(string(identifier))
    }
    return identifiers
  }

  /// Whether a timeline of the history can lack purchases (F14a, F14b); a history in order usually
  /// shows that none does.
  var mayLackPurchases: Bool { survey?.mayLackPurchases ?? true }

  /// Returns whether a timeline can lack purchases, of a history in order.
  ///
  /// It does not if all transactions are of one subscription, which begins with the first of them, and
  /// if no renewal is late. For other histories the timelines must be searched.
  func seemsIncomplete() -> Bool {
    let transactions = transactions.span
    guard transactions.count > 0 else { return false }
    let bytes = unsafe text.span.bytes
    let first = transactions[0].identifier
    let hasOriginals = transactions[0].originalIdentifier != .absent
    guard transactions[0].traits.isDisjoint(with: [.renewal, .continued]) else { return true }
    var lastExpiry = Instant(milliseconds: .max)
    for index in transactions.indices {
      let original = transactions[index].originalIdentifier
      guard (original != .absent) == hasOriginals,
        transactions[index].group != .absent
          || transactions[index].productId == transactions[0].productId,
        !hasOriginals
          || first != .absent && bytes.compare(original.indices, with: bytes, first.indices) == 0
      else { return true }
      // A day less than the retries last, since the time zone of dates without a time is not known.
      if transactions[index].traits.contains(.renewal),
        lastExpiry.milliseconds(until: transactions[index].purchase)
          > 59 * Instant.millisecondsPerDay
      {
        return true
      }
      lastExpiry = transactions[index].expiry
    }
    return false
  }
}
