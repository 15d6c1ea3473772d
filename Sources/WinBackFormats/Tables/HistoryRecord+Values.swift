extension HistoryRecord {
  /// Returns the history, which was read from rows, as a value in a library user's terms.
  package func values(_ symbols: SymbolTable, at timeZone: UTCOffset) -> CustomerHistory {
    var merged = self
    try? merged.mergeDuplicates(at: timeZone)
    var history = CustomerHistory(
      customerId: string(customerId),
      transactions: (areEvents ? merged : self).transactions.map { transaction in
        values(of: transaction, merged.details[transaction.sourceOffset], symbols)
      },
      renewalInfo: merged.renewals.map { renewal in
        RenewalInfo(
          productId: renewal.productId.map(symbols.text(of:)),
          autoRenewStatus: renewal.autoRenews.map { $0 ? 1 : 0 },
          expirationIntent: renewal.expirationIntent,
          isInBillingRetryPeriod: renewal.isInBillingRetryPeriod,
          gracePeriodExpiresDate: renewal.gracePeriodExpiresDate,
          signedDate: renewal.signedDate
        )
      },
      gaps: merged.gaps
    )
    history.renewalInfoIsList = merged.renewalsAreList
    return history
  }

  private func values(
    of transaction: TransactionRecord,
    _ details: TransactionDetails,
    _ symbols: SymbolTable
  ) -> Transaction {
    Transaction(
      transactionId: transaction.transactionId.map(string),
      originalTransactionId: transaction.originalTransactionId.map(string),
      productId: symbols.text(of: transaction.productId),
      subscriptionGroupIdentifier: transaction.subscriptionGroupIdentifier.map(symbols.text(of:)),
      purchaseDate: transaction.purchaseDate,
      expiresDate: transaction.expiresDate,
      revocationDate: transaction.revocationDate,
      revocationType: details.word(of: .revocationType),
      signedDate: transaction.signedDate,
      inAppOwnershipType: details.word(of: .inAppOwnershipType),
      transactionReason: details.word(of: .transactionReason),
      price: details.price,
      storefront: transaction.storefront,
      offerType: details.words[.offerType].flatMap { $0 > 0 ? Int($0) : nil },
      offerIdentifier: transaction.offerIdentifier.map(symbols.text(of:)),
      offerDiscountType: details.word(of: .offerDiscountType),
      billingPlanType: details.word(of: .billingPlanType),
      originalPurchaseDate: details.originalPurchaseDate,
      paymentNumber: details.paymentNumber.map(Int.init),
      environment: details.word(of: .environment)
    )
  }
}

extension TransactionDetails {
  fileprivate func word(of field: TransactionWords.Field) -> String? {
    let code = words[field]
    return field.words.first { $0.code == code }?.word
  }
}
