import CalendarTime

/// One period of service that a witness buys.
struct WitnessPeriod {
  var start: Instant
  var end: Instant
  var isFree = false
  /// The win-back offer that is redeemed with it.
  var offerId: String?
}
