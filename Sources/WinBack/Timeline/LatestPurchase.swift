import CalendarTime

/// The last owned transaction that exists at an instant, and its renewal information.
///
/// Its period ends last: each purchase ends all earlier periods. So it is the only one that F1, F2, F4,
/// F5 and F10 look at.
struct LatestPurchase {
  let transaction: OwnedTransaction
  /// Whether the history has no later purchase.
  let isLast: Bool
  /// Whether renewal information describes the transaction (F3).
  private(set) var hasRenewal = false
  /// Whether the subscription renews; nil if it is not said.
  private(set) var autoRenews: Bool?
  private(set) var expirationIntent: Int?
  private(set) var isInBillingRetryPeriod = false
  private(set) var graceEnd: Instant?

  /// Creates a purchase of whose renewal nothing is known.
  init(_ transaction: OwnedTransaction, isLast: Bool) {
    self.transaction = transaction
    self.isLast = isLast
  }

  /// Creates the last purchase of a history.
  init(_ transaction: OwnedTransaction, _ renewal: borrowing RenewalRecord, graceEnd: Instant?) {
    self.init(transaction, isLast: true)
    hasRenewal = true
    autoRenews = renewal.autoRenews
    expirationIntent = renewal.expirationIntent
    isInBillingRetryPeriod = renewal.isInBillingRetryPeriod ?? false
    self.graceEnd = graceEnd
  }
}
