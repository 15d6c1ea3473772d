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
    let retryEnd = end.adding(milliseconds: latest.transaction.traits.retryWindow)
    productId = latest.transaction.productId
    lastPurchase = latest.transaction.start
    self.storefront = storefront ?? latest.transaction.storefront
    expirationIntent = latest.renewal?.expirationIntent
    hasRenewalInfo = latest.renewal != nil
    lapsedAt =
      switch policies.lapseStart {
      case .expiration: end
      case .graceEnd: max(end, latest.renewal?.graceEnd ?? end)
      case .retryEnd: expirationIntent == 2 ? retryEnd : end
      }
    state = latest.state(asOf: now, end: end, retryEnd: retryEnd)
    willAutoRenew =
      if let autoRenews = latest.renewal?.autoRenews {
        autoRenews && !(latest.renewal?.isInBillingRetryPeriod == true && now >= retryEnd)
      } else {
        state.canRenew
      }
    guard !gaps.contains(.otherPurchases) else {
      if state != .subscribed { ending = .mayBeRenewed }
      return
    }
    guard state == .expired, latest.isLast else { return }
    if latest.renewal?.autoRenews != nil {
      if willAutoRenew { ending = .mayBeRenewed }
    } else if !latest.transaction.isRevoked(asOf: now) {
      if let through = dataThrough(), through < end {
        ending = .mayBeRenewed
      } else if latest.renewal == nil, policies.missingRenewalInfo == .unknown, now < retryEnd {
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
    if let graceEnd = renewal?.graceEnd, now < graceEnd { return .inGracePeriod }
    if renewal?.isInBillingRetryPeriod == true, now < retryEnd { return .inBillingRetryPeriod }
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
  /// What the renewal information of the transaction says; nil if none describes it (F3).
  let renewal: RenewalStatus?
}
