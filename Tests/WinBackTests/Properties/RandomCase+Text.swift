import WinBack

extension RandomCase: CustomStringConvertible {
  /// The whole case, a line each for what it consists of.
  var description: String {
    let policies = policies.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let offers = catalog.subscriptionGroups.flatMap { group in
      group.subscriptions.flatMap { subscription in
        ["product \(subscription.productId) in \(group.id)"]
          + subscription.winBackOffers.map(\.line)
      }
    }
    let customer = [
      "storefront \(history.storefront?.code ?? "-")",
      "group \(history.subscriptionGroupIdentifier ?? "-")", "gaps \(history.gaps.rawValue)",
    ]
    return
      (["seed \(seed)", "policies \(policies)"] + offers + customer
      + history.transactions.map(\.line) + history.renewalInfo.map(\.line)
      + ["as of \(instants.map(Reference.text))"]).joined(separator: "\n  ")
  }
}

extension WinBackOffer {
  var line: String {
    let lapse = customerEligibilityTimeSinceLastSubscribedInMonths
    return text(of: [
      ("offer", offerId), ("paid", customerEligibilityPaidSubscriptionDurationInMonths),
      ("lapse", "\(lapse.minimum)...\(lapse.maximum)"),
      ("wait", customerEligibilityWaitBetweenOffersInMonths), ("start", startDate),
      ("end", endDate), ("territories", territories.isEmpty ? nil : territories),
    ])
  }
}

extension Transaction {
  var line: String {
    text(of: [
      ("transaction", transactionId ?? "-"), ("product", productId),
      ("group", subscriptionGroupIdentifier), ("original", originalTransactionId),
      ("purchased", purchaseDate.text), ("expires", expiresDate.text),
      ("revoked", revocationDate?.text), ("revocationType", revocationType),
      ("signed", signedDate?.text), ("type", type), ("owner", inAppOwnershipType),
      ("reason", transactionReason), ("price", price), ("storefront", storefront),
      ("offerType", offerType), ("offer", offerIdentifier), ("discount", offerDiscountType),
      ("plan", billingPlanType), ("payment", paymentNumber),
      ("first bought", originalPurchaseDate?.text),
    ])
  }
}

extension RenewalInfo {
  var line: String {
    text(of: [
      ("renewal", originalTransactionId ?? "-"), ("product", productId),
      ("status", autoRenewStatus), ("intent", expirationIntent),
      ("retry", isInBillingRetryPeriod), ("grace", gracePeriodExpiresDate?.text),
      ("signed", signedDate?.text), ("renews", renewalDate?.text),
    ])
  }
}

extension TimelineDate {
  fileprivate var text: String { isDateOnly ? "\(instant.date)" : instant.iso8601 }
}

private func text(of parts: [(String, Any?)]) -> String {
  parts.compactMap { name, value in value.map { "\(name) \($0)" } }.joined(separator: ", ")
}
