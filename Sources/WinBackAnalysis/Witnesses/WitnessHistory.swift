import CEL

/// Writes a plan as the history of a customer with given facts.
struct WitnessHistory {
  let facts: Assignment
  let customerId: String
  /// Whether the history must name the group, because no product gives it.
  let namesGroup: Bool
  /// Whether dates can be written without a time.
  let writesDays: Bool

  func history(of plan: PurchasePlan) -> CustomerHistory {
    var transactions = plan.purchases.indices.map { transaction($0, of: plan) }
    if facts.isRenewalAnnounced { transactions.append(announcedPurchase) }
    if facts.hasSharedAccess { transactions.append(sharedAccess) }
    return history(transactions, plan.purchases.isEmpty ? nil : renewalInfo(plan))
  }

  /// Returns the history of a customer who has bought as planned, and has cancelled.
  func lapsed(after plan: PurchasePlan) -> CustomerHistory {
    let transactions = plan.purchases.indices.map { transaction($0, of: plan) }
    return history(transactions, RenewalInfo(autoRenewStatus: 0))
  }

  private func history(
    _ transactions: [Transaction],
    _ renewalInfo: RenewalInfo?
  ) -> CustomerHistory {
    CustomerHistory(
      customerId: customerId,
      storefront: facts.storefront,
      subscriptionGroupIdentifier: namesGroup ? facts.group : nil,
      transactions: transactions,
      renewalInfo: renewalInfo.map { [$0] } ?? [],
      attributes: facts.attributes
    )
  }

  private func transaction(_ index: Int, of plan: PurchasePlan) -> Transaction {
    let purchase = plan.purchases[index]
    let follows = index > 0 && plan.purchases[index - 1].end == purchase.start
    var transaction = Transaction(
      transactionId: "\(index + 1)",
      productId: purchase.productId,
      purchaseDate: date(purchase.start),
      expiresDate: date(purchase.end),
      transactionReason: follows && purchase.offerId == nil ? "RENEWAL" : "PURCHASE",
      price: purchase.isFree ? 0 : purchase.offerId == nil ? 9990 : 990
    )
    if let refund = purchase.refund {
      transaction.expiresDate = date(refund.until)
      transaction.revocationDate = date(purchase.refundedAt ?? purchase.end)
      transaction.revocationType = refund.isProrated ? "REFUND_PRORATED" : "REFUND_FULL"
    }
    if plan.isBilledMonthly { transaction.billingPlanType = "MONTHLY" }
    if purchase.isFree {
      transaction.offerDiscountType = "FREE_TRIAL"
    } else if let price = facts.counts[.price]?.ordinal {
      (transaction.price, transaction.storefront) = (price, facts.storefront)
    }
    let trial: OfferKind = plan.hasIntroduction ? .introductory : .offerCode
    transaction.offerType = (purchase.offerKind ?? (purchase.isFree ? trial : nil))
      .map { Int($0.transactionType) }
    transaction.offerIdentifier = purchase.offerId
    return transaction
  }

  /// A purchase that the store has signed, and that has not begun (F14g).
  private var announcedPurchase: Transaction {
    Transaction(
      transactionId: "announced",
      productId: facts.productId ?? "announced.product",
      purchaseDate: date(facts.now.adding(milliseconds: 1)),
      expiresDate: date(facts.now.adding(months: 1)),
      signedDate: date(facts.now),
      transactionReason: facts.productId == nil ? "PURCHASE" : "RENEWAL"
    )
  }

  private var sharedAccess: Transaction {
    Transaction(
      transactionId: "shared",
      productId: facts.productId ?? "shared.product",
      purchaseDate: date(facts.now.adding(months: -1)),
      expiresDate: date(facts.now.adding(months: 1)),
      inAppOwnershipType: "FAMILY_SHARED",
      price: 0
    )
  }

  /// Returns renewal information if it is needed.
  ///
  /// A subscription that has ended needs information that it does not renew: otherwise the store
  /// could be retrying the payment (F13a).
  private func renewalInfo(_ plan: PurchasePlan) -> RenewalInfo? {
    let renews = facts.willAutoRenew && !facts.isRenewalAnnounced
    guard
      renews != facts.state.canRenew || facts.state == .expired || facts.expirationIntent != nil
        || plan.isInRetry
    else { return nil }
    return RenewalInfo(
      autoRenewStatus: renews ? 1 : 0,
      expirationIntent: facts.expirationIntent,
      isInBillingRetryPeriod: plan.isInRetry ? true : nil
    )
  }

  /// Returns a date without a time if it is the start of a day.
  private func date(_ instant: Instant) -> TimelineDate {
    writesDays && instant.timeOfDay == 0 ? TimelineDate(instant.date) : TimelineDate(instant)
  }
}
