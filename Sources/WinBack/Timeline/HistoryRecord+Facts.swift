import CalendarTime

extension HistoryRecord {
  /// Reads the facts of a group at an instant, without the paid months and redemptions.
  ///
  /// It gives the same facts as the group's ``Timeline``, faster: the latest purchase of most
  /// customers shows that they are not eligible, and a history in order needs nothing else.
  ///
  /// - Complexity: O(*n*) for *n* transactions, and usually O(1) if they are in order.
  func facts(
    in group: AskedGroup,
    _ products: ProductGroups,
    asOf now: Instant,
    _ policies: FactPolicies
  ) -> Facts {
    let offset = policies.timeZone
    var latest: OwnedTransaction?
    var isLast = true
    var hasSharedAccess = false
    let transactions = transactions.span
    for index in (0..<(survey?.countInOrder ?? transactions.count)).reversed()
    where products.group(of: transactions[index], in: self) == group.symbol {
      guard transactions[index].traits.contains(.owned) else {
        if SharedAccess(transactions[index], offset).contains(now) { hasSharedAccess = true }
        continue
      }
      let start = transactions[index].purchaseDate.resolved(at: offset)
      guard start <= now else {
        isLast = false
        continue
      }
      if let latest, start < latest.start { continue }
      let transaction = OwnedTransaction(transactions[index], at: index, offset)
      if let latest, !latest.precedes(transaction, in: self) { continue }
      latest = transaction
      if survey?.countInOrder != nil { break }
    }
    return Facts(
      of: latest.map { latest in
        // F3: at an instant before the last purchase, the renewal information did not exist.
        let renewal = isLast ? renewalIndex(of: Int(latest.index), in: group, at: offset) : nil
        return LatestPurchase(
          transaction: latest,
          isLast: isLast,
          renewal: renewal.map { RenewalStatus(renewals[$0], at: offset) }
        )
      },
      storefront: storefront,
      gaps: gaps,
      hasSharedAccess: hasSharedAccess,
      dataThrough: policies.dataThrough ?? newestSigning(at: offset),
      asOf: now,
      policies
    )
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
