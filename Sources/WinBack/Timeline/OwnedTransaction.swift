/// A transaction that the customer owns, in the timeline (P3).
package struct OwnedTransaction: Sendable, Hashable, HistoryOrdered {
  package var start: Instant
  package var expires: Instant
  /// The instant at which the transaction is revoked; ``Instant/never`` if it is not.
  package var revokedAt: Instant
  /// The start of the next transaction that starts later; ``Instant/never`` if there is none.
  package var supersededAt: Instant
  /// The instant from which the store has announced the transaction: its signature, at most two days
  /// before its start; else its start (F14g).
  var announcedAt: Instant
  /// Whether a later one in the order starts at the same instant, so that this one has no length.
  package var isShadowed: Bool
  package var productId: Symbol
  /// The identifier of the offer that was redeemed, if its type is one that has identifiers.
  private var offer: Symbol?
  package var storefront: Storefront?
  package var traits: TransactionTraits
  /// The index of the transaction in its history record.
  package var index: Int32

  /// Creates the transaction without its successors.
  @inline(__always)
  init(_ transaction: borrowing TransactionRecord, at index: Int, _ offset: UTCOffset) {
    start = transaction.purchaseDate.resolved(at: offset)
    expires = transaction.expiresDate.resolved(at: offset)
    revokedAt = transaction.revocationDate?.resolved(at: offset) ?? .never
    supersededAt = .never
    announcedAt = transaction.announcement(before: start, at: offset)
    isShadowed = false
    productId = transaction.productId
    traits = transaction.traits
    offer = (2...4).contains(traits.offerType) ? transaction.offerIdentifier : nil
    storefront = transaction.storefront
    self.index = Int32(truncatingIfNeeded: index)
  }

  /// How long before its start a transaction can be announced, in milliseconds (F14g).
  static let longestAnnouncement = 2 * Instant.millisecondsPerDay

  /// The promotional offer, offer code or win-back offer that was redeemed; one without an identifier
  /// has the symbol ``Symbol/absent`` (F9).
  package var redeemed: RedeemedOffer? {
    let type = traits.offerType
    return (2...4).contains(type) ? RedeemedOffer(type: type, symbol: offer ?? .absent) : nil
  }

  package var winBackOffer: Symbol? { traits.redeems(.winBack) ? offer : nil }

  /// Returns the end of the period of service, as known at an instant (P3, T6).
  ///
  /// A revocation or a purchase after `now` has not happened yet.
  func end(asOf now: Instant) -> Instant {
    guard !isShadowed else { return start }
    var end = expires
    if revokedAt <= now { end = min(end, revokedAt) }
    if supersededAt <= now { end = min(end, supersededAt) }
    return max(start, end)
  }

  /// The latest end of the retries of the next payment, if the period is not cut short (F4).
  var latestRetry: Instant { expires.adding(milliseconds: traits.retryWindow) }

  /// Returns whether the revocation has happened (T6).
  func isRevoked(asOf now: Instant) -> Bool { revokedAt <= now }

  /// Returns whether the period counts as refunded (P5).
  func isRefunded(asOf now: Instant) -> Bool { isRevoked(asOf: now) && !traits.contains(.prorated) }

  /// Returns whether this comes before another transaction of its history (P3).
  func precedes(_ other: OwnedTransaction, in history: borrowing HistoryRecord) -> Bool {
    if start != other.start { return start < other.start }
    if expires != other.expires { return expires < other.expires }
    let comparison = history.compareIdentifiers(Int(index), Int(other.index))
    return comparison == 0 ? isOrdered(beforeTwin: other) : comparison < 0
  }

  /// Returns whether this comes before another with the same start and end and without identifiers.
  ///
  /// It compares contents, so that the order of the input does not matter (R6).
  private func isOrdered(beforeTwin other: OwnedTransaction) -> Bool {
    func key(_ transaction: OwnedTransaction) -> (Int32, Int32, Int64, UInt32, UInt16, Int32) {
      (
        transaction.productId.index,
        transaction.winBackOffer?.index ?? -1,
        transaction.revokedAt.milliseconds,
        transaction.storefront?.packed ?? 0,
        transaction.traits.rawValue,
        transaction.offer?.index ?? -1
      )
    }
    return key(self) < key(other)
  }
}

extension TransactionRecord {
  /// Returns the instant from which the store has announced the transaction (F14g).
  func announcement(before start: Instant, at offset: UTCOffset) -> Instant {
    guard let signing = signedDate?.resolved(at: offset), signing < start,
      signing.milliseconds(until: start) <= OwnedTransaction.longestAnnouncement
    else { return start }
    return signing
  }
}

extension Instant {
  static var never: Instant { Instant(milliseconds: .max) }
}
