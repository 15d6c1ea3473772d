import CalendarTime
package import WinBack

extension JSONWriter {
  /// Writes a history in the native format.
  ///
  /// - Complexity: O(*n*) for *n* transactions.
  package mutating func history(_ history: CustomerHistory) {
    object { json in
      json.member("customerId", history.customerId)
      json.member("storefront", history.storefront?.code)
      json.member("subscriptionGroupIdentifier", history.subscriptionGroupIdentifier)
      if !history.attributes.isEmpty { json.member("attributes", history.attributes) }
      json.objects("transactions", history.transactions) { $0.members(of: $1) }
      if history.renewalInfoIsList || history.renewalInfo.count > 1 {
        json.objects("renewalInfo", history.renewalInfo) { $0.members(of: $1) }
      } else if let renewal = history.renewalInfo.first {
        json.object("renewalInfo") { $0.members(of: renewal) }
      }
      if !history.intents.isEmpty {
        json.objects("intents", history.intents) { json, intent in
          if intent.kind != .purchaseIntent { json.member("kind", intent.kind.rawValue) }
          json.member("offerId", intent.offerId)
          json.member("createdAt", intent.createdAt)
        }
      }
      if !history.gaps.isEmpty {
        json.member("unknown", HistoryGapName.names(of: history.gaps).map { $0.rawValue })
      }
    }
  }

  private mutating func members(of transaction: Transaction) {
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
    if let end = transaction.commitmentExpiresDate {
      object("commitmentInfo") { $0.member("commitmentExpiresDate", end) }
    }
  }

  private mutating func members(of renewal: RenewalInfo) {
    member("originalTransactionId", renewal.originalTransactionId)
    member("productId", renewal.productId)
    member("autoRenewStatus", renewal.autoRenewStatus)
    member("expirationIntent", renewal.expirationIntent)
    member("isInBillingRetryPeriod", renewal.isInBillingRetryPeriod)
    member("gracePeriodExpiresDate", renewal.gracePeriodExpiresDate)
    member("signedDate", renewal.signedDate)
    member("eligibleWinBackOfferIds", renewal.eligibleWinBackOfferIds)
    member("environment", renewal.environment)
  }
}

/// Milliseconds, or a date if the time is not known.
extension TimelineDate: JSONWritable {
  package func write(to writer: inout JSONWriter) {
    if isDateOnly { writer.string("\(instant.date)") } else { writer.integer(instant.milliseconds) }
  }
}
