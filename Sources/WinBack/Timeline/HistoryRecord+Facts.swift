import CalendarTime

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
    _ products: ProductGroups,
    asOf now: Instant,
    _ policies: FactPolicies
  ) -> Bool {
    guard let count = survey?.countInOrder, isOnly(group, products) else { return false }
    let offset = policies.timeZone
    var lacksBeginning = false
    var boundary: Instant?
    let transactions = transactions.span
    if mayLackPurchases, policies.missingPurchases == .unknown {
      forEachBoundary(among: 0..<count, at: offset) { index in
        if index == 0 { lacksBeginning = true }
        let start = self.transactions[index].purchase
        if start <= now { boundary = start }
      }
    }
    var latest: OwnedTransaction?
    var hasLater = false
    for index in (0..<count).reversed() {
      let transaction = OwnedTransaction(transactions[index], at: index, offset)
      guard transaction.start <= now else {
        // A timeline knows what is announced (F14g).
        if transaction.announcedAt <= now { return false }
        hasLater = true
        continue
      }
      latest = transaction
      break
    }
    facts = Facts(
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
      lacksBeginning: lacksBeginning,
      isRenewalAnnounced: false,
      storefront: storefront,
      gaps: gaps,
      hasSharedAccess: false,
      dataThrough: policies.dataThrough ?? newestSigning(at: offset),
      asOf: now,
      policies
    )
    facts.boundary = boundary
    return true
  }

  /// Whether all transactions are of a group.
  private func isOnly(_ group: AskedGroup, _ products: ProductGroups) -> Bool {
    let transactions = transactions.span
    guard let survey, survey.isOneGroup,
      products.group(of: transactions[0], in: self) == group.symbol
    else { return false }
    if survey.products.isSurelyOne || products.named(by: transactions[0], in: self) != nil {
      return true
    }
    for index in transactions.indices
    where products.group(of: transactions[index], in: self) != group.symbol {
      return false
    }
    return true
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
