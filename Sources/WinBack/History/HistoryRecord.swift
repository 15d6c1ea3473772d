package import CEL

/// One customer's history as plain values in reused storage.
///
/// Every reader fills one of these, for one customer or for millions. ``CustomerHistory`` has the
/// same data for users of the library.
package struct HistoryRecord: Sendable {
  package var customerId: TextRange = TextRange(start: 0, count: 0)
  package var storefront: Storefront?
  package var subscriptionGroupIdentifier: Symbol?
  package var gaps: HistoryGaps = []
  package var transactions: ContiguousArray<TransactionRecord> = []
  package var renewals: ContiguousArray<RenewalRecord> = []
  /// Whether the renewal information came as a list, whose entries say what they describe (F3).
  package var renewalsAreList: Bool = false
  /// What few rules read of transactions, by their offsets in the source: prices only where somebody
  /// wants to see them, or a rule reads them.
  package var payments: ContiguousArray<TransactionPayment> = []
  /// The signatures of versions of transactions that newer ones replaced, by the offset of the newest
  /// one in the source.
  var olderVersions: ContiguousArray<(transaction: Int, signedDate: TimelineDate)> = []
  /// The offers that renewal information names.
  package var offers: ContiguousArray<Symbol> = []
  /// What the rows of a table say besides; the source offset of a transaction is the index of its
  /// details.
  package var details: ContiguousArray<TransactionDetails> = []
  /// What follows from the details when duplicates are merged; nothing if they are.
  var rows: RowContents = []
  /// The environments of the purchases and of the renewal information, as far as they are known.
  package var environments: StoreEnvironments = []
  /// The attributes that a rule set declares, in its order; absent if the history has none.
  package var attributes: ContiguousArray<Binding> = []
  /// The text of the identifiers that are not symbols.
  package var text: ContiguousArray<UInt8> = []
  /// The offset of the text's first byte in the bytes that are read, until the text is whole.
  package var textStart = 0
  /// Whether any identifier has escapes, until the text is whole.
  package var hasEscapes = false
  /// A summary of all transactions; nil until duplicates are merged.
  ///
  /// Code that removes transactions afterwards must set it to nil.
  var survey: TransactionSurvey?
  /// Indices into `transactions`, for the search for duplicates.
  var identified: ContiguousArray<Int32> = []

  /// What the rows of a table tell.
  struct RowContents: OptionSet, Sendable {
    let rawValue: UInt8

    /// Events, of which several are one transaction together.
    static var events: Self { Self(rawValue: 1 << 0) }
    /// The next renewal.
    static var renewals: Self { Self(rawValue: 1 << 1) }
    /// Whether it is known which offers were redeemed (F12).
    static var redemptions: Self { Self(rawValue: 1 << 2) }
  }

  package init() {}

  /// Whether several rows are one transaction together, until they are merged.
  package var areEvents: Bool { rows.contains(.events) }

  package mutating func removeAll(attributeCount: Int) {
    customerId = TextRange(start: 0, count: 0)
    storefront = nil
    subscriptionGroupIdentifier = nil
    gaps = []
    renewalsAreList = false
    survey = nil
    rows = []
    environments = []
    // Most histories have few of these, and emptying an empty array also takes time.
    if !transactions.isEmpty { transactions.removeAll(keepingCapacity: true) }
    if !renewals.isEmpty { renewals.removeAll(keepingCapacity: true) }
    if !payments.isEmpty { payments.removeAll(keepingCapacity: true) }
    if !olderVersions.isEmpty { olderVersions.removeAll(keepingCapacity: true) }
    if !offers.isEmpty { offers.removeAll(keepingCapacity: true) }
    if !details.isEmpty { details.removeAll(keepingCapacity: true) }
    if !text.isEmpty { text.removeAll(keepingCapacity: true) }
    if attributeCount > 0 {
      attributes.removeAll(keepingCapacity: true)
      for _ in 0..<attributeCount { attributes.append(.absent) }
    }
  }

  package mutating func append(text utf8: some Sequence<UInt8>) -> TextRange {
    let start = text.count
    text.append(contentsOf: utf8)
    return TextRange(start: start, count: text.count - start)
  }

  package func string(_ range: TextRange) -> String {
    String(decoding: text[range.indices], as: UTF8.self)
  }

  /// Compares the identifiers of the transactions at two indices, as below.
  func compareIdentifiers(_ lhs: Int, _ rhs: Int) -> Int {
    compare(transactions[lhs].transactionId, transactions[rhs].transactionId)
  }

  /// Returns whether two pieces of text are the same, or both are absent.
  @inline(__always)
  func areEqual(_ lhs: TextRange, _ rhs: TextRange) -> Bool {
    let bytes = unsafe text.span.bytes
    // Two words contain each of the App Store's identifiers.
    if lhs.count == rhs.count, let own = bytes.ends(of: lhs), let others = bytes.ends(of: rhs) {
      return own == others
    }
    if lhs == rhs { return true }
    guard lhs != .absent, rhs != .absent else { return false }
    return bytes.compare(lhs.indices, with: bytes, rhs.indices) == 0
  }

  /// Compares two pieces of text in byte order, an absent one first: negative, zero or positive.
  func compare(_ lhs: TextRange?, _ rhs: TextRange?) -> Int {
    let bytes = unsafe text.span.bytes
    return switch (lhs, rhs) {
    case (nil, nil): 0
    case (nil, _): -1
    case (_, nil): 1
    case (let left?, let right?): bytes.compare(left.indices, with: bytes, right.indices)
    }
  }
}

/// What few rules read of a transaction.
package struct TransactionPayment: Sendable {
  /// The offset of the transaction in the source.
  package let transaction: Int
  /// The price in thousandths of the currency's unit; nil if it is not known.
  package let price: Int64?
  /// The end of the commitment that it is a payment of; nil without one.
  package let commitmentEnd: TimelineDate?

  package init(of transaction: Int, price: Int64?, commitmentEnd: TimelineDate?) {
    self.transaction = transaction
    self.price = price
    self.commitmentEnd = commitmentEnd
  }
}
