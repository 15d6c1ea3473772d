extension EligibilityReport {
  /// Counts the customers whom an offer would reach on the day of the report, or some months later.
  ///
  /// Whole months are compared as in Apple's report, rounded down: the paid months and the months
  /// since the last subscription with those of the offer. The counts are estimates, because the
  /// report lacks:
  ///
  /// - Rows of fewer than five customers, so that there can be more.
  /// - Days: a lapse of between 24 and 25 months counts as 24, so that it can be past a maximum of 24.
  /// - Which offer was redeemed. So a wait can be decided only if no offer was redeemed within it.
  /// - The most recent run of payments: Apple counts the months that a customer accumulated. So there
  ///   can be fewer.
  /// - Other facts that the App Store uses, such as Family Sharing. So there can be fewer.
  /// - The offer's dates.
  ///
  /// For a count of months later, it is assumed that nobody buys anything and nobody else churns.
  ///
  /// - Parameters:
  ///   - offer: The offer.
  ///   - subscriptionAppleId: The numeric Apple ID of the offer's product, which a catalog lacks.
  ///   - monthsLater: The number of months since the report.
  /// - Returns: The audience.
  /// - Complexity: O(*n*) for *n* rows.
  public func audience(
    of offer: WinBackOffer,
    subscriptionAppleId: String,
    monthsLater: Int = 0
  ) -> OfferAudience {
    var audience = OfferAudience(eligible: 0, undetermined: 0)
    for row in rows where row.subscriptionAppleId == subscriptionAppleId {
      switch row.meetsCriteria(of: offer, monthsLater: monthsLater) {
      case true?: audience.eligible += row.customers
      case false?: continue
      case nil: audience.undetermined += row.customers
      }
    }
    return audience
  }
}

extension EligibilityReport.Row {
  /// Returns whether the customers of the row meet the criteria of an offer; nil if it is not
  /// known.
  package func meetsCriteria(of offer: WinBackOffer, monthsLater: Int) -> Bool? {
    let lapse = offer.customerEligibilityTimeSinceLastSubscribedInMonths
    let months = monthsSinceLastSubscribed &+ monthsLater
    guard paidMonths >= offer.customerEligibilityPaidSubscriptionDurationInMonths,
      lapse.minimum <= months, months <= lapse.maximum
    else { return false }
    // Of those at the maximum, nearly all are some days past it.
    var isKnown = months < lapse.maximum
    if !offer.territories.isEmpty {
      if let storefront {
        guard offer.territories.contains(storefront) else { return false }
      } else {
        isKnown = false
      }
    }
    if let wait = offer.customerEligibilityWaitBetweenOffersInMonths, hasRedeemedWinBackOffer,
      monthsSinceLastWinBackOffer.map({ $0 &+ monthsLater < wait }) ?? true
    {
      isKnown = false
    }
    return isKnown ? true : nil
  }
}
