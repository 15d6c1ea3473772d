public import WinBack

extension EligibilityReport {
  /// Counts the customers whom an offer would reach on the day of the report, or some months later.
  ///
  /// Whole months are compared as Apple's report has them, rounded down: paid months and months
  /// since the last subscription with the offer's own, both ends included. What the report cannot
  /// say:
  ///
  /// - Rows of fewer than five customers are not in it, so that the counts are lower bounds.
  /// - Which offer was redeemed; a wait can only be decided where any offer is longer ago, or where
  ///   none was redeemed.
  /// - Days: who lapsed between 24 and 25 months ago is counted as 24.
  /// - The offer's dates and what else the App Store looks at, such as access by Family Sharing.
  ///
  /// Months later, nobody is assumed to have bought anything, and nobody else to have churned.
  ///
  /// - Parameters:
  ///   - offer: The offer.
  ///   - subscriptionAppleId: The numeric Apple ID of the offer's product, which the catalog does not
  ///     have.
  ///   - monthsLater: How many months have passed since the report.
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
  /// Returns whether the customers of the row meet what an offer asks for; nil if that is not
  /// known.
  ///
  /// - Parameters:
  ///   - offer: The offer.
  ///   - monthsLater: How many months have passed since the report.
  /// - Returns: Whether they do.
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
