import CEL

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
  }

  private mutating func append(
    _ transaction: Transaction,
    at index: Int,
    _ symbols: inout SymbolTable
  ) {
    // P1: other kinds of products are not subscriptions.
    guard transaction.isOfSubscription else { return }
    if transaction.price != nil || transaction.commitmentExpiresDate != nil {
      payments.append(
        TransactionPayment(
          of: index,
          price: transaction.price,
          commitmentEnd: transaction.commitmentExpiresDate
        )
      )
    }
    note(environment: transaction.environment)
    var record = TransactionRecord()
    record.transactionId = transaction.transactionId.map { append(text: $0.utf8) }
    record.originalTransactionId = transaction.originalTransactionId.map { append(text: $0.utf8) }
    record.productId = symbols.intern(transaction.productId)
    record.subscriptionGroupIdentifier = transaction.subscriptionGroupIdentifier.map {
      symbols.intern($0)
    }
    record.purchaseDate = transaction.purchaseDate
    record.expiresDate = transaction.expiresDate
    record.revocationDate = transaction.revocationDate
    record.signedDate = transaction.signedDate
    record.offerIdentifier = transaction.offerIdentifier.map { symbols.intern($0) }
    record.storefront = transaction.storefront
    record.traits = TransactionDetails(of: transaction).traits
    let id = transaction.transactionId
    let isFirst = id != nil && id == transaction.originalTransactionId
    record.setOrigin(isFirst ? nil : transaction.originalPurchaseDate)
    record.sourceOffset = index
    transactions.append(record)
  }

  private mutating func note(environment: String?) {
    guard let environment else { return }
    environments.insert(StoreEnvironments(code: StoreEnvironments.code(of: environment)))
  }

  private mutating func append(_ renewal: RenewalInfo, _ symbols: inout SymbolTable) {
    note(environment: renewal.environment)
    let start = offers.count
    for offer in renewal.eligibleWinBackOfferIds ?? [] { offers.append(symbols.intern(offer)) }
    var record = RenewalRecord()
    record.originalTransactionId = renewal.originalTransactionId.map { append(text: $0.utf8) }
    record.productId = renewal.productId.map { symbols.intern($0) }
    record.autoRenews = renewal.autoRenewStatus.map { $0 == 1 }
    record.expirationIntent = renewal.expirationIntent
    record.isInBillingRetryPeriod = renewal.isInBillingRetryPeriod
    record.gracePeriodExpiresDate = renewal.gracePeriodExpiresDate
    record.signedDate = renewal.signedDate
    record.renewalDate = renewal.renewalDate
    record.eligibleOffers = renewal.eligibleWinBackOfferIds.map { _ in start..<offers.count }
    renewals.append(record)
  }
}

extension Transaction {
  /// The type of products that are subscriptions (P1); a transaction without a type is of one.
  package static let subscriptionType = "Auto-Renewable Subscription"

  /// Whether the product is a subscription.
  package var isOfSubscription: Bool { type ?? Self.subscriptionType == Self.subscriptionType }
}

extension TransactionDetails {
  /// Reads the words of a transaction; an unknown word has no effect, except for the owner (P2).
  fileprivate init(of transaction: Transaction) {
    price = transaction.price
    paymentNumber = transaction.paymentNumber.map(Int32.init(clamping:))
    words.set(.revocationType, to: transaction.revocationType)
    words[.inAppOwnershipType] = transaction.inAppOwnershipType.map { $0 == "PURCHASED" ? 1 : 0 }
    words[.transactionReason] = transaction.transactionReason.map { $0 == "RENEWAL" ? 1 : 0 }
    words[.offerType] = transaction.offerType.flatMap(Int8.init(exactly:))
    words.set(.offerDiscountType, to: transaction.offerDiscountType)
    words.set(.billingPlanType, to: transaction.billingPlanType)
  }
}
