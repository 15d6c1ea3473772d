import CEL
import CalendarTime
package import WinBack

extension JSONWriter {
  /// Writes a history in the native format.
  ///
  /// - Complexity: O(*n*) for *n* transactions.
  package mutating func history(_ history: CustomerHistory) {
    beginObject()
    member("customerId", history.customerId)
    member("storefront", history.storefront?.code)
    member("subscriptionGroupIdentifier", history.subscriptionGroupIdentifier)
    if !history.attributes.isEmpty { attributes(history.attributes) }
    key("transactions")
    beginArray()
    for transaction in history.transactions { self.transaction(transaction) }
    endArray()
    renewals(history.renewalInfo, asList: history.renewalInfoIsList)
    if !history.gaps.isEmpty {
      member("unknown", HistoryGapName.names(of: history.gaps).map(\.rawValue))
    }
    endObject()
  }

  private mutating func attributes(_ attributes: [String: Value]) {
    key("attributes")
    beginObject()
    for (name, value) in attributes.sorted(by: { $0.key < $1.key }) {
      key(name)
      attribute(value)
    }
    endObject()
  }

  private mutating func attribute(_ value: Value) {
    switch value {
    case .bool(let flag): bool(flag)
    case .int(let number): integer(number)
    case .double(let number): double(number)
    case .string(let text): string(text)
    case .timestamp(let instant): string(instant.iso8601)
    // No rule set declares attributes of these types.
    case .duration, .null: null()
    case .list(let elements):
      beginArray()
      for element in elements { attribute(element) }
      endArray()
    }
  }

  private mutating func transaction(_ transaction: Transaction) {
    beginObject()
    member("transactionId", transaction.transactionId)
    member("originalTransactionId", transaction.originalTransactionId)
    member("productId", transaction.productId)
    member("subscriptionGroupIdentifier", transaction.subscriptionGroupIdentifier)
    member("purchaseDate", transaction.purchaseDate)
    member("expiresDate", transaction.expiresDate)
    member("revocationDate", transaction.revocationDate)
    member("revocationType", transaction.revocationType)
    member("signedDate", transaction.signedDate)
    member("type", transaction.type)
    member("inAppOwnershipType", transaction.inAppOwnershipType)
    member("transactionReason", transaction.transactionReason)
    member("price", transaction.price)
    member("storefront", transaction.storefront?.code)
    member("offerType", transaction.offerType)
    member("offerIdentifier", transaction.offerIdentifier)
    member("offerDiscountType", transaction.offerDiscountType)
    member("billingPlanType", transaction.billingPlanType)
    endObject()
  }

  private mutating func renewals(_ renewals: [RenewalInfo], asList isList: Bool) {
    guard isList || renewals.count > 1 else {
      guard let first = renewals.first else { return }
      key("renewalInfo")
      return renewal(first)
    }
    key("renewalInfo")
    beginArray()
    for renewal in renewals { self.renewal(renewal) }
    endArray()
  }

  private mutating func renewal(_ renewal: RenewalInfo) {
    beginObject()
    member("originalTransactionId", renewal.originalTransactionId)
    member("productId", renewal.productId)
    member("autoRenewStatus", renewal.autoRenewStatus)
    member("expirationIntent", renewal.expirationIntent)
    if let isInRetry = renewal.isInBillingRetryPeriod {
      key("isInBillingRetryPeriod")
      bool(isInRetry)
    }
    member("gracePeriodExpiresDate", renewal.gracePeriodExpiresDate)
    member("signedDate", renewal.signedDate)
    if let offers = renewal.eligibleWinBackOfferIds { member("eligibleWinBackOfferIds", offers) }
    member("environment", renewal.environment)
    endObject()
  }

  private mutating func member(_ name: String, _ date: TimelineDate?) {
    guard let date else { return }
    key(name)
    if date.isDateOnly {
      string("\(date.instant.date)")
    } else {
      integer(date.instant.milliseconds)
    }
  }
}
