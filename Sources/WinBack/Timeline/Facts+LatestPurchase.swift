import CalendarTime

extension Facts {
  /// Reads the facts at an instant, without the paid months.
  ///
  /// `latest` is nil before the first purchase. `storefront` is that of the history. `dataThrough`
  /// is computed only if the facts depend on it (F13f).
  init(
    of latest: LatestPurchase?,
    storefront: Storefront?,
    gaps: HistoryGaps,
    hasSharedAccess: Bool,
    dataThrough: @autoclosure () -> Instant?,
    asOf now: Instant,
    _ policies: FactPolicies
  ) {
    self.hasSharedAccess = hasSharedAccess
    self.storefront = storefront
    self.gaps = gaps
    guard let latest else { return }
    let end = latest.transaction.end(asOf: now)
    let retryEnd = end.adding(milliseconds: latest.transaction.retryWindow)
    productId = latest.transaction.productId
    lastPurchase = latest.transaction.start
    self.storefront = storefront ?? latest.transaction.storefront
    expirationIntent = latest.expirationIntent
    hasRenewalInfo = latest.hasRenewal
    lapsedAt =
      switch policies.lapseStart {
      case .expiration: end
      case .graceEnd: max(end, latest.graceEnd ?? end)
      case .retryEnd: latest.expirationIntent == 2 ? retryEnd : end
      }
    state = latest.state(asOf: now, end: end, retryEnd: retryEnd)
    willAutoRenew =
      if let autoRenews = latest.autoRenews {
        autoRenews && !(latest.isInBillingRetryPeriod && now >= retryEnd)
      } else {
        switch state {
        case .subscribed, .inGracePeriod, .inBillingRetryPeriod: true
        case .neverOwned, .revoked, .expired: false
        }
      }
    guard !gaps.contains(.otherPurchases) else {
      if state != .subscribed { ending = .mayBeRenewed }
      return
    }
    guard state == .expired, latest.isLast else { return }
    if latest.autoRenews != nil {
      if willAutoRenew { ending = .mayBeRenewed }
    } else if !latest.transaction.isRevoked(asOf: now) {
      if let through = dataThrough(), through < end {
        ending = .mayBeRenewed
      } else if !latest.hasRenewal, policies.missingRenewalInfo == .unknown, now < retryEnd {
        ending = .mayBeRetrying
      }
    }
  }
}

extension LatestPurchase {
  /// Returns the state of the subscription (F4).
  fileprivate func state(asOf now: Instant, end: Instant, retryEnd: Instant) -> SubscriptionState {
    if now < end { return .subscribed }
    if transaction.isRevoked(asOf: now), end < transaction.expires, now < transaction.expires {
      return .revoked
    }
    if let graceEnd, now < graceEnd { return .inGracePeriod }
    if isInBillingRetryPeriod, now < retryEnd { return .inBillingRetryPeriod }
    return .expired
  }
}

/// The last owned transaction that exists at an instant, and its renewal information.
///
/// Its period ends last, because each purchase ends all earlier periods. So F1, F2, F4, F5 and F10
/// use only this transaction.
struct LatestPurchase {
  let transaction: OwnedTransaction
  /// Whether the history has no later purchase.
  let isLast: Bool
  /// Whether renewal information describes the transaction (F3).
  private(set) var hasRenewal = false
  private(set) var autoRenews: Bool?
  private(set) var expirationIntent: Int?
  private(set) var isInBillingRetryPeriod = false
  private(set) var graceEnd: Instant?

  init(_ transaction: OwnedTransaction, isLast: Bool) {
    self.transaction = transaction
    self.isLast = isLast
  }

  init(_ transaction: OwnedTransaction, _ renewal: borrowing RenewalRecord, graceEnd: Instant?) {
    self.init(transaction, isLast: true)
    hasRenewal = true
    autoRenews = renewal.autoRenews
    expirationIntent = renewal.expirationIntent
    isInBillingRetryPeriod = renewal.isInBillingRetryPeriod ?? false
    self.graceEnd = graceEnd
  }
}
