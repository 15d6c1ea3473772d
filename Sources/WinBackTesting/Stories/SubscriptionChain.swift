import WinBack

/// What a story has told of the subscription that a customer has in one group.
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
  var product: StoryCatalog.Product
  var cycle: BillingCycle
  /// The place of the last purchase among the transactions.
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
