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
    var lastRetry = Instant.never
    let transactions = transactions.span
    for (position, index) in indices.enumerated() {
      if transactions[index].traits.contains(.renewal),
        transactions[index].purchaseDate.resolved(at: offset) > lastRetry
      {
        body(position)
      }
      // The latest end of the retries of the next payment, if no period is cut short (F4).
      let retry = transactions[index].expiresDate.resolved(at: offset)
        .adding(milliseconds: transactions[index].traits.retryWindow)
      lastRetry = position == 0 ? retry : max(lastRetry, retry)
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
    if transactions[first].traits.contains(.renewal) { return true }
    let firstChain = transactions[first].originalIdentifier
    // Nearly all histories have one chain, for which nothing is stored.
    var others: Set<String> = []
    for (position, index) in indices.enumerated() {
      let chain = transactions[index].originalIdentifier
      if position > 0 {
        guard !areEqual(chain, firstChain),
          others.insert(chain == .absent ? "" : string(chain)).inserted
        else { continue }
      }
      if transactions[index].isContinued(at: offset) { return true }
      if chain != .absent, !hasBeginning(of: chain, at: index) { return true }
    }
    return false
  }

  /// Whether a chain's first transaction may be there; it is usually the one at an index.
  private func hasBeginning(of chain: TextRange, at index: Int) -> Bool {
    areEqual(chain, transactions[index].identifier)
      || transactions.contains { $0.identifier == .absent || areEqual(chain, $0.identifier) }
  }

  /// Whether the history can lack purchases if it is one timeline (F14a, F14b); false only if it has been
  /// found that it does not.
  var mayLackPurchases: Bool { survey?.mayLackPurchases ?? true }
}
