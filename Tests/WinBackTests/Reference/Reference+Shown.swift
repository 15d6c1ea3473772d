import WinBack

/// What a customer is shown (M1, M2), read from the text alone.
extension Reference {
  /// What is shown, and of which product or offer.
  enum Shown: Equatable {
    case hidden
    case introductory(productId: String)
    case winBack(offerId: String)
    case plain
    case undetermined
  }

  /// M2: who has an introductory offer, the default first.
  enum IntroductoryHistory: String, CaseIterable {
    case notWhileSubscribed, received, everSubscribed, overridden
  }
}

extension Reference.Answer {
  /// M1: the first that holds; one that is not decided before it leaves the answer open.
  func shown(
    in catalog: Catalog,
    _ introductoryHistory: Reference.IntroductoryHistory = .notWhileSubscribed
  ) -> Reference.Shown {
    switch facts.willRenew {
    case true?: return .hidden
    case nil: return .undetermined
    case false?: break
    }
    if let first = introductoryProducts(in: catalog, introductoryHistory).first {
      return first.isOpen == nil ? .undetermined : .introductory(productId: first.productId)
    }
    let first = offers.first { $0.verdict != .ineligible }
    return first.map { $0.verdict == .eligible ? .winBack(offerId: $0.offerId) : .undetermined }
      ?? .plain
  }

  /// M2: the products with an introductory offer that the customer has or may have (nil), in byte order.
  func introductoryProducts(
    in catalog: Catalog,
    _ introductoryHistory: Reference.IntroductoryHistory = .notWhileSubscribed
  ) -> [(productId: String, isOpen: Bool?)] {
    let mayHaveOne = facts.mayHaveIntroductoryOffer(introductoryHistory)
    let subscriptions = catalog.subscriptionGroups.filter { $0.id == group }
      .flatMap { $0.subscriptions }
    return subscriptions.flatMap { subscription in
      subscription.offers(of: .introductory).filter(facts.isLive).compactMap { offer in
        let isHere: Bool? =
          offer.territories.isEmpty ? true : facts.storefront.map(offer.territories.contains)
        let isOpen = both(mayHaveOne, isHere)
        return isOpen == false ? nil : (subscription.productId, isOpen)
      }
    }
    .sorted { Reference.precedes($0.productId, $1.productId) }
  }
}

extension Reference.Facts {
  /// M1: whether a status, owned or shared, will renew; nil is unknown.
  var willRenew: Bool? {
    let all = [ownStatusRenews] + sharedStatuses
    if all.contains(true) { return true }
    return all.contains(nil) ? nil : false
  }

  var ownStatusRenews: Bool? {
    // F14g: the store renews only what is subscribed, in grace or in retry.
    if isAnnounced { return true }
    let isOn = state.map { [.subscribed, .inGracePeriod, .inBillingRetryPeriod].contains($0) }
    return both(isOn, willAutoRenew)
  }

  /// F13b of a shared subscription: one ended that its renewal information says renews.
  var sharedIsStale: Bool {
    timeline.shared.contains { last in
      let isLast = timeline.shared.allSatisfy {
        $0.subscription != last.subscription
          || ($0.purchased, $0.accessEnd) <= (last.purchased, last.accessEnd)
      }
      guard isLast, last.purchased <= now, last.accessEnd <= now, last.revoked == nil,
        let info = renewalInfo(ofShared: last)
      else { return false }
      return info.renews
    }
  }

  /// What each subscription that somebody shares does at its next renewal.
  var sharedStatuses: [Bool?] {
    let visible = timeline.shared.filter { $0.purchased <= now }
    return Set(visible.map(\.subscription)).map { subscription in
      let all = timeline.shared.filter { $0.subscription == subscription }
      guard
        let last = all.filter({ $0.purchased <= now }).max(by: {
          ($0.purchased, $0.accessEnd) < ($1.purchased, $1.accessEnd)
        })
      else { return false }
      let isLast = all.allSatisfy { $0.purchased <= last.purchased }
      let info = isLast ? renewalInfo(ofShared: last) : nil
      var end = last.accessEnd
      if let info, last.revoked == nil {
        let isMonthly = last.transaction.billingPlanType == "MONTHLY"
        if info.isInBillingRetryPeriod == true {
          end = max(end, last.accessEnd + (isMonthly ? 90 : 60) * Reference.day)
        }
        if let grace = info.gracePeriodExpiresDate {
          end = max(end, policies.instant(of: grace))
        }
      }
      guard now < end else { return info?.renews == true && last.revoked == nil ? nil : false }
      return info?.autoRenewStatus.map { $0 == 1 }
    }
  }

  /// The renewal information of a shared subscription's own transaction, which is not that of the
  /// customer's own subscription.
  private func renewalInfo(ofShared purchase: Reference.Purchase) -> RenewalInfo? {
    let own = timeline.renewalInfoOfLastPurchase
    var others = timeline.history.renewalInfo
    if let place = others.firstIndex(where: { $0 == own }) { others.remove(at: place) }
    let chain = purchase.transaction.originalTransactionId
    let ofChain = others.first {
      $0.originalTransactionId != nil && $0.originalTransactionId == chain
    }
    return ofChain
      ?? others.first { info in
        (info.originalTransactionId == nil || chain == nil)
          && info.productId == purchase.transaction.productId
      }
  }

  /// M2: nil where the input does not reach back, or does not tell of offers or of the state.
  func mayHaveIntroductoryOffer(
    _ introductoryHistory: Reference.IntroductoryHistory
  ) -> Bool? {
    switch introductoryHistory {
    case .overridden: true
    case .everSubscribed: isOwned.map { !$0 }
    case .received: hasReceivedIntroductoryOffer.map { !$0 }
    case .notWhileSubscribed:
      both(
        hasReceivedIntroductoryOffer.map { !$0 },
        state.map { $0 != .subscribed && $0 != .inGracePeriod }
      )
    }
  }

  private var hasReceivedIntroductoryOffer: Bool? {
    if periods.contains(where: { $0.purchase.transaction.offerType == 1 }) { return true }
    let isComplete =
      (timeline.history.gaps.isEmpty || periods.isEmpty) && !isBeforeTheInput
      && timeline.boundaries(asOf: now).isEmpty
    return isComplete ? false : nil
  }

  func isLive(_ offer: SubscriptionOffer) -> Bool {
    offer.startDate.map { policies.start($0) <= now } ?? true
      && offer.endDate.map { now < policies.dayAfter($0) } ?? true
  }
}

extension Reference.Purchase {
  /// What tells one shared subscription from another.
  fileprivate var subscription: String {
    transaction.originalTransactionId.map { "chain \($0)" } ?? "product \(transaction.productId)"
  }

  fileprivate var accessEnd: Reference.Milliseconds { min(expires, revoked ?? expires) }
}

extension RenewalInfo {
  /// Whether the store is to renew the subscription, and no payment failed.
  fileprivate var renews: Bool { autoRenewStatus == 1 && isInBillingRetryPeriod != true }
}
