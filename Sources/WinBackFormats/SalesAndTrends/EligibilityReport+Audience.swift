public import WinBack

extension EligibilityReport {
  /// Counts the customers whom an offer would reach on the day of the report, or some months later.
  ///
  /// Whole months are compared as in Apple's report, rounded down: the paid months and the months
  /// since the last subscription with those of the offer, including both ends. The report lacks:
  ///
  /// - Rows of fewer than five customers, so that the counts are lower bounds.
  /// - Which offer was redeemed. So a wait can be decided only if no offer was redeemed within it.
  /// - Days: a lapse of between 24 and 25 months counts as 24.
  /// - The offer's dates, and other facts that the App Store uses, such as Family Sharing.
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
    guard paidMonths >= offer.customerEligibilityPaidSubscriptionDurationInMonths,
      lapse.minimum <= monthsSinceLastSubscribed &+ monthsLater,
      monthsSinceLastSubscribed &+ monthsLater <= lapse.maximum
    else { return false }
    var isKnown = true
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
