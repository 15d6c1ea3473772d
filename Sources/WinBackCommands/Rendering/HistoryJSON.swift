import CEL
import CalendarTime
import WinBack
import WinBackFormats

extension JSONWriter {
  /// Writes a history as the native format has it.
  mutating func history(_ history: CustomerHistory) {
    beginObject()
    member("customerId", history.customerId)
    member("storefront", history.storefront?.code)
    member("subscriptionGroupIdentifier", history.subscriptionGroupIdentifier)
    if !history.attributes.isEmpty {
      key("attributes")
      beginObject()
      for (name, attribute) in history.attributes.sorted(by: { $0.key < $1.key }) {
        key(name)
        value(attribute)
      }
      endObject()
    }
    key("transactions")
    beginArray()
    for transaction in history.transactions { self.transaction(transaction) }
    endArray()
    if let first = history.renewalInfo.first {
      key("renewalInfo")
      if history.renewalInfo.count > 1 {
        beginArray()
        for renewal in history.renewalInfo { self.renewal(renewal) }
        endArray()
      } else {
        renewal(first)
      }
    }
    endObject()
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
    member("offerType", transaction.offerType.map(Int64.init))
    member("offerIdentifier", transaction.offerIdentifier)
    member("offerDiscountType", transaction.offerDiscountType)
    member("billingPlanType", transaction.billingPlanType)
    endObject()
  }

  private mutating func renewal(_ renewal: RenewalInfo) {
    beginObject()
    member("originalTransactionId", renewal.originalTransactionId)
    member("productId", renewal.productId)
    member("autoRenewStatus", renewal.autoRenewStatus.map(Int64.init))
    member("expirationIntent", renewal.expirationIntent.map(Int64.init))
    if let isInRetry = renewal.isInBillingRetryPeriod {
      key("isInBillingRetryPeriod")
      bool(isInRetry)
    }
    member("gracePeriodExpiresDate", renewal.gracePeriodExpiresDate)
    member("signedDate", renewal.signedDate)
    endObject()
  }

  /// Writes a member with a string, unless there is none.
  mutating func member(_ name: String, _ text: String?) {
    guard let text else { return }
    key(name)
    string(text)
  }

  /// Writes a member with a number, unless there is none.
  mutating func member(_ name: String, _ number: Int64?) {
    guard let number else { return }
    key(name)
    integer(number)
  }

  /// Writes a member with strings.
  mutating func member(_ name: String, _ texts: [String]) {
    key(name)
    beginArray()
    for text in texts { string(text) }
    endArray()
  }

  private mutating func member(_ name: String, _ date: TimelineDate?) {
    guard let date else { return }
    key(name)
    string(date.isDateOnly ? date.instant.date.description : date.instant.iso8601)
  }

  /// Writes a value of the rule language.
  private mutating func value(_ value: Value) {
    switch value {
    case .bool(let flag): bool(flag)
    case .int(let number): integer(number)
    case .double(let number): double(number)
    case .string(let text): string(text)
    case .timestamp(let instant): string(instant.iso8601)
    case .duration: string(value.text)
    case .list(let elements):
      beginArray()
      for element in elements { self.value(element) }
      endArray()
    case .null: null()
    }
  }
}
