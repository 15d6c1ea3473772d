import CEL
import CalendarTime

extension HistoryRecord {
  package init(_ history: CustomerHistory, attributes: [String], _ symbols: inout SymbolTable) {
    self.init()
    customerId = append(text: history.customerId.utf8)
    storefront = history.storefront
    subscriptionGroupIdentifier = history.subscriptionGroupIdentifier.map { symbols.intern($0) }
    gaps = history.gaps
    self.attributes = ContiguousArray(
      attributes.map { name in history.attributes[name].map { .value($0) } ?? .absent }
    )
    for (index, transaction) in history.transactions.enumerated() {
      append(transaction, at: index, &symbols)
    }
    renewalsAreList = history.renewalInfoIsList || history.renewalInfo.count > 1
    for renewal in history.renewalInfo { append(renewal, &symbols) }
    for intent in history.intents {
      intents.append(
        IntentRecord(
          intent.kind,
          offer: symbols.intern(intent.offerId),
          createdAt: intent.createdAt
        )
      )
    }
  }

  private mutating func append(
    _ transaction: Transaction,
    at index: Int,
    _ symbols: inout SymbolTable
  ) {
    // P1: other kinds of products are not subscriptions.
    guard TransactionTraits.isAutoRenewable(type: transaction.type) else { return }
    if let date = transaction.commitmentExpiresDate { commitments.append((index, date)) }
    transactions.append(
      TransactionRecord(
        transactionId: transaction.transactionId.map { append(text: $0.utf8) },
        originalTransactionId: transaction.originalTransactionId.map { append(text: $0.utf8) },
        productId: symbols.intern(transaction.productId),
        subscriptionGroupIdentifier: transaction.subscriptionGroupIdentifier.map {
          symbols.intern($0)
        },
        purchaseDate: transaction.purchaseDate,
        expiresDate: transaction.expiresDate,
        revocationDate: transaction.revocationDate,
        signedDate: transaction.signedDate,
        offerIdentifier: transaction.offerIdentifier.map { symbols.intern($0) },
        storefront: transaction.storefront,
        traits: TransactionTraits(
          inAppOwnershipType: transaction.inAppOwnershipType,
          transactionReason: transaction.transactionReason,
          price: transaction.price,
          offerType: transaction.offerType,
          offerDiscountType: transaction.offerDiscountType,
          revocationType: transaction.revocationType,
          billingPlanType: transaction.billingPlanType
        ),
        sourceOffset: index
      )
    )
  }

  private mutating func append(_ renewal: RenewalInfo, _ symbols: inout SymbolTable) {
    let start = offers.count
    for offer in renewal.eligibleWinBackOfferIds ?? [] { offers.append(symbols.intern(offer)) }
    renewals.append(
      RenewalRecord(
        originalTransactionId: renewal.originalTransactionId.map { append(text: $0.utf8) },
        productId: renewal.productId.map { symbols.intern($0) },
        autoRenews: renewal.autoRenewStatus.map { $0 == 1 },
        expirationIntent: renewal.expirationIntent,
        isInBillingRetryPeriod: renewal.isInBillingRetryPeriod,
        gracePeriodExpiresDate: renewal.gracePeriodExpiresDate,
        signedDate: renewal.signedDate,
        eligibleOffers: renewal.eligibleWinBackOfferIds.map { _ in start..<offers.count },
        isOfXcode: renewal.environment == "Xcode"
      )
    )
  }
}

extension TransactionTraits {
  /// Returns whether a kind of product renews automatically; true if the kind is missing (P1).
  static func isAutoRenewable(type: String?) -> Bool {
    type.map { $0 == "Auto-Renewable Subscription" } ?? true
  }

  init(
    inAppOwnershipType: String?,
    transactionReason: String?,
    price: Int64?,
    offerType: Int?,
    offerDiscountType: String?,
    revocationType: String?,
    billingPlanType: String?
  ) {
    self = []
    if inAppOwnershipType ?? "PURCHASED" == "PURCHASED" { insert(.owned) }
    if transactionReason == "RENEWAL" { insert(.renewal) }
    if price != nil { insert(.priced) }
    if offerDiscountType == "FREE_TRIAL" || price == 0 { insert(.free) }
    if revocationType == "REFUND_PRORATED" { insert(.prorated) }
    if offerType == 1 { insert(.introductory) }
    if offerType == 4 { insert(.winBack) }
    if billingPlanType == "MONTHLY" { insert(.monthlyPlan) }
  }
}
