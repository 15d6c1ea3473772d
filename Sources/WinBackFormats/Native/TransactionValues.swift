import WinBack

/// Reads the values of a transaction, each into its place.
struct TransactionValues: Sendable {
  /// The words that make a difference; all others are alike.
  private enum Word: String, CaseIterable {
    case autoRenewable = "Auto-Renewable Subscription"
    case purchased = "PURCHASED"
    case renewal = "RENEWAL"
    case freeTrial = "FREE_TRIAL"
    case prorated = "REFUND_PRORATED"
    case monthly = "MONTHLY"
  }

  private let words = JSONKeyTable<Word>()

  /// Reads a value that may be the same in the next transaction.
  func read(
    _ key: TransactionKey,
    _ scanner: inout JSONScanner,
    into features: inout TransactionFeatures,
    _ symbols: inout SymbolTable
  ) throws(JSONError) {
    switch key {
    case .productId: features.productId = try scanner.readSymbol(&symbols)
    case .subscriptionGroupIdentifier:
      features.set(group: try scanner.readSymbol(&symbols))
    case .offerIdentifier: features.set(offer: try scanner.readSymbol(&symbols))
    case .storefront: features.set(storefront: try scanner.readStorefront())
    case .type:
      if try readWord(&scanner) != .autoRenewable { features.insert(mark: .otherType) }
    case .inAppOwnershipType:
      if try readWord(&scanner) != .purchased { features.insert(mark: .shared) }
    case .transactionReason:
      if try readWord(&scanner) == .renewal { features.insert(trait: .renewal) }
    case .price:
      features.insert(trait: try scanner.readNumber().integer == 0 ? [.priced, .free] : .priced)
    case .offerDiscountType:
      if try readWord(&scanner) == .freeTrial { features.insert(trait: .free) }
    case .revocationType:
      if try readWord(&scanner) == .prorated { features.insert(trait: .prorated) }
    case .offerType:
      switch try scanner.readNumber().integer {
      case 1: features.insert(trait: .introductory)
      case 4: features.insert(trait: .winBack)
      default: break
      }
    case .billingPlanType:
      if try readWord(&scanner) == .monthly { features.insert(trait: .monthlyPlan) }
    case .transactionId, .originalTransactionId, .purchaseDate, .expiresDate, .revocationDate,
      .signedDate, .commitmentInfo:
      try scanner.skipSmallValue()
    }
  }

  private func readWord(_ scanner: inout JSONScanner) throws(JSONError) -> Word? {
    let string = try scanner.readString()
    return words.find(string, in: scanner)
  }
}
