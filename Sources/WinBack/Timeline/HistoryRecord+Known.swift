import CalendarTime

extension HistoryRecord {
  /// Returns what was known of a group at an instant, or nil if that is all that is known (T6).
  ///
  /// Later purchases and revocations are left out, and with a later purchase the renewal information,
  /// which is about it (F3). A forecast for a customer who buys nothing starts from this.
  ///
  /// - Complexity: O(*n*) for *n* transactions.
  func known(
    asOf now: Instant,
    group: Symbol,
    _ products: ProductGroups,
    at offset: UTCOffset
  ) -> HistoryRecord? {
    var known = self
    known.survey = nil
    known.transactions.removeAll { transaction in
      products.group(of: transaction, in: self) == group
        && transaction.purchaseDate.resolved(at: offset) > now
    }
    let isPurchaseHidden = transactions.contains { transaction in
      transaction.traits.contains(.owned)
        && products.group(of: transaction, in: self) == group
        && transaction.purchaseDate.resolved(at: offset) > now
    }
    if isPurchaseHidden { known.renewals.removeAll() }
    var isRevocationHidden = false
    for index in known.transactions.indices {
      guard let revocation = known.transactions[index].revocationDate,
        revocation.resolved(at: offset) > now
      else { continue }
      known.transactions[index].revocationDate = nil
      isRevocationHidden = true
    }
    let isHidden = known.transactions.count < transactions.count || isRevocationHidden
    return isHidden ? known : nil
  }
}

extension HistoryRecord {
  /// Whether a date of the history is known to the day only.
  var hasDays: Bool {
    transactions.contains { transaction in
      transaction.purchaseDate.isDateOnly || transaction.expiresDate.isDateOnly
        || transaction.revocationDate?.isDateOnly ?? false
        || transaction.signedDate?.isDateOnly ?? false
    }
      || renewals.contains { renewal in
        renewal.gracePeriodExpiresDate?.isDateOnly ?? false
          || renewal.signedDate?.isDateOnly ?? false
      }
  }
}
