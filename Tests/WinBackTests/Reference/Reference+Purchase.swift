import WinBack

extension Reference {
  /// A transaction that counts (P1), with its dates as instants.
  struct Purchase {
    let transaction: Transaction
    let purchased: Milliseconds
    let expires: Milliseconds
    let revoked: Milliseconds?

    init(_ transaction: Transaction, _ policies: Policies) {
      self.transaction = transaction
      purchased = policies.instant(of: transaction.purchaseDate)
      expires = policies.instant(of: transaction.expiresDate)
      revoked = transaction.revocationDate.map(policies.instant(of:))
    }

    /// P2: bought by the customer, not shared by somebody else.
    var isOwned: Bool {
      transaction.inAppOwnershipType == nil || transaction.inAppOwnershipType == "PURCHASED"
    }

    /// P4.
    var isFree: Bool { transaction.offerDiscountType == "FREE_TRIAL" || transaction.price == 0 }

    /// T6: a revocation after `now` has not happened yet.
    func isRevoked(asOf now: Milliseconds) -> Bool {
      if let revoked { revoked <= now } else { false }
    }

    /// P5.
    func isRefunded(asOf now: Milliseconds) -> Bool {
      isRevoked(asOf: now) && transaction.revocationType != "REFUND_PRORATED"
    }

    /// P3: by purchase, then by expiry, then by the bytes of the identifier, an absent one first.
    static func comesFirst(_ one: Purchase, _ other: Purchase) -> Bool {
      if one.purchased != other.purchased { return one.purchased < other.purchased }
      if one.expires != other.expires { return one.expires < other.expires }
      switch (one.transaction.transactionId, other.transaction.transactionId) {
      case (nil, nil), (.some, nil): return false
      case (nil, .some): return true
      case (let oneId?, let otherId?): return precedes(oneId, otherId)
      }
    }
  }

  /// Byte order.
  static func precedes(_ one: String, _ other: String) -> Bool {
    one.utf8.lexicographicallyPrecedes(other.utf8)
  }

  /// P1: auto-renewable, and one of each identifier: the version that was signed last.
  static func counting(
    _ transactions: [Transaction],
    _ policies: Policies
  ) throws(Contradiction) -> [Transaction] {
    let renewable = transactions.filter(\.isAutoRenewable)
    var result = renewable.filter { $0.transactionId == nil }
    for id in Set(renewable.compactMap(\.transactionId)) {
      let versions = renewable.filter { $0.transactionId == id }
      let signed = versions.map { $0.signedDate.map(policies.instant(of:)) ?? .min }
      guard let last = signed.max() else { continue }
      let newest = zip(versions, signed).filter { $0.1 == last }.map(\.0)
      guard Set(newest).count == 1 else { throw Contradiction(transactionId: id) }
      result.append(newest[0])
    }
    return result
  }

  /// P1: versions that were signed at one time and differ are an input error.
  struct Contradiction: Error, Equatable {
    let transactionId: String
  }
}
