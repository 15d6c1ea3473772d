/// A period in which the customer has access without owning it, such as by Family Sharing (P2).
package struct SharedAccess: Sendable, Hashable, HistoryOrdered {
  package var start: Instant
  package var end: Instant
  /// The renewal information of the shared subscription; nil if there is none, or if it describes
  /// another period (M1).
  var renewal: RenewalStatus?
  /// The start of the next period of the same subscription, if there is one.
  var next: Instant = .never
  private let isRevoked: Bool
  /// How long the store tries to charge after a failed payment, in milliseconds (F4).
  private let retryWindow: Int64
  /// The index of the transaction in its history record.
  let index: Int

  init(
    _ transaction: borrowing TransactionRecord,
    at index: Int,
    _ offset: UTCOffset,
    knownBy known: Instant
  ) {
    let expires = transaction.expiresDate.resolved(at: offset)
    start = transaction.purchaseDate.resolved(at: offset)
    let revocation = transaction.revocationDate?.resolved(at: offset) ?? .never
    isRevoked = revocation <= known && revocation < .never
    end = isRevoked ? min(expires, revocation) : expires
    retryWindow = transaction.traits.retryWindow
    self.index = index
  }

  /// Returns whether the access lasts at an instant (F6).
  func lasts(asOf now: Instant) -> Truth {
    guard start <= now else { return .fails }
    if now < end { return .holds }
    return mayBeRenewed ? .unknown : .fails
  }

  /// Whether the renewal information says that the last period of the subscription renews; then the input
  /// is older than the end of that period, as in F13b.
  private var mayBeRenewed: Bool {
    guard next == .never, !isRevoked, let renewal else { return false }
    return renewal.autoRenews == true && !renewal.isInBillingRetryPeriod
  }

  /// Returns whether the shared subscription will renew, as known at an instant (M1).
  ///
  /// Without renewal information, the result is unknown. A later period of the same subscription
  /// replaces this one, and the renewal information describes the last of them (F3).
  func renews(asOf now: Instant) -> Truth {
    guard start <= now, now < next else { return .fails }
    let renewal = next == .never ? renewal : nil
    guard now < end || recoveryEnd(renewal) > now else { return mayBeRenewed ? .unknown : .fails }
    return Truth(renewal?.autoRenews)
  }

  /// The instants, besides start and end, at which the renewal can change.
  var recoveryEnds: [Instant] {
    [next, end.adding(milliseconds: retryWindow)] + (renewal?.graceEnd.map { [$0] } ?? [])
  }

  /// Returns the end of the grace period and of the billing retry, if there are any (F4).
  private func recoveryEnd(_ renewal: RenewalStatus?) -> Instant {
    guard let renewal, !isRevoked else { return end }
    return renewal.recovery(after: end, retryEnd: end.adding(milliseconds: retryWindow)).retryEnd
  }

  /// Returns whether this comes before another access of its history: by subscription, then by time.
  func precedes(_ other: SharedAccess, in history: borrowing HistoryRecord) -> Bool {
    let comparison = compareSubscription(with: other, in: history)
    return comparison == 0 ? (start, end) < (other.start, other.end) : comparison < 0
  }

  /// Compares subscriptions by their chains, or by their products if both chains are unknown: 0 for two
  /// periods of one subscription.
  func compareSubscription(
    with other: SharedAccess,
    in history: borrowing HistoryRecord
  ) -> Int {
    let (own, others) = (history.transactions[index], history.transactions[other.index])
    guard own.originalTransactionId == nil, others.originalTransactionId == nil else {
      return history.compare(own.originalTransactionId, others.originalTransactionId)
    }
    return Int(own.productId.index) - Int(others.productId.index)
  }
}
