import WinBack

extension Reference {
  /// The state of a subscription (F4), in the words of the semantics.
  enum State: String {
    case none, subscribed, revoked, inGracePeriod, inBillingRetryPeriod, expired
  }

  /// What is known of one timeline as of `now` (section 3).
  struct Facts {
    let now: Milliseconds
    let timeline: Timeline
    /// The owned periods, in P3's order.
    let periods: [Period]
    /// F1: the owned period that ends last; of several the one that starts last, then P3's last.
    let lastPeriod: Period?
    /// F3: what the renewal information says, where it applies.
    let renewal: RenewalInfo?
    /// F4, as the input tells it.
    private(set) var toldState = State.none
    /// F13b, F13f, F13g, F14e: whether there may be a renewal since the input was written.
    private(set) var isStale = false

    init(_ timeline: Timeline, asOf now: Milliseconds) {
      self.now = now
      self.timeline = timeline
      periods = timeline.periods(asOf: now)
      lastPeriod =
        periods.enumerated().max {
          ($0.element.end, $0.element.start, $0.offset)
            < ($1.element.end, $1.element.start, $1.offset)
        }?.element
      renewal = timeline.renewal(asOf: now)
      toldState = firstStateThatHolds
      isStale = mayBeRenewed
    }

    var policies: Policies { timeline.policies }

    /// F1, as the input tells it.
    var toldProductId: String? { lastPeriod?.purchase.transaction.productId }

    /// F2, under `expiration`: the latest end of any owned period.
    var serviceEnd: Milliseconds? { lastPeriod?.end }

    /// F2, as the input tells it.
    var toldLapse: Milliseconds? {
      guard let end = serviceEnd else { return nil }
      switch policies.lapseStart {
      case .expiration: return end
      case .graceEnd: return max(end, graceEnd ?? end)
      case .retryEnd: return renewal?.expirationIntent == 2 ? retryEnd : end
      }
    }

    var graceEnd: Milliseconds? { renewal?.gracePeriodExpiresDate.map(policies.instant(of:)) }

    /// F4: the end of the retry window, 60 days, or 90 of a monthly plan, after the end of service.
    var retryEnd: Milliseconds? {
      lastPeriod.map { $0.end + $0.purchase.retryWindow }
    }

    /// F4: what ``toldState`` is.
    private var firstStateThatHolds: State {
      guard let lastPeriod, let retryEnd else { return .none }
      if periods.contains(where: { $0.contains(now) }) { return .subscribed }
      if lastPeriod.isRevoked && now < lastPeriod.purchase.expires { return .revoked }
      if let graceEnd, now < graceEnd { return .inGracePeriod }
      if renewal?.isInBillingRetryPeriod == true && now < retryEnd { return .inBillingRetryPeriod }
      return .expired
    }

    /// F5, F11, as the input tells it.
    var toldRenewal: Bool {
      guard let retryEnd else { return false }
      guard let autoRenewStatus = renewal?.autoRenewStatus else {
        return [.subscribed, .inGracePeriod, .inBillingRetryPeriod].contains(toldState)
      }
      if renewal?.isInBillingRetryPeriod == true && now >= retryEnd { return false }
      return autoRenewStatus == 1
    }

    /// F6; nil where a shared subscription ended that was to be renewed.
    var hasSharedAccess: Bool? {
      let isRunning = timeline.shared.contains { purchase in
        let end = min(purchase.expires, purchase.revoked ?? purchase.expires)
        return purchase.purchased <= now && now < end
      }
      return isRunning ? true : sharedIsStale ? nil : false
    }

    /// F9, F11, F12, F13d, F13g, F14.
    func redemption(of offer: WinBackOffer) -> Redemption {
      if isBeforeTheInput { return .unknown }
      guard let lastPurchase = periods.map(\.purchase.purchased).max() else { return .never }
      if mayHaveOtherPurchases { return .unknown }
      let offerStart = policies.start(offer.startDate)
      if timeline.history.gaps.contains(.redemptions) {
        return lastPurchase < offerStart ? .never : .unknown
      }
      let redemptions = periods.filter { $0.redeems(offer.offerId) }
      // F14: the newest boundary before which a redemption may be missing.
      let boundary = timeline.boundaries(asOf: now).max().flatMap { newest in
        offerStart < newest && redemptions.allSatisfy { $0.start < newest } ? newest : nil
      }
      let known: Milliseconds? =
        switch policies.waitStart {
        case .offerPeriodEnd: redemptions.map(\.end).max()
        case .redemption: redemptions.map(\.start).max()
        case .subscriptionEnd: nil
        }
      guard !redemptions.isEmpty || boundary != nil else { return .never }
      // A renewal that the input lacks can continue the last offer.
      let mayContinue = isStale && (lastPeriod?.redeems(offer.offerId) ?? false)
      let endedAt =
        policies.waitStart == .subscriptionEnd
        ? lapsedAt
        : mayContinue
          ? Extent(from: known)
          : Extent(from: known, through: [known, boundary].compactMap(\.self).max())
      return Redemption(mayBeAbsent: redemptions.isEmpty, endedAt: endedAt)
    }

    /// F10, F12: nil is unknown.
    var storefront: Storefront? {
      timeline.history.storefront ?? lastPeriod?.purchase.transaction.storefront
    }

    /// Nil is not known.
    var expirationIntent: Int? { isStale ? nil : renewal?.expirationIntent }
  }
}
