import CEL
import CalendarTime

extension Timeline {
  /// Returns the periods of service over the whole timeline, in order.
  func periods(
    _ symbols: SymbolTable,
    of record: HistoryRecord,
    at offset: UTCOffset
  ) -> [ServicePeriod] {
    let commitments = Dictionary(
      keepingFirst: record.commitments.map { ($0.transaction, $0.expiresDate.resolved(at: offset)) }
    )
    let bought = owned.map { transaction in
      ServicePeriod(
        start: transaction.start,
        end: transaction.end(asOf: .maximum),
        kind: transaction.isRefunded(asOf: .maximum)
          ? .refunded : transaction.traits.contains(.free) ? .free : .paid,
        productId: symbols.text(of: transaction.productId),
        winBackOffer: transaction.winBackOffer.map(symbols.text(of:)),
        commitmentEnd: commitments[record.transactions[Int(transaction.index)].sourceOffset]
      )
    }
    let lent = shared.map { access in
      ServicePeriod(
        start: access.start,
        end: max(access.start, access.end),
        kind: .shared,
        productId: nil,
        winBackOffer: nil,
        commitmentEnd: nil
      )
    }
    return (bought + lent).filter { $0.start < $0.end }.ordered {
      ($0.start, $0.end) < ($1.start, $1.end)
    }
  }

  /// Returns the grace period and the billing retry period after the last owned one, if the renewal
  /// information that applies at an instant has them (F3, F4).
  func recoveries(asOf now: Instant) -> [RecoveryPeriod] {
    guard let last = owned.last, visibleCount(asOf: now) == owned.count else { return [] }
    let end = last.end(asOf: now)
    guard !last.isRevoked(asOf: now) || end >= last.expires else { return [] }
    let graceEnd = max(end, graceEnd ?? end)
    let retryEnd =
      renewal?.isInBillingRetryPeriod == true
      ? max(graceEnd, end.adding(milliseconds: last.retryWindow)) : graceEnd
    return [
      RecoveryPeriod(start: end, end: graceEnd, kind: .gracePeriod),
      RecoveryPeriod(start: graceEnd, end: retryEnd, kind: .billingRetry),
    ].filter { $0.start < $0.end }
  }
}
