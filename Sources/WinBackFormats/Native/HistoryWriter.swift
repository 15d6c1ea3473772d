import CEL
import CalendarTime
package import WinBack

/// Writes histories in the native format.
package struct HistoryWriter: Sendable {
  private var writer: JSONWriter

  /// Creates a writer.
  ///
  /// - Parameter isPretty: Whether there is one history, laid out to be read; else one a line.
  package init(isPretty: Bool) {
    writer = JSONWriter(isPretty ? .pretty : .compact)
  }

  /// The text so far.
  package var bytes: ContiguousArray<UInt8> { writer.bytes }

  /// Writes a history and ends its line.
  ///
  /// - Complexity: O(*n*) for *n* transactions.
  package mutating func append(_ history: CustomerHistory) {
    writer.beginObject()
    write("customerId", history.customerId)
    write("storefront", history.storefront?.code)
    write("subscriptionGroupIdentifier", history.subscriptionGroupIdentifier)
    if !history.attributes.isEmpty { append(history.attributes) }
    writer.key("transactions")
    writer.beginArray()
    for transaction in history.transactions { append(transaction) }
    writer.endArray()
    append(history.renewalInfo, asList: history.renewalInfoIsList)
    if !history.gaps.isEmpty {
      writer.key("unknown")
      writer.beginArray()
      for name in HistoryGapName.names(of: history.gaps) { writer.string(name.rawValue) }
      writer.endArray()
    }
    writer.endObject()
    writer.endLine()
  }

  private mutating func append(_ attributes: [String: Value]) {
    writer.key("attributes")
    writer.beginObject()
    for (name, value) in attributes.sorted(by: { $0.key < $1.key }) {
      writer.key(name)
      append(value)
    }
    writer.endObject()
  }

  private mutating func append(_ value: Value) {
    switch value {
    case .bool(let bool): writer.bool(bool)
    case .int(let integer): writer.integer(integer)
    case .double(let double): writer.double(double)
    case .string(let text): writer.string(text)
    case .timestamp(let instant): writer.string(instant.iso8601)
    // No rule set declares attributes of these types.
    case .duration, .null: writer.null()
    case .list(let elements):
      writer.beginArray()
      for element in elements { append(element) }
      writer.endArray()
    }
  }

  private mutating func append(_ transaction: Transaction) {
    writer.beginObject()
    write("transactionId", transaction.transactionId)
    write("originalTransactionId", transaction.originalTransactionId)
    write("productId", transaction.productId)
    write("subscriptionGroupIdentifier", transaction.subscriptionGroupIdentifier)
    write("purchaseDate", transaction.purchaseDate)
    write("expiresDate", transaction.expiresDate)
    write("revocationDate", transaction.revocationDate)
    write("revocationType", transaction.revocationType)
    write("signedDate", transaction.signedDate)
    write("type", transaction.type)
    write("inAppOwnershipType", transaction.inAppOwnershipType)
    write("transactionReason", transaction.transactionReason)
    write("price", transaction.price)
    write("storefront", transaction.storefront?.code)
    write("offerType", transaction.offerType.map(Int64.init))
    write("offerIdentifier", transaction.offerIdentifier)
    write("offerDiscountType", transaction.offerDiscountType)
    write("billingPlanType", transaction.billingPlanType)
    writer.endObject()
  }

  private mutating func append(_ renewals: [RenewalInfo], asList isList: Bool) {
    guard let first = renewals.first else { return }
    writer.key("renewalInfo")
    guard isList || renewals.count > 1 else { return append(first) }
    writer.beginArray()
    for renewal in renewals { append(renewal) }
    writer.endArray()
  }

  private mutating func append(_ renewal: RenewalInfo) {
    writer.beginObject()
    write("originalTransactionId", renewal.originalTransactionId)
    write("productId", renewal.productId)
    write("autoRenewStatus", renewal.autoRenewStatus.map(Int64.init))
    write("expirationIntent", renewal.expirationIntent.map(Int64.init))
    if let isInRetry = renewal.isInBillingRetryPeriod {
      writer.key("isInBillingRetryPeriod")
      writer.bool(isInRetry)
    }
    write("gracePeriodExpiresDate", renewal.gracePeriodExpiresDate)
    write("signedDate", renewal.signedDate)
    if let offers = renewal.eligibleWinBackOfferIds {
      writer.key("eligibleWinBackOfferIds")
      writer.beginArray()
      for offer in offers { writer.string(offer) }
      writer.endArray()
    }
    write("environment", renewal.environment)
    writer.endObject()
  }

  // MARK: - Members that may be absent

  private mutating func write(_ key: String, _ text: String?) {
    guard let text else { return }
    writer.key(key)
    writer.string(text)
  }

  private mutating func write(_ key: String, _ integer: Int64?) {
    guard let integer else { return }
    writer.key(key)
    writer.integer(integer)
  }

  private mutating func write(_ key: String, _ date: TimelineDate?) {
    guard let date else { return }
    writer.key(key)
    if date.isDateOnly {
      writer.string("\(date.instant.date)")
    } else {
      writer.integer(date.instant.milliseconds)
    }
  }
}
