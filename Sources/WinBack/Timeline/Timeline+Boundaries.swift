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

  /// Whether purchases can be missing before the first one (F13c, F13g, F14a).
  func mayLackFirstPurchase(_ policies: FactPolicies) -> Bool {
    lacksBeginning(policies) || (group != nil && gaps.hideFirstPurchase)
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
}

extension HistoryGaps {
  /// Whether there can be purchases before the first one of the input (F13c, F13g).
  var hideFirstPurchase: Bool { !isDisjoint(with: [.paidMonths, .otherPurchases]) }
}

extension HistoryRecord {
  /// Calls a function with each position in a timeline before which purchases are missing: the first one
  /// (F14a), and renewals that begin later than any retry of the earlier ones (F14b).
  ///
  /// `indices` are those of the transactions of the timeline, in its order.
  @inline(__always)
  func forEachBoundary(
    among indices: some RandomAccessCollection<Int>,
    at offset: UTCOffset,
    _ body: (Int) -> Void
  ) {
    if lacksBeginning(indices, at: offset) { body(0) }
    let transactions = transactions.span
    var lastRetry = Instant(milliseconds: .min)
    var position = 0
    for index in indices {
      if transactions[index].traits.contains(.renewal), position > 0,
        transactions[index].purchaseDate.resolved(at: offset) > lastRetry
      {
        body(position)
      }
      // The latest end of the retries of the next payment, if no period is cut short (F4).
      let retry = transactions[index].expiresDate.resolved(at: offset)
        .adding(milliseconds: transactions[index].traits.retryWindow)
      lastRetry = max(lastRetry, retry)
      position &+= 1
    }
  }

  /// Returns whether purchases are missing before the first transaction of a timeline: it is a renewal,
  /// or a subscription began before its first transaction here (F14a).
  @inline(__always)
  private func lacksBeginning(
    _ indices: some RandomAccessCollection<Int>,
    at offset: UTCOffset
  ) -> Bool {
    guard let first = indices.first else { return false }
    let transactions = transactions.span
    if transactions[first].traits.contains(.renewal) || lacksBeginning(at: first, offset) {
      return true
    }
    // Nearly all histories have one chain, for which nothing is stored.
    let chain = transactions[first].originalIdentifier
    for index in indices.dropFirst()
    where !areEqual(transactions[index].originalIdentifier, chain) {
      return chainsLackBeginning(indices, besides: chain, at: offset)
    }
    return false
  }

  @inline(never)
  private func chainsLackBeginning(
    _ indices: some RandomAccessCollection<Int>,
    besides first: TextRange,
    at offset: UTCOffset
  ) -> Bool {
    var chains: Set<String> = []
    for index in indices {
      let chain = transactions[index].originalIdentifier
      if areEqual(chain, first) { continue }
      guard chains.insert(chain == .absent ? "" : string(chain)).inserted else { continue }
      if lacksBeginning(at: index, offset) { return true }
    }
    return false
  }

  /// Returns whether a transaction's subscription began before it, and its first transaction is not here;
  /// the transaction is the first one here of its subscription.
  private func lacksBeginning(at index: Int, _ offset: UTCOffset) -> Bool {
    if transactions[index].isContinued(at: offset) { return true }
    let chain = transactions[index].originalIdentifier
    return chain != .absent && !areEqual(chain, transactions[index].identifier)
      && !transactions.contains { $0.identifier == .absent || areEqual(chain, $0.identifier) }
  }

  /// Whether the history can lack purchases if it is one timeline (F14a, F14b); false only if it has been
  /// found that it does not.
  var mayLackPurchases: Bool { survey?.mayLackPurchases ?? true }
}
