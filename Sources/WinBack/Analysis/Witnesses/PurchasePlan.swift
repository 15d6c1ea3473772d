package import CalendarTime

/// What a customer buys and how service ends, so that certain facts come about.
///
/// A plan is written down as a history or as the story of a scenario.
package struct PurchasePlan: Sendable {
  /// A period of service that is bought in one go.
  package struct Purchase: Sendable {
    /// What the store gives back.
    package enum Refund: Sendable, Hashable {
      /// What is left of the service that was bought until an instant, at least.
      case rest(of: Instant)
      /// Everything that was paid for the service until an instant.
      case whole(of: Instant)
    }

    package let productId: String
    package var start: Instant
    /// The end of service, which a refund may cut short.
    package var end: Instant
    package var isFree: Bool = false
    /// The win-back offer that is redeemed.
    package var offerId: String?
    /// How many of the offer's periods are used.
    package var offerPeriods: Int?
    package var refund: Refund?
  }

  /// The purchases, in the order of time.
  package var purchases: [Purchase] = []

  /// Whether a trial is an introductory offer, not a promotional one.
  package var hasIntroduction: Bool = true

  /// The end of the grace period, where the last payment failed.
  package var graceEnd: Instant?

  /// Whether the store continues trying to charge.
  package var isInRetry: Bool = false

  /// Whether what is bought for a year is billed month by month.
  package var isBilledMonthly: Bool = false
}
