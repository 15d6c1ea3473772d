package import CalendarTime

extension WinBackOffer {
  /// How many periods a customer has of the offer, who uses all of it.
  package var servicePeriods: Int {
    offerMode == .payAsYouGo ? max(1, min(periodCount, 1_000)) : 1
  }

  /// Returns the end of the whole offer for a customer who redeems it at an instant.
  package func end(from start: Instant) -> Instant {
    PeriodLength(duration).moving(start, by: servicePeriods)
  }
}
