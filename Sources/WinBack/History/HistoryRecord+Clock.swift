package import CalendarTime

extension HistoryRecord {
  /// Takes away signatures from after the clock of the computer: they are evidence of nothing.
  ///
  /// A renewal can be purchased up to two days after the clock.
  ///
  /// - Returns: The latest of these signatures, or purchase after the clock; nil if there is none.
  /// - Throws: ``HistoryError`` if the history contradicts itself.
  /// - Complexity: O(1) if duplicates are merged and no date is after the clock.
  package mutating func removeSignings(
    after clock: Instant,
    at offset: UTCOffset
  ) throws(HistoryError) -> Instant? {
    var latest: Instant?
    func isLater(_ date: TimelineDate?) -> Bool {
      guard let date = date?.resolved(at: offset), date > clock else { return false }
      latest = max(latest ?? date, date)
      return true
    }
    for index in renewals.indices where isLater(renewals[index].signedDate) {
      renewals[index].signedDate = nil
    }
    if survey?.newestSigning.map({ $0 > clock }) ?? survey?.hasDays ?? true,
      transactions.contains(where: { isLater($0.signedDate) })
    {
      // A wrong clock still signs in order, so the newest version is the one that it says (P1).
      try mergeDuplicates(at: offset)
      for index in transactions.indices where isLater(transactions[index].signedDate) {
        transactions[index].signedDate = nil
      }
      survey = try TransactionSurvey(transactions.span)
    }
    let last = survey?.purchases?.upperBound ?? clock
    let lastAnnounced = clock.adding(milliseconds: OwnedTransaction.longestAnnouncement)
    if last > lastAnnounced { latest = latest ?? last }
    return latest
  }
}
