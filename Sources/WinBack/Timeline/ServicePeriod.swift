import CEL

/// A period of service that a customer had, for pictures of a timeline.
public struct ServicePeriod: Sendable, Hashable {
  /// How the service was paid.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Paid (P6).
    case paid
    /// Free (P4).
    case free
    /// Refunded (P5).
    case refunded
    /// Bought by somebody else (P2).
    case shared
  }

  /// The first instant.
  public let start: Instant

  /// The first instant after the period.
  public let end: Instant

  /// How the service was paid.
  public let kind: Kind

  /// The product; nil for shared access.
  public let productId: String?

  /// The win-back offer that was redeemed with it.
  public let winBackOffer: String?

  /// The price in thousandths of the currency's unit; nil if it is not known or was not kept.
  public let price: Int64?

  /// The end of the commitment that the period is a payment of, which no rule reads; nil without
  /// one.
  public let commitmentEnd: Instant?
}

/// A period after the end of service in which the App Store still tries to bill, for pictures of a
/// timeline.
public struct RecoveryPeriod: Sendable, Hashable {
  /// Whether the customer has service meanwhile.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The customer has service (F4).
    case gracePeriod
    /// The customer has no service (F4).
    case billingRetry
  }

  /// The first instant.
  public let start: Instant

  /// The first instant after the period.
  public let end: Instant

  /// Whether the customer has service meanwhile.
  public let kind: Kind
}

extension GroupHistory {
  /// The periods of service over the whole timeline, in order.
  var periods: [ServicePeriod] {
    let bought = ownPeriods(asOf: .maximum)
    let lent = timeline.shared.map { access in
      ServicePeriod(
        start: access.start,
        end: max(access.start, access.end),
        kind: .shared,
        productId: nil,
        winBackOffer: nil,
        price: nil,
        commitmentEnd: nil
      )
    }
    return (bought + lent).filter { $0.start < $0.end }.ordered {
      ($0.start, $0.end) < ($1.start, $1.end)
    }
  }

  /// Returns the customer's own periods that have started at an instant, in order, as known then
  /// (T6); those without length, too.
  func ownPeriods(asOf now: Instant) -> [ServicePeriod] {
    let payments = Dictionary(keepingFirst: record.payments.map { ($0.transaction, $0) })
    return timeline.owned.prefix(timeline.visibleCount(asOf: now)).map { transaction in
      let place = record.transactions[Int(transaction.index)].sourceOffset
      let isOfRow = record.details.indices.contains(place)
      return ServicePeriod(
        start: transaction.start,
        end: transaction.end(asOf: now),
        kind: transaction.isRefunded(asOf: now)
          ? .refunded : transaction.traits.contains(.free) ? .free : .paid,
        productId: symbols.text(of: transaction.productId),
        winBackOffer: transaction.winBackOffer.map(symbols.text(of:)),
        price: payments[place]?.price ?? (isOfRow ? record.details[place].price : nil),
        commitmentEnd: payments[place]?.commitmentEnd?.resolved(at: policies.timeZone)
      )
    }
  }
}

extension Timeline {
  /// Returns the grace period and the billing retry period after the last owned one, if the renewal
  /// information that applies at an instant has them (F3, F4).
  func recoveries(asOf now: Instant) -> [RecoveryPeriod] {
    guard let last = owned.last, visibleCount(asOf: now) == owned.count, let renewalStatus else {
      return []
    }
    let end = last.end(asOf: now)
    guard !last.isRevoked(asOf: now) || end >= last.expires else { return [] }
    let retryEnd = end.adding(milliseconds: last.traits.retryWindow)
    let recovery = renewalStatus.recovery(after: end, retryEnd: retryEnd)
    return [
      RecoveryPeriod(start: end, end: recovery.graceEnd, kind: .gracePeriod),
      RecoveryPeriod(start: recovery.graceEnd, end: recovery.retryEnd, kind: .billingRetry),
    ].filter { $0.start < $0.end }
  }
}
