package import CalendarTime

/// A period in which the customer has access without owning it, by Family Sharing for one (P2).
package struct SharedAccess: Sendable, Hashable {
  package var start: Instant
  package var end: Instant

  /// Creates the access that a transaction gives.
  ///
  /// - Parameters:
  ///   - transaction: A transaction that the customer does not own.
  ///   - offset: The time zone of dates without a time (T4).
  init(_ transaction: borrowing TransactionRecord, at offset: UTCOffset) {
    let expires = transaction.expiresDate.resolved(at: offset)
    start = transaction.purchaseDate.resolved(at: offset)
    end = min(expires, transaction.revocationDate?.resolved(at: offset) ?? expires)
  }

  /// Returns whether the access lasts at an instant (F6).
  func contains(_ now: Instant) -> Bool {
    start <= now && now < end
  }
}
