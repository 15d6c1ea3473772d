import WinBack

/// One customer's whole life in one subscription group, as the App Store makes it.
struct Life {
  typealias Milliseconds = Reference.Milliseconds

  struct Purchase {
    /// What it is in the end, with its revocation.
    var transaction: Transaction
    /// When the App Store makes it: a renewal up to a day before its period begins.
    let created: Milliseconds
    /// Whether the payment for the next period fails.
    var failsAtEnd = false

    var start: Milliseconds { transaction.purchaseDate.instant.milliseconds }
    var end: Milliseconds { transaction.expiresDate.instant.milliseconds }
    var isRenewal: Bool { transaction.transactionReason == "RENEWAL" }
  }

  /// What the App Store says of the next renewal from one instant on.
  struct Status {
    let from: Milliseconds
    let info: RenewalInfo
  }

  let group: String
  /// In order.
  var purchases: [Purchase] = []
  /// In order.
  var statuses: [Status] = []
  /// When the customer decides something else than to buy or to cancel, which no earlier data can tell: to
  /// get a refund, to renew after all, or to give up during a retry.
  var choices: [Milliseconds] = []

  /// The renewal information as of an instant.
  func renewalInfo(asOf instant: Milliseconds) -> RenewalInfo? {
    statuses.last { $0.from <= instant }?.info
  }

  /// The purchases that the App Store has made by an instant, as it shows them then.
  func purchases(asOf instant: Milliseconds) -> [Purchase] {
    purchases.filter { $0.created <= instant }.map { purchase in
      var shown = purchase
      if let revoked = purchase.transaction.revocationDate,
        revoked.instant.milliseconds > instant
      {
        shown.transaction.revocationDate = nil
        shown.transaction.revocationType = nil
      }
      return shown
    }
  }

  /// Every instant at which something happens.
  var events: [Milliseconds] {
    purchases.flatMap { [$0.created, $0.start, $0.end] } + statuses.map(\.from) + choices
  }

  /// Whether the store tries, or has tried in vain, to charge for what follows the latest period.
  func isAfterFailedPayment(at instant: Milliseconds) -> Bool {
    guard let last = purchases.last(where: { $0.start <= instant }) else { return false }
    return last.failsAtEnd && last.end <= instant
  }

  /// Whether the store retries a payment at an instant, and succeeds until a later one that is still in
  /// the time of the retries (F4).
  func recovers(after known: Milliseconds, until now: Milliseconds) -> Bool {
    guard renewalInfo(asOf: known)?.isInBillingRetryPeriod == true,
      let failed = purchases.last(where: { $0.start <= known })
    else { return false }
    let days: Milliseconds = failed.transaction.billingPlanType == "MONTHLY" ? 90 : 60
    return now < failed.end + days * Reference.day
      && purchases.contains { known < $0.start && $0.start <= now }
  }
}

extension TimelineDate {
  init(milliseconds: Int64) { self.init(Instant(milliseconds: milliseconds)) }
}
