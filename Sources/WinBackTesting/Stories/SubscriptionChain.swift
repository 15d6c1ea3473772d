/// The subscription of a customer in one group, at some event of a story.
struct SubscriptionChain: Sendable {
  /// The state of the subscription after its period.
  enum Outlook: Sendable, Hashable {
    case renews
    case cancelled(on: TimelineDate?, intent: Int)
    case refunded
    case unpaid(graceEnd: TimelineDate?)
  }

  let group: String
  let originalTransactionId: String
  var product: PlacedSubscription
  var cycle: BillingCycle
  /// The index of the last purchase among the transactions.
  var last: Int
  var outlook: Outlook = .renews

  /// What the App Store says about the next renewal (F3, F5).
  var renewalInfo: RenewalInfo {
    var info = RenewalInfo(
      originalTransactionId: originalTransactionId,
      productId: product.id,
      autoRenewStatus: 1,
      isInBillingRetryPeriod: false
    )
    switch outlook {
    case .renews: break
    case .cancelled(let date, let intent):
      info.autoRenewStatus = 0
      info.expirationIntent = intent
      info.signedDate = date
    case .refunded: info.autoRenewStatus = 0
    case .unpaid(let graceEnd):
      info.expirationIntent = 2
      info.isInBillingRetryPeriod = true
      info.gracePeriodExpiresDate = graceEnd
    }
    return info
  }
}

/// The days on which a subscription is billed, which follow from the first one without drifting.
///
/// A monthly subscription of January 31 renews on February 28 and on March 31.
struct BillingCycle: Sendable {
  /// The day from which months are counted.
  private var start: TimelineDate
  private var months = 0

  init(startingOn date: TimelineDate) { start = date }

  var end: TimelineDate { start.moved(to: start.instant.adding(months: Int64(months))) }

  mutating func add(_ period: PeriodLength) {
    switch period {
    case .months(let count): months += count
    case .days(let count):
      let milliseconds = Int64(count) &* Instant.millisecondsPerDay
      start = start.moved(to: end.instant.adding(milliseconds: milliseconds))
      months = 0
    }
  }
}
