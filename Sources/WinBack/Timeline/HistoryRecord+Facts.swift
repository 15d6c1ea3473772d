extension HistoryRecord {
  /// Reads the facts of a group at an instant, without the paid months and redemptions, unless the
  /// history is not in order or has transactions of other groups.
  ///
  /// It gives the same facts as the group's ``Timeline``, faster: the latest purchase of most
  /// customers shows that they are not eligible.
  ///
  /// - Returns: Whether it read them; if not, a timeline does.
  /// - Complexity: O(*n*) for *n* transactions, and usually O(1).
  func read(
    _ facts: inout Facts,
    of group: AskedGroup,
    asOf now: Instant,
    _ policies: FactPolicies
  ) -> Bool {
    guard let count = survey?.countInOrder, group.isWhole else { return false }
    let offset = policies.timeZone
    facts = Facts(storefront: storefront, gaps: gaps)
    var lacksBeginning = false
    let transactions = transactions.span
    if mayLackPurchases, policies.missingPurchases == .unknown {
      forEachBoundary(among: 0..<count, at: offset) { index in
        if index == 0 { lacksBeginning = true }
        let start = self.transactions[index].purchase
        if start <= now { facts.boundary = start }
      }
    }
    var isLast = true
    for index in (0..<count).reversed() {
      let transaction = OwnedTransaction(transactions[index], at: index, offset)
      guard transaction.start <= now else {
        // A timeline knows what is announced (F14g).
        if transaction.announcedAt <= now { return false }
        isLast = false
        continue
      }
      // F3: at an instant before the last purchase, the renewal information did not exist.
      let renewal = isLast ? renewal(of: index, in: group, at: offset) : nil
      facts.hasOldRenewalInfo = renewal.map { $0.status == nil } ?? false
      facts.read(
        transaction,
        isLast: isLast,
        renewal?.status,
        dataThrough: policies.dataThrough ?? newestSigning(besides: renewal?.status, at: offset),
        asOf: now,
        policies
      )
      return true
    }
    if lacksBeginning || gaps.hideFirstPurchase { facts.ending = .mayHaveBegun }
    return true
  }

  /// Returns whether the customer received an introductory offer (M2); the history must have no
  /// duplicates, and all of it must be of the group in question.
  func hasIntroduction(asOf now: Instant, at offset: UTCOffset) -> Bool {
    let transactions = transactions.span
    for index in transactions.indices
    where transactions[index].traits.redeems(.introductory)
      && transactions[index].purchaseDate.resolved(at: offset) <= now
    {
      return true
    }
    return false
  }

  /// Returns the newest signature, for facts that the renewal information of the last purchase leaves
  /// open (F13f, F14e); nil if it leaves none open.
  func newestSigning(besides renewal: RenewalStatus?, at offset: UTCOffset) -> Instant? {
    guard let renewal, renewal.autoRenews != nil, !renewal.isInBillingRetryPeriod else {
      return newestSigning(at: offset)
    }
    return nil
  }

  /// Returns the newest signature of the whole history, in all groups; nil if nothing is signed
  /// (F13f).
  ///
  /// Merging keeps the newest version of a transaction, so the others do not matter.
  ///
  /// - Complexity: O(1) if duplicates are merged and a transaction is signed; else O(*n*) for *n*
  ///   transactions.
  func newestSigning(at offset: UTCOffset) -> Instant? {
    var newest = survey?.newestSigning
    func note(_ date: TimelineDate?) {
      guard let date = date?.resolved(at: offset) else { return }
      newest = max(newest ?? date, date)
    }
    let (transactions, renewals) = (transactions.span, renewals.span)
    if newest == nil { for index in transactions.indices { note(transactions[index].signedDate) } }
    for index in renewals.indices { note(renewals[index].signedDate) }
    return newest
  }
}
