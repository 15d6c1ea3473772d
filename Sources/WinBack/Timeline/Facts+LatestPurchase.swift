import CalendarTime

extension Facts {
  /// Reads the facts at an instant, without the paid months.
  ///
  /// `latest` is nil before the first purchase. `lacksBeginning` tells whether the first purchases are
  /// missing, and is computed only if nothing was bought yet (F14a). `storefront` is that of the
  /// history. `dataThrough` is computed only if the facts depend on it (F13f).
  init(
    of latest: LatestPurchase?,
    lacksBeginning: @autoclosure () -> Bool,
    isRenewalAnnounced: Bool,
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
    self.isRenewalAnnounced = isRenewalAnnounced
    guard let latest else {
      if lacksBeginning() { ending = .mayHaveBegun }
      willAutoRenew = isRenewalAnnounced
      return
    }
    let end = latest.transaction.end(asOf: now)
    let retryEnd = end.adding(milliseconds: latest.transaction.traits.retryWindow)
    productId = latest.transaction.productId
    lastPurchase = latest.transaction.start
    self.storefront = storefront ?? latest.transaction.storefront
    expirationIntent = latest.renewal?.expirationIntent
    hasRenewalInfo = latest.renewal != nil
    hasOldRenewalInfo = latest.hasOldRenewal
    lapsedAt =
      switch policies.lapseStart {
      case .expiration: end
      case .graceEnd: max(end, latest.renewal?.graceEnd ?? end)
      case .retryEnd: expirationIntent == 2 ? retryEnd : end
      }
    state = latest.state(asOf: now, end: end, retryEnd: retryEnd)
    let isRetrying = latest.renewal?.isInBillingRetryPeriod == true
    let renews =
      if let autoRenews = latest.renewal?.autoRenews {
        autoRenews && !(isRetrying && now >= retryEnd)
      } else {
        state.canRenew
      }
    willAutoRenew = renews || isRenewalAnnounced
    guard !gaps.contains(.otherPurchases) else {
      if state != .subscribed { ending = .mayBeRenewed }
      return
    }
    // A grace period that lasts longer than the retries does not say how they ended (F14e).
    let isExpired = state == .expired
    guard latest.isLast, isExpired || state == .inGracePeriod && now >= retryEnd else { return }
    if isExpired, renews {
      ending = .mayBeRenewed
    } else if !latest.transaction.isRevoked(asOf: now) {
      let isSilent = latest.renewal == nil && policies.missingRenewalInfo == .unknown
      let tellsNoRenewal = isExpired && latest.renewal?.autoRenews == nil
      let through = tellsNoRenewal || isRetrying ? dataThrough() : nil
      if let through, tellsNoRenewal && through < end {
        ending = .mayBeRenewed
      } else if isSilent, now < retryEnd {
        ending = .mayBeRetrying
      } else if let through, isSilent || isRetrying, through < retryEnd {
        // F14e: nobody saw how the retry ended.
        ending = .mayBeRenewed
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
  /// Whether the history has no later purchase, except for one that is only announced (F14g).
  let isLast: Bool
  /// What the renewal information of the transaction says; nil if none describes it (F3).
  let renewal: RenewalStatus?
  /// Whether there is renewal information that is older than the transaction (F14d).
  let hasOldRenewal: Bool
}
