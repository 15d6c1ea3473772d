import WinBack

/// Offers of other kinds than win-back offers (section 8), read from the text alone.
extension Reference.Facts {
  /// K1, K2, M2: what becomes of an offer.
  func verdict(
    on offer: SubscriptionOffer,
    retryIsExisting: Bool = true
  ) -> Reference.Verdict {
    let isHere: Bool? =
      offer.territories.isEmpty ? true : storefront.map(offer.territories.contains)
    switch offer.kind {
    case .introductory:
      return Reference.Verdict([
        mayHaveIntroductoryOffer(.notWhileSubscribed), isLive(offer), isHere,
      ])
    case .promotional: return Reference.Verdict([isOwned, isHere])
    case .offerCode:
      return Reference.Verdict([
        isOfClass(offer.customerEligibilities, retryIsExisting), offer.isActive,
        hasRedeemed(offer).map { !$0 }, isHere,
      ])
    case .winBack: return .undetermined
    }
  }

  /// K2: nil where the customer can be of several classes, some of which the offer is not for.
  private func isOfClass(
    _ classes: [SubscriptionOffer.CustomerEligibility],
    _ retryIsExisting: Bool
  ) -> Bool? {
    let states: [Reference.State] =
      state.map { [$0] } ?? [.subscribed, .inGracePeriod, .inBillingRetryPeriod, .expired]
    let existing: Set<Reference.State> =
      retryIsExisting
      ? [.subscribed, .inGracePeriod, .inBillingRetryPeriod] : [.subscribed, .inGracePeriod]
    var possible: Set<SubscriptionOffer.CustomerEligibility> = []
    if isOwned != true { possible.insert(.new) }
    if isOwned != false {
      possible.formUnion(states.map { existing.contains($0) ? .existing : .expired })
    }
    let accepted = possible.intersection(classes)
    return accepted.isEmpty ? false : accepted == possible ? true : nil
  }

  /// F9 by type and identifier, F12 to F14.
  private func hasRedeemed(_ offer: SubscriptionOffer) -> Bool? {
    let ofType = periods.map(\.purchase.transaction).filter { $0.offerType == 3 }
    if ofType.contains(where: { $0.offerIdentifier == offer.offerId }) { return true }
    let isComplete =
      !isBeforeTheInput && !isStale && !mayHaveOtherPurchases
      && (timeline.history.gaps.isEmpty || periods.isEmpty)
      && timeline.boundaries(asOf: now).isEmpty
      && ofType.allSatisfy { $0.offerIdentifier != nil }
    return isComplete ? false : nil
  }
}
