/// Writes customers as JSON Lines in the native history format.
struct HistoryWriter {
  enum Dates: String, CaseIterable {
    case milliseconds
    case iso8601
  }

  enum Payload: String, CaseIterable {
    /// The keys of a decoded App Store Server API transaction, in Apple's order.
    case full
    /// Only the keys that eligibility depends on, as an export would project them.
    case trimmed
  }

  let catalog: Catalog
  let dates: Dates
  let payload: Payload
  var buffer = ByteBuffer()

  mutating func write(_ customer: Customer) {
    buffer.append("{\"customerId\":\"c-")
    buffer.append(customer.number, digits: 7)
    buffer.append("\"")
    if let storefront = customer.storefront {
      buffer.append(",\"storefront\":\"")
      buffer.append(storefront)
      buffer.append("\"")
    }
    if !customer.hasTwoGroups {
      buffer.append(",\"subscriptionGroupIdentifier\":\"")
      buffer.append(Catalog.streamingGroup)
      buffer.append("\"")
    }
    buffer.append(",\"transactions\":[")
    for index in customer.transactions.indices {
      buffer.append(index == 0 ? "{" : ",{")
      write(customer.transactions[index], inTwoGroups: customer.hasTwoGroups)
    }
    if let purchaseDate = customer.consumablePurchaseDate {
      buffer.append(
        ",{\"transactionId\":\"1\",\"productId\":\"gems.100\",\"type\":\"Consumable\""
      )
      write("purchaseDate", date: purchaseDate)
      buffer.append("}")
    }
    buffer.append("]")
    write(customer.renewals, asList: customer.hasTwoGroups)
    buffer.append("}\n")
  }

  private mutating func write(_ transaction: Transaction, inTwoGroups: Bool) {
    let product = catalog.products[transaction.product]
    buffer.append("\"transactionId\":\"")
    buffer.append(transaction.id)
    if payload == .full || inTwoGroups {
      buffer.append("\",\"originalTransactionId\":\"")
      buffer.append(transaction.originalID)
    }
    buffer.append("\",\"productId\":\"")
    buffer.append(product.id)
    if payload == .full || inTwoGroups {
      buffer.append("\",\"subscriptionGroupIdentifier\":\"")
      buffer.append(product.group)
    }
    buffer.append("\"")
    write("purchaseDate", date: transaction.purchaseDate)
    write("expiresDate", date: transaction.expiresDate)
    if payload == .full {
      buffer.append(",\"quantity\":1,\"type\":\"Auto-Renewable Subscription\"")
    }
    buffer.append(
      transaction.isShared
        ? ",\"inAppOwnershipType\":\"FAMILY_SHARED\"" : ",\"inAppOwnershipType\":\"PURCHASED\""
    )
    write("signedDate", date: transaction.signedDate)
    writeRevocation(of: transaction)
    if transaction.isUpgraded {
      buffer.append(",\"isUpgraded\":true")
    }
    if let offer = transaction.offer {
      write(offer)
    }
    if payload == .full {
      buffer.append(",\"environment\":\"Production\"")
    }
    buffer.append(
      transaction.isRenewal
        ? ",\"transactionReason\":\"RENEWAL\"" : ",\"transactionReason\":\"PURCHASE\""
    )
    if let storefront = transaction.storefront {
      buffer.append(",\"storefront\":\"")
      buffer.append(storefront)
      buffer.append("\"")
    }
    // Apple added prices in 2023.
    if transaction.purchaseDate >= HistoryWriter.firstPrice {
      let currency = Currency(of: transaction.storefront)
      buffer.append(",\"price\":")
      buffer.append(currency.price(ofDollars: transaction.price))
      if payload == .full {
        buffer.append(",\"currency\":\"")
        buffer.append(currency.code)
        buffer.append("\"")
      }
    }
    if let offer = transaction.offer {
      buffer.append(",\"offerDiscountType\":\"")
      buffer.append(offer.mode.rawValue)
      buffer.append("\"")
    }
    buffer.append("}")
  }

  private static let firstPrice = Milliseconds(year: 2023, month: 1, day: 1)

  private mutating func writeRevocation(of transaction: Transaction) {
    guard let revocation = transaction.revocation else {
      return
    }
    if payload == .full {
      buffer.append(",\"revocationReason\":0")
    }
    write("revocationDate", date: transaction.revocationDate)
    if revocation == .prorated {
      buffer.append(",\"revocationType\":\"REFUND_PRORATED\",\"revocationPercentage\":50000")
    } else if transaction.purchaseDate >= HistoryWriter.firstPrice {
      buffer.append(",\"revocationType\":\"REFUND_FULL\"")
    }
  }

  private mutating func write(_ offer: Transaction.AppliedOffer) {
    buffer.append(",\"offerType\":")
    buffer.append(offer.kind.rawValue)
    if let id = offer.id {
      buffer.append(",\"offerIdentifier\":\"")
      buffer.append(id)
      buffer.append("\"")
    }
  }

  private mutating func write(_ renewals: [RenewalInfo], asList: Bool) {
    guard !renewals.isEmpty else {
      return
    }
    buffer.append(",\"renewalInfo\":")
    buffer.append(asList ? "[{" : "{")
    for index in renewals.indices {
      buffer.append(index == 0 ? "" : ",{")
      write(renewals[index])
    }
    buffer.append(asList ? "]" : "")
  }

  private mutating func write(_ renewal: RenewalInfo) {
    let product = catalog.products[renewal.product]
    if let intent = renewal.expirationIntent {
      buffer.append("\"expirationIntent\":")
      buffer.append(intent)
      buffer.append(",")
    }
    buffer.append("\"originalTransactionId\":\"")
    buffer.append(renewal.originalID)
    buffer.append("\",\"autoRenewProductId\":\"")
    buffer.append(product.id)
    buffer.append("\",\"productId\":\"")
    buffer.append(product.id)
    buffer.append("\",\"autoRenewStatus\":")
    buffer.append(renewal.renewsAutomatically ? 1 : 0)
    if let retries = renewal.isInBillingRetry {
      buffer.append(
        retries ? ",\"isInBillingRetryPeriod\":true" : ",\"isInBillingRetryPeriod\":false"
      )
    }
    if let grace = renewal.gracePeriodExpiresDate {
      write("gracePeriodExpiresDate", date: grace)
    }
    write("signedDate", date: SubscriptionStory.collected)
    buffer.append(",\"environment\":\"Production\"")
    write("renewalDate", date: renewal.renewalDate)
    buffer.append("}")
  }

  private mutating func write(_ key: String, date: Milliseconds) {
    buffer.append(",\"")
    buffer.append(key)
    buffer.append("\":")
    switch dates {
    case .milliseconds:
      buffer.append(date)
    case .iso8601:
      buffer.append("\"")
      buffer.append(iso8601: date)
      buffer.append("\"")
    }
  }
}
