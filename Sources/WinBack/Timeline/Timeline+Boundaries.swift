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
    at offset: UTCOffset,
    reusing storage: consuming ContiguousArray<Int>
  ) -> ContiguousArray<Int> {
    var found = storage
    var lastRetry = Instant(milliseconds: .min)
    for (index, transaction) in owned.enumerated() {
      let isMissing =
        index == 0
        ? lacksBeginning(in: history, at: offset)
        : transaction.traits.contains(.renewal) && transaction.start > lastRetry
      if isMissing { found.append(index) }
      lastRetry = max(lastRetry, transaction.latestRetry)
    }
    return found
  }

  /// Returns whether purchases are missing before the first owned transaction: it is a renewal, or a
  /// subscription began before its first transaction here (F14a).
  private func lacksBeginning(
    in history: borrowing HistoryRecord,
    at offset: UTCOffset
  ) -> Bool {
    guard let first = owned.first else { return false }
    if first.traits.contains(.renewal) { return true }
    let firstChain = history.transactions[Int(first.index)].originalTransactionId
    // Nearly all histories have one chain, for which nothing is stored.
    var others: Set<String> = []
    for (place, transaction) in owned.enumerated() {
      let chain = history.transactions[Int(transaction.index)].originalTransactionId
      if place > 0 {
        guard history.compare(chain, firstChain) != 0,
          others.insert(chain.map(history.string) ?? "").inserted
        else { continue }
      }
      let index = Int(transaction.index)
      if history.transactions[index].isContinued(at: offset) { return true }
      if let chain, !history.hasBeginning(of: chain, at: index) { return true }
    }
    return false
  }
}

extension HistoryRecord {
  /// Whether a chain's first transaction may be there; it is usually the one at an index.
  fileprivate func hasBeginning(of chain: TextRange, at index: Int) -> Bool {
    compare(chain, transactions[index].transactionId) == 0
      || transactions.contains {
        $0.transactionId == nil || compare(chain, $0.transactionId) == 0
      }
  }

  /// Whether a timeline of the history can lack purchases (F14a, F14b); a history in order usually
  /// shows that none does.
  var mayLackPurchases: Bool { survey?.mayLackPurchases ?? true }

  /// Returns whether a timeline can lack purchases, of a history in order that names one group or none.
  ///
  /// It does not if all transactions are of one subscription, which begins with the first of them, and
  /// if no renewal is late. For other histories the timelines must be searched.
  func seemsIncomplete(_ survey: TransactionSurvey) -> Bool {
    let transactions = transactions.span
    guard transactions.count > 0 else { return false }
    if survey.hasLateRenewal || transactions[0].traits.contains(.renewal)
      || transactions[0].mayBeContinued
    {
      return true
    }
    let isOneGroup = transactions[0].group != .absent || survey.products.isSurelyOne
    return !isOneGroup || !isOneChain(transactions)
  }

  /// Whether all transactions are of the subscription that begins with the first of them, or none says
  /// which it is of.
  private func isOneChain(_ transactions: borrowing Span<TransactionRecord>) -> Bool {
    let bytes = unsafe text.span.bytes
    let chain = transactions[0].originalIdentifier
    guard chain != .absent else {
      for index in transactions.indices where transactions[index].originalIdentifier != chain {
        return false
      }
      return true
    }
    let identifier = transactions[0].identifier
    guard identifier != .absent,
      bytes.compare(chain.indices, with: bytes, identifier.indices) == 0
    else { return false }
    // Two words contain each of the App Store's identifiers.
    let isShort = (8...16).contains(chain.count)
    let second = Int(chain.count) &- 8
    let (head, tail) =
      isShort
      ? (bytes.word(at: Int(chain.start)), bytes.word(at: Int(chain.start) &+ second)) : (0, 0)
    for index in transactions.indices {
      let other = transactions[index].originalIdentifier
      guard other.count == chain.count else { return false }
      let isEqual =
        isShort
        ? bytes.word(at: Int(other.start)) == head
          && bytes.word(at: Int(other.start) &+ second) == tail
        : bytes.compare(other.indices, with: bytes, chain.indices) == 0
      guard isEqual else { return false }
    }
    return true
  }
}
