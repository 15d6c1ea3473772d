import WinBack

/// F13, F14: what the input cannot know of its own end, or of the time before its beginning.
extension Reference.Facts {
  typealias Extent = Reference.Extent

  /// F13a, F13f, F14e: whether the last purchase of the input is the customer's last one as of `now`.
  private var isAtTheEnd: Bool { lastPeriod != nil && !timeline.continues(after: now) }

  /// F13f: the date that the user gives, else the newest signature.
  private var dataThrough: Milliseconds? { policies.dataThrough ?? timeline.newestSignature }

  private var lastIsRevoked: Bool { lastPeriod?.isRevoked ?? false }

  /// F13g: whether the input is single transactions, so that there can be others.
  var mayHaveOtherPurchases: Bool {
    timeline.history.gaps.contains(.otherPurchases) && !periods.isEmpty
  }

  /// F13c, F13g, F14a: whether the customer may have been subscribed before all that the input has by `now`.
  var isBeforeTheInput: Bool {
    let gaps = timeline.history.gaps
    let hideOthers = gaps.contains(.paidMonths) || gaps.contains(.otherPurchases)
    return periods.isEmpty && (timeline.lacksBeginning || hideOthers && !timeline.group.isEmpty)
  }

  /// F14g: whether the store has announced the next renewal.
  var isAnnounced: Bool { timeline.owned.contains { timeline.isAnnounced($0, asOf: now) } }

  /// F13b, F13f, F13g, F14e: what ``isStale`` is.
  var mayBeRenewed: Bool {
    if mayHaveOtherPurchases, toldState != .subscribed { return true }
    if mayHaveRecovered { return true }
    guard toldState == .expired, let serviceEnd else { return false }
    // F13b.
    if toldRenewal { return true }
    // F13f.
    guard isAtTheEnd, !lastIsRevoked, renewal?.autoRenewStatus == nil, let dataThrough else {
      return false
    }
    return serviceEnd > dataThrough
  }

  /// F14e: whether the store was still retrying the payment when the data ended.
  private var mayHaveRecovered: Bool {
    guard !policies.leftOut.contains(.unseenRetry), let dataThrough, let retryEnd,
      dataThrough < retryEnd, retryEnd <= now, isAtTheEnd, !lastIsRevoked
    else { return false }
    guard let renewal else { return policies.missingRenewalInfo == .unknown }
    return renewal.isInBillingRetryPeriod == true
  }

  /// F13a: whether the store may be retrying the payment.
  var mayBeRetrying: Bool {
    guard policies.missingRenewalInfo == .unknown, renewal == nil, isAtTheEnd, !lastIsRevoked,
      let serviceEnd, let retryEnd
    else { return false }
    return serviceEnd <= now && now < retryEnd
  }

  /// F11, F14a: whether there ever was a period; nil is unknown.
  var isOwned: Bool? { isBeforeTheInput ? nil : !periods.isEmpty }

  /// F4, F13a, F13b, F14a: nil is unknown.
  var state: Reference.State? {
    isStale || mayBeRetrying || isBeforeTheInput ? nil : toldState
  }

  /// F5, F13a, F13b, F14a, F14g: nil is unknown.
  var willAutoRenew: Bool? {
    if isAnnounced { return true }
    return isStale || mayBeRetrying || isBeforeTheInput ? nil : toldRenewal
  }

  /// F1, F13b, F14a: nil is unknown, or that there is none.
  var productId: String? { isStale ? nil : toldProductId }

  /// F2, F13b, F14a, F14f: nil is that there is none.
  var lapsedAt: Extent<Milliseconds>? {
    if isBeforeTheInput { return Extent() }
    guard let toldLapse else { return nil }
    guard isStale else { return Extent(toldLapse) }
    return policies.leftOut.contains(.earliestLapse) ? Extent() : Extent(from: toldLapse)
  }

  /// F13c: whether the input says, or its end does, that there may be more paid months.
  var mayHavePaidMore: Bool {
    isStale || mayHaveOtherPurchases
      || (!periods.isEmpty && timeline.history.gaps.contains(.paidMonths))
  }
}

extension Reference.Timeline {
  /// F13f: the newest signature of the whole history, of all that counts by its type (P1).
  var newestSignature: Milliseconds? {
    let signatures =
      history.transactions.filter(\.isAutoRenewable).map(\.signedDate)
      + history.renewalInfo.map(\.signedDate)
    return signatures.compactMap { $0 }.map(policies.instant(of:)).max()
  }
}

extension Transaction {
  /// P1.
  var isAutoRenewable: Bool { type == nil || type == "Auto-Renewable Subscription" }
}
