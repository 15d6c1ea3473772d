/// Renewal information as a plain value.
@usableFromInline
package struct RenewalRecord: Sendable, Hashable {
  @usableFromInline package var originalTransactionId: TextRange?
  @usableFromInline package var productId: Symbol?
  /// Whether the subscription renews; nil if it is unknown.
  @usableFromInline package var autoRenews: Bool?
  @usableFromInline package var expirationIntent: Int?
  /// Whether the store still tries to charge; nil, if it is unknown, counts as no.
  @usableFromInline package var isInBillingRetryPeriod: Bool?
  @usableFromInline package var gracePeriodExpiresDate: TimelineDate?
  @usableFromInline package var signedDate: TimelineDate?
  @usableFromInline package var renewalDate: TimelineDate?
  /// The indices, in the history's offers, of the store's own list of eligible offers; nil if there
  /// is none.
  @usableFromInline package var eligibleOffers: Range<Int>?

  @inlinable package init() {}

  /// Returns whether another of the same subscription is preferred: the newer one, and of equally
  /// new ones by their contents, so that the order of the input does not matter (R6).
  ///
  /// `offset` is the time zone of dates without a time (T4).
  func precedes(_ other: RenewalRecord, at offset: UTCOffset) -> Bool {
    func key(_ renewal: RenewalRecord) -> (Int64, Int, Int, Int, Int64) {
      (
        renewal.signedDate?.resolved(at: offset).milliseconds ?? Int64.min,
        renewal.autoRenews.map { $0 ? 1 : 0 } ?? -1, renewal.expirationIntent ?? -1,
        renewal.isInBillingRetryPeriod == true ? 1 : 0,
        renewal.gracePeriodExpiresDate?.resolved(at: offset).milliseconds ?? Int64.min
      )
    }
    return key(self) < key(other)
  }
}

/// What renewal information says of the end of a subscription, at the instants of one time zone.
package struct RenewalStatus: Sendable, Hashable {
  package let autoRenews: Bool?
  let expirationIntent: Int?
  package let isInBillingRetryPeriod: Bool
  let graceEnd: Instant?
  /// When the store signed it; nil if it does not say so.
  private let signedAt: Instant?

  init(_ renewal: borrowing RenewalRecord, at offset: UTCOffset) {
    autoRenews = renewal.autoRenews
    expirationIntent = renewal.expirationIntent
    isInBillingRetryPeriod = renewal.isInBillingRetryPeriod ?? false
    graceEnd = renewal.gracePeriodExpiresDate?.resolved(at: offset)
    signedAt = renewal.signedDate?.resolved(at: offset)
  }
}

/// The renewal information of the last transaction of a group.
struct LastRenewal {
  let index: Int
  /// What it says; nil if it is older than the transaction, and so describes an earlier one (F14d).
  let status: RenewalStatus?
}

extension RenewalStatus {
  /// Returns when the grace period and then the billing retry after a period of service end (F4).
  ///
  /// `retryEnd` is the end of the retries, if there are any. Without a grace period or retries, these end
  /// when they begin.
  func recovery(
    after end: Instant,
    retryEnd: Instant
  ) -> (graceEnd: Instant, retryEnd: Instant) {
    let graceEnd = max(end, graceEnd ?? end)
    return (graceEnd, isInBillingRetryPeriod ? max(graceEnd, retryEnd) : graceEnd)
  }

  /// Returns whether the store signed it after an instant.
  package func isSigned(after instant: Instant) -> Bool { signedAt.map { $0 > instant } ?? false }
}

extension HistoryRecord {
  /// Finds the renewal information that names the last transaction of a group (F3), and whether it is
  /// as new as the transaction (F14d).
  func renewal(of last: Int, in group: AskedGroup, at offset: UTCOffset) -> LastRenewal? {
    renewalIndex(of: last, in: group, at: offset).map { index in
      let isOld = isOld(renewals[index], for: last, at: offset)
      return LastRenewal(
        index: index,
        status: isOld ? nil : RenewalStatus(renewals[index], at: offset)
      )
    }
  }

  /// Returns whether renewal information was signed before a transaction began, does not name a later
  /// renewal, and is older than all versions of the transaction (F14d).
  private func isOld(
    _ renewal: borrowing RenewalRecord,
    for last: Int,
    at offset: UTCOffset
  ) -> Bool {
    let transaction = transactions[last]
    let start = transaction.purchaseDate.resolved(at: offset)
    guard let signing = renewal.signedDate?.resolved(at: offset), signing < start,
      renewal.renewalDate.map({ $0.resolved(at: offset) <= start }) ?? true
    else { return false }
    let versions =
      [transaction.signedDate]
      + olderVersions.filter { $0.transaction == transaction.sourceOffset }.map { $0.signedDate }
    return versions.allSatisfy { $0.map { $0.resolved(at: offset) > signing } ?? true }
  }

  private func renewalIndex(of last: Int, in group: AskedGroup, at offset: UTCOffset) -> Int? {
    guard !renewals.isEmpty else { return nil }
    if !renewalsAreList {
      if group.isOnly { return 0 }
      if renewals[0].originalTransactionId == nil, renewals[0].productId == nil {
        return subscriptionGroupIdentifier == group.symbol ? 0 : nil
      }
    }
    var best: (index: Int, match: Match)?
    for index in renewals.indices {
      guard let match = match(of: renewals[index], with: transactions[last]) else { continue }
      if let best,
        best.match == match
          ? !renewals[best.index].precedes(renewals[index], at: offset) : best.match == .chain
      {
        continue
      }
      best = (index, match)
    }
    return best?.index
  }

  /// Returns whether renewal information names a transaction, by its chain or its product.
  func describes(_ renewal: RenewalRecord, transactionAt index: Int) -> Bool {
    match(of: renewal, with: transactions[index]) != nil
  }

  private enum Match {
    case chain
    case product
  }

  private func match(of renewal: RenewalRecord, with last: TransactionRecord) -> Match? {
    if renewal.originalTransactionId != nil, last.originalTransactionId != nil {
      return compare(renewal.originalTransactionId, last.originalTransactionId) == 0 ? .chain : nil
    }
    return renewal.productId == last.productId ? .product : nil
  }
}

/// The renewal information of subscriptions that others share with the customer (M1).
struct SharedRenewals {
  private var byChain: [String: Int] = [:]
  /// The renewal information of each product, and that of each product without a chain.
  private var byProduct: [Symbol: Int] = [:]
  private var withoutChain: [Symbol: Int] = [:]

  init(of history: borrowing HistoryRecord, besides taken: Int?, at offset: UTCOffset) {
    func add(_ index: Int, to known: inout Int?) {
      // The newest of several for the same subscription counts, in any order.
      if let other = known, !history.renewals[other].precedes(history.renewals[index], at: offset) {
        return
      }
      known = index
    }
    for (index, renewal) in history.renewals.enumerated() where index != taken {
      if let chain = renewal.originalTransactionId {
        add(index, to: &byChain[history.string(chain)])
      }
      guard let product = renewal.productId else { continue }
      add(index, to: &byProduct[product])
      if renewal.originalTransactionId == nil { add(index, to: &withoutChain[product]) }
    }
  }

  func index(of transaction: TransactionRecord, in history: borrowing HistoryRecord) -> Int? {
    guard let chain = transaction.originalTransactionId else {
      return byProduct[transaction.productId]
    }
    return byChain[history.string(chain)] ?? withoutChain[transaction.productId]
  }
}
