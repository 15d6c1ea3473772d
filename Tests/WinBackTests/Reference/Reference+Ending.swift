import WinBack

/// F13: what the input cannot know of its own end.
extension Reference.Facts {
  /// F13a, F13f: whether the last purchase of the input is the customer's last one as of `now`.
  private var isAtTheEnd: Bool {
    lastPeriod != nil && timeline.owned.allSatisfy { $0.purchased <= now }
  }

  /// F13f: the date that the user gives, else the newest signature.
  private var dataThrough: Milliseconds? { policies.dataThrough ?? timeline.newestSignature }

  private var lastIsRevoked: Bool { lastPeriod?.isRevoked ?? false }

  /// F13g: whether the input is single transactions, so that there can be others.
  var mayHaveOtherPurchases: Bool {
    timeline.history.gaps.contains(.otherPurchases) && !periods.isEmpty
  }

  /// F13b, F13f, F13g: what ``isStale`` is.
  var mayBeRenewed: Bool {
    if mayHaveOtherPurchases, toldState != .subscribed { return true }
    guard toldState == .expired, let serviceEnd else { return false }
    // F13b.
    if toldRenewal { return true }
    // F13f.
    guard isAtTheEnd, !lastIsRevoked, renewal?.autoRenewStatus == nil, let dataThrough else {
      return false
    }
    return serviceEnd > dataThrough
  }

  /// F13a: whether the store may be retrying the payment.
  var mayBeRetrying: Bool {
    guard policies.missingRenewalInfo == .unknown, renewal == nil, isAtTheEnd, !lastIsRevoked,
      let serviceEnd, let retryEnd
    else { return false }
    return serviceEnd <= now && now < retryEnd
  }

  /// F4, F13a, F13b: nil is unknown.
  var state: Reference.State? { isStale || mayBeRetrying ? nil : toldState }

  /// F5, F13a, F13b: nil is unknown.
  var willAutoRenew: Bool? { isStale || mayBeRetrying ? nil : toldRenewal }

  /// F1, F13b: nil is unknown, or that there is none.
  var productId: String? { isStale ? nil : toldProductId }

  /// F2, F13b: nil is unknown, or that there is none.
  var lapsedAt: Reference.Milliseconds? { isStale ? nil : toldLapse }

  /// F13c: whether the paid months are known from below only.
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
