import CalendarTime
import WinBack

/// Reads one decoded transaction payload of the App Store Server API.
struct TransactionReader: Sendable {
  private enum Key: String, CaseIterable {
    case transactionId
    case originalTransactionId
    case productId
    case subscriptionGroupIdentifier
    case purchaseDate
    case expiresDate
    case revocationDate
    case revocationType
    case signedDate
    case type
    case inAppOwnershipType
    case transactionReason
    case price
    case storefront
    case offerType
    case offerIdentifier
    case offerDiscountType
    case billingPlanType
  }

  /// The values that make a difference; all others are alike.
  private enum Word: String, CaseIterable {
    case autoRenewable = "Auto-Renewable Subscription"
    case purchased = "PURCHASED"
    case renewal = "RENEWAL"
    case freeTrial = "FREE_TRIAL"
    case prorated = "REFUND_PRORATED"
    case monthly = "MONTHLY"
  }

  private let keys = JSONKeyTable<Key>()
  private let words = JSONKeyTable<Word>()

  /// Reads the transaction that comes next.
  ///
  /// - Returns: Nil for a product of another kind than an auto-renewable subscription (P1).
  func read(
    _ scanner: inout JSONScanner,
    into text: inout ContiguousArray<UInt8>,
    _ symbols: inout SymbolTable
  ) throws(JSONError) -> TransactionRecord? {
    _ = try scanner.peek()
    let start = scanner.offset
    var isAutoRenewable = true
    var productId: Symbol?
    var purchaseDate: TimelineDate?
    var expiresDate: TimelineDate?
    var transaction = TransactionRecord(sourceOffset: start)
    var seen = SeenKeys()
    try scanner.beginObject()
    while let name = try scanner.nextKey() {
      guard let (key, bit) = keys.findWithBit(name, in: scanner) else {
        _ = try scanner.skipValue()
        continue
      }
      try seen.insert(bit, name, in: scanner)
      if try scanner.readNullIfNext() { continue }
      switch key {
      case .transactionId:
        transaction.transactionId = scanner.copy(try scanner.readString(), into: &text)
      case .originalTransactionId:
        transaction.originalTransactionId = scanner.copy(try scanner.readString(), into: &text)
      case .productId: productId = try scanner.readSymbol(&symbols)
      case .subscriptionGroupIdentifier:
        transaction.subscriptionGroupIdentifier = try scanner.readSymbol(&symbols)
      case .purchaseDate: purchaseDate = try scanner.readDate()
      case .expiresDate: expiresDate = try scanner.readDate()
      case .revocationDate: transaction.revocationDate = try scanner.readDate()
      case .signedDate: transaction.signedDate = try scanner.readDate()
      case .type:
        isAutoRenewable = try readWord(&scanner) == .autoRenewable
      case .inAppOwnershipType:
        if try readWord(&scanner) != .purchased { transaction.traits.remove(.owned) }
      case .transactionReason:
        if try readWord(&scanner) == .renewal { transaction.traits.insert(.renewal) }
      case .price:
        if try scanner.readNumber().integer == 0 { transaction.traits.insert(.free) }
      case .offerDiscountType:
        if try readWord(&scanner) == .freeTrial { transaction.traits.insert(.free) }
      case .revocationType:
        if try readWord(&scanner) == .prorated { transaction.traits.insert(.prorated) }
      case .offerType:
        if try scanner.readNumber().integer == 4 { transaction.traits.insert(.winBack) }
      case .billingPlanType:
        if try readWord(&scanner) == .monthly { transaction.traits.insert(.monthlyPlan) }
      case .storefront: transaction.storefront = try scanner.readStorefront()
      case .offerIdentifier: transaction.offerIdentifier = try scanner.readSymbol(&symbols)
      }
    }
    guard isAutoRenewable else { return nil }
    guard let productId else { throw scanner.missing(Key.productId, inObjectAt: start) }
    guard let purchaseDate else { throw scanner.missing(Key.purchaseDate, inObjectAt: start) }
    guard let expiresDate else { throw scanner.missing(Key.expiresDate, inObjectAt: start) }
    transaction.productId = productId
    transaction.purchaseDate = purchaseDate
    transaction.expiresDate = expiresDate
    return transaction
  }
}

extension TransactionReader {
  private func readWord(_ scanner: inout JSONScanner) throws(JSONError) -> Word? {
    let string = try scanner.readString()
    return words.find(string, in: scanner)
  }
}

extension TransactionRecord {
  /// A transaction of which nothing is known but that it is owned, as it is where nothing is said.
  fileprivate init(sourceOffset: Int) {
    self.init(
      transactionId: nil,
      originalTransactionId: nil,
      productId: Symbol(index: -1),
      subscriptionGroupIdentifier: nil,
      purchaseDate: TimelineDate(Instant(milliseconds: 0)),
      expiresDate: TimelineDate(Instant(milliseconds: 0)),
      revocationDate: nil,
      signedDate: nil,
      offerIdentifier: nil,
      storefront: nil,
      traits: .owned,
      sourceOffset: sourceOffset
    )
  }
}
