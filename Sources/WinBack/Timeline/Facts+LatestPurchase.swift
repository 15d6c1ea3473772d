extension Facts {
  /// Reads what the latest purchase says at an instant.
  ///
  /// Its period ends last, because each purchase ends all earlier periods. So F1, F2, F4, F5 and F10 use
  /// only this transaction. `isLast` tells whether the history has no later purchase, except for one that
  /// is only announced (F14g). `renewal` is what the renewal information of the transaction says; nil if
  /// none describes it (F3). `dataThrough` is the instant until which the history is known to be complete
  /// (F13f); nil if none is.
  mutating func read(
    _ latest: OwnedTransaction,
    isLast: Bool,
    _ renewal: RenewalStatus?,
    dataThrough: Instant?,
    asOf now: Instant,
    _ policies: FactPolicies
  ) {
    let end = latest.end(asOf: now)
    let retryEnd = end.adding(milliseconds: latest.traits.retryWindow)
    productId = latest.productId
    lastPurchase = latest.start
    storefront = storefront ?? latest.storefront
    expirationIntent = renewal?.expirationIntent
    hasRenewalInfo = renewal != nil
    lapsedAt =
      switch policies.lapseStart {
      case .expiration: end
      case .graceEnd: max(end, renewal?.graceEnd ?? end)
      case .retryEnd: expirationIntent == 2 ? retryEnd : end
      }
    state = latest.state(asOf: now, end: end, retryEnd: retryEnd, renewal)
    let isRetrying = renewal?.isInBillingRetryPeriod == true
    let renews =
      if let autoRenews = renewal?.autoRenews {
        autoRenews && !(isRetrying && now >= retryEnd)
      } else {
        state.canRenew
      }
    willAutoRenew = renews || isRenewalAnnounced
    ending = ending(
      of: latest,
      isLast: isLast,
      renewal,
      renews: renews,
      from: end..<max(end, retryEnd),
      dataThrough: dataThrough,
      asOf: now,
      policies
    )
    // A later purchase ends in its own way.
    if ending.hidesPurchases { expirationIntent = nil }
  }

  /// Returns what is known of the time after the latest purchase (F13, F14e).
  private func ending(
    of latest: OwnedTransaction,
    isLast: Bool,
    _ renewal: RenewalStatus?,
    renews: Bool,
    from retries: Range<Instant>,
    dataThrough: Instant?,
    asOf now: Instant,
    _ policies: FactPolicies
  ) -> Ending {
    if gaps.contains(.otherPurchases) {
      return state == .subscribed ? .known : .mayBeRenewed
    }
    // A grace period that lasts longer than the retries does not say how they ended (F14e).
    let isExpired = state == .expired
    let isOver = isExpired || state == .inGracePeriod && now >= retries.upperBound
    guard isLast, isOver else { return .known }
    if isExpired, renews { return .mayBeRenewed }
    guard !latest.isRevoked(asOf: now) else { return .known }
    let isRetrying = renewal?.isInBillingRetryPeriod == true
    let isSilent = renewal == nil && policies.missingRenewalInfo == .unknown
    let tellsNoRenewal = isExpired && renewal?.autoRenews == nil
    let through = tellsNoRenewal || isRetrying ? dataThrough : nil
    if let through, tellsNoRenewal && through < retries.lowerBound { return .mayBeRenewed }
    if isSilent, now < retries.upperBound { return .mayBeRetrying }
    // F14e: nobody saw how the retry ended.
    let isUnseen = isSilent || isRetrying
    return isUnseen && (through.map { $0 < retries.upperBound } ?? false) ? .mayBeRenewed : .known
  }
}

extension OwnedTransaction {
  /// Returns the state of the subscription if this is the latest purchase (F4).
  fileprivate func state(
    asOf now: Instant,
    end: Instant,
    retryEnd: Instant,
    _ renewal: RenewalStatus?
  ) -> SubscriptionState {
    if now < end { return .subscribed }
    if isRevoked(asOf: now), end < expires, now < expires { return .revoked }
    guard let recovery = renewal?.recovery(after: end, retryEnd: retryEnd) else { return .expired }
    if now < recovery.graceEnd { return .inGracePeriod }
    return now < recovery.retryEnd ? .inBillingRetryPeriod : .expired
  }
}
