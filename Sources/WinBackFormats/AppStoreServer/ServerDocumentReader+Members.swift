extension ServerDocumentReader {
  /// The keys around payloads, the keys by which a payload is recognised, and those that identify
  /// its customer.
  enum Key: String, CaseIterable {
    // Only a payload cannot have one of these twice: other objects are not read for them.
    case originalTransactionId, appAccountToken, appTransactionId
    case signedDate, revocationDate, storefront, storefrontId, type
    case environment, hasMore, revision, paginationToken, status, requestIdentifier
    case data, lastTransactions, notificationType, notificationHistory
    case signedTransactions, signedTransactionsDecoded, signedPayload, signedPayloadDecoded
    case signedTransactionInfo, signedTransactionInfoDecoded
    case signedRenewalInfo, signedRenewalInfoDecoded
    case transactionId, purchaseDate
    // Renewal information has these keys, and transactions do not.
    case autoRenewStatus, autoRenewProductId, renewalDate, recentSubscriptionStartDate
    case isInBillingRetryPeriod, expirationIntent, eligibleWinBackOfferIds

    static let ofPayloads = allCases.prefix { $0 != .environment }
    static let ofDocuments = allCases.drop { $0 != .data }
    static let ofRenewals = allCases.drop { $0 != .autoRenewStatus }
  }

  /// The known members of an object, with the offsets of their values.
  struct Members {
    let start: Int
    let end: Int
    /// There are so few that a linear search is faster than hashing.
    private(set) var values: [(key: Key, name: JSONString, start: Int, isNull: Bool)] = []

    init(
      at start: Int,
      in bytes: RawSpan,
      _ keys: borrowing JSONKeyTable<Key>,
      isWhole: Bool = false
    ) throws(JSONError) {
      var scanner = JSONScanner(bytes, at: start)
      try scanner.beginObject()
      self.start = scanner.offset &- 1
      while let name = try scanner.nextKey() {
        guard let key = keys.find(name, in: scanner) else {
          try scanner.skipSmallValue()
          continue
        }
        guard Key.ofPayloads.contains(key) || !values.contains(where: { $0.key == key }) else {
          throw scanner.repetition(of: name)
        }
        let value = try scanner.skipValue().lowerBound
        values.append((key, name, value, bytes.byte(at: value) == UInt8(ascii: "n")))
      }
      end = scanner.offset
      if isWhole { try scanner.finish() }
    }

    subscript(key: Key) -> Int? { values.first { $0.key == key && !$0.isNull }?.start }

    func have(_ keys: some Collection<Key>) -> Bool {
      values.contains { keys.contains($0.key) && !$0.isNull }
    }
  }
}
