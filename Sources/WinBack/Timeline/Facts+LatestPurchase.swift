import CalendarTime

extension Facts {
  /// Reads the facts at an instant, but for the paid months.
  ///
  /// - Parameters:
  ///   - latest: The latest purchase; nil before the first one.
  ///   - storefront: The storefront that the history itself gives.
  ///   - gaps: What the source of the history does not contain (F12).
  ///   - hasSharedAccess: Whether somebody else's purchase gives access (F6).
  ///   - dataThrough: The instant until which the history is complete; nil if that is not known. It
  ///     is computed only if the facts depend on it (F13f).
  ///   - now: The instant.
  ///   - policies: How facts are read.
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
