import CalendarTime
package import WinBack

/// Reads the histories of a whole table, whose rows may come in any order.
///
/// It takes memory of twice the size of the table; `winback score` reads tables of any size.
enum TableHistories {
  static func read(
    _ bytes: ContiguousArray<UInt8>,
    as format: HistoryFormat,
    _ options: HistoryOptions
  ) throws(FormatError) -> HistoryInput {
    var mapping = try format.mapping(orOwn: options.mapping)
    mapping.environment = options.environment
    guard let table = try OpenTable.open(bytes.rawBytes, mapping, isWhole: true) else {
      throw FormatError(RowError(.noHeader, at: 0), in: bytes.rawBytes)
    }
    let rows = try GroupedRows(bytes.rawBytes, table)
    var histories: [CustomerHistory] = []
    var environments: StoreEnvironments = []
    let warnings = try rows.forEachCustomer(table.plan, of: bytes, attributeCount: 0) {
      reader,
      record,
      symbols throws(FormatError) in
      try environments.add(record)
      histories.append(reader.history(record, symbols))
    }
    return HistoryInput(format: format, histories: histories, warnings: warnings)
  }
}

extension GroupedRows {
  /// Reads the customers of a table who have a transaction, and returns its warnings.
  ///
  /// - Throws: ``FormatError`` for the first fault, with its location in the table, or of the body.
  func forEachCustomer(
    _ plan: ColumnPlan,
    of table: ContiguousArray<UInt8>,
    attributeCount: Int,
    _ body: (CustomerReader, HistoryRecord, SymbolTable) throws(FormatError) -> Void
  ) throws(FormatError) -> [FormatWarning] {
    var reader = CustomerReader(plan, timeZone: .utc, attributeCount: attributeCount)
    var scanner = RowScanner(bytes.rawBytes, plan.layout)
    var record = HistoryRecord()
    var symbols = SymbolTable()
    var skipped = ContiguousArray(repeating: 0, count: plan.skippedRows.count)
    while reader.next(&scanner, into: &record, &symbols) {
      if let error = reader.rows.error { throw self.error(error, in: table) }
      for index in skipped.indices { skipped[index] += reader.rows.skipped[index] }
      if !record.transactions.isEmpty { try body(reader, record, symbols) }
      symbols.removeAll(beyond: 0)
    }
    var warnings = plan.warnings
    for (others, count) in zip(plan.skippedRows, skipped) where count > 0 {
      warnings.append(FormatWarning("\(count.counted("row")) \(others) skipped"))
    }
    return warnings
  }

  /// Returns an error of the rows as one of the whole table.
  func error(_ error: RowError, in table: ContiguousArray<UInt8>) -> FormatError {
    FormatError(RowError(error.kind, at: originalOffset(of: error.offset)), in: table.rawBytes)
  }
}

extension CustomerReader {
  /// Returns the history that was read last as a value, in a library user's terms.
  package func history(_ record: HistoryRecord, _ symbols: SymbolTable) -> CustomerHistory {
    var merged = record
    try? merged.mergeDuplicates(at: timeZone)
    let isMerged = record.rows.contains(.events)
    var history = CustomerHistory(
      customerId: record.string(record.customerId),
      transactions: (isMerged ? merged : record).transactions.map { transaction in
        self.transaction(transaction, merged.details[transaction.sourceOffset], record, symbols)
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

  private func transaction(
    _ transaction: TransactionRecord,
    _ details: TransactionDetails,
    _ record: HistoryRecord,
    _ symbols: SymbolTable
  ) -> Transaction {
    Transaction(
      transactionId: transaction.transactionId.map(record.string),
      originalTransactionId: transaction.originalTransactionId.map(record.string),
      productId: symbols.text(of: transaction.productId),
      subscriptionGroupIdentifier: transaction.subscriptionGroupIdentifier.map(symbols.text(of:)),
      purchaseDate: transaction.purchaseDate,
      expiresDate: transaction.expiresDate,
      revocationDate: transaction.revocationDate,
      revocationType: word(details, of: .revocationType),
      signedDate: transaction.signedDate,
      inAppOwnershipType: word(details, of: .inAppOwnershipType),
      transactionReason: word(details, of: .transactionReason),
      price: details.price,
      storefront: transaction.storefront,
      offerType: details.words[.offerType].flatMap { $0 > 0 ? Int($0) : nil },
      offerIdentifier: transaction.offerIdentifier.map(symbols.text(of:)),
      offerDiscountType: word(details, of: .offerDiscountType),
      billingPlanType: word(details, of: .billingPlanType),
      originalPurchaseDate: details.originalPurchaseDate,
      paymentNumber: details.paymentNumber.map(Int.init),
      environment: word(details, of: .environment)
    )
  }

  private func word(
    _ details: TransactionDetails,
    of field: TransactionWords.Field
  ) -> String? {
    let code = details.words[field]
    return field.words.first { $0.code == code }?.word
  }
}

// The identifiers of which there are few become symbols.

extension CustomerReader {
  /// Returns the symbols of the product and its group in the catalog's terms.
  func productSymbols(
    _ text: borrowing ByteLoads,
    _ symbols: inout SymbolTable
  ) -> (productId: Symbol, group: Symbol?) {
    let product = values.productId
    let known =
      plan.products.isEmpty ? nil : plan.products.symbols(of: name(product, text), &symbols)
    let productId = known?.productId ?? symbol(product, text, &symbols) ?? symbols.intern("")
    return (productId, symbol(values.group, text, &symbols) ?? known?.group)
  }

  private func name(_ field: RowField, _ text: borrowing ByteLoads) -> String {
    field.escaping == .fixed ? field.text(in: plan.fixedText.rawBytes) : field.text(in: text.bytes)
  }

  func symbol(
    _ field: RowField,
    _ text: borrowing ByteLoads,
    _ symbols: inout SymbolTable
  ) -> Symbol? {
    guard !field.range.isEmpty else { return nil }
    guard field.escaping != .none else { return symbols.intern(text.bytes.extracting(field.range)) }
    if field.escaping == .fixed {
      return symbols.intern(plan.fixedText.rawBytes.extracting(field.range))
    }
    var contents: ContiguousArray<UInt8> = []
    field.append(to: &contents, from: text.bytes)
    return symbols.intern(contents.rawBytes)
  }
}
