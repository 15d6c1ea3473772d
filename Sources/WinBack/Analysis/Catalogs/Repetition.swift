package import CalendarTime

/// What becomes of a customer who redeems an offer as early as can be, and would like to do so again.
package struct Repetition: Sendable {
  /// The customer, at the instant of the first redemption; the history goes on with it.
  package let history: CustomerHistory

  /// The instant of the redemption.
  package let redeemedAt: Instant

  /// The first instant at which the customer may have the offer again, if ever; nil for never.
  package let againAt: Instant?
}
