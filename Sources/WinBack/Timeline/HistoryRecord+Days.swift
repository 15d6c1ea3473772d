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
