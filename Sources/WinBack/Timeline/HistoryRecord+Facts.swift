import CalendarTime

extension HistoryRecord {
  /// Reads the facts of a group at an instant, without the paid months and redemptions; nil if the
  /// history is not in order, or if it can lack purchases.
  ///
  /// It gives the same facts as the group's ``Timeline``, faster: the latest purchase of most
  /// customers shows that they are not eligible.
  ///
  /// - Complexity: O(*n*) for *n* transactions, and usually O(1).
  func facts(
    in group: AskedGroup,
    _ products: ProductGroups,
    asOf now: Instant,
    _ policies: FactPolicies
  ) -> Facts? {
    guard let count = survey?.countInOrder, !mayLackPurchases else { return nil }
    let offset = policies.timeZone
    var latest: OwnedTransaction?
    var hasLater = false
    let transactions = transactions.span
    for index in (0..<count).reversed()
    where products.group(of: transactions[index], in: self) == group.symbol {
      let transaction = OwnedTransaction(transactions[index], at: index, offset)
      guard transaction.start <= now else {
        // A timeline knows what is announced (F14g).
        if transaction.announcedAt <= now { return nil }
        hasLater = true
        continue
      }
      latest = transaction
      break
    }
    return Facts(
      of: latest.map { latest in
        // F3: at an instant before the last purchase, the renewal information did not exist.
        let renewal = hasLater ? nil : renewal(of: Int(latest.index), in: group, at: offset)
        return LatestPurchase(
          transaction: latest,
          isLast: !hasLater,
          renewal: renewal.flatMap {
            $0.isOld ? nil : RenewalStatus(renewals[$0.index], at: offset)
          },
          hasOldRenewal: renewal?.isOld ?? false
        )
      },
      lacksBeginning: false,
      isRenewalAnnounced: false,
      storefront: storefront,
      gaps: gaps,
      hasSharedAccess: false,
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
