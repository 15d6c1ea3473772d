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

  /// The values of the last transaction that the next one may repeat.
  private struct LatestValues {
    var originalTransactionId: Repeated<TextRange>?
    var productId: Repeated<Symbol>?
    var subscriptionGroupIdentifier: Repeated<Symbol>?
    var storefront: Repeated<Storefront>?
    var type: Repeated<Word?>?
    var inAppOwnershipType: Repeated<Word?>?
    var transactionReason: Repeated<Word?>?
  }

  private let keys = JSONKeyTable<Key>()
  private let words = JSONKeyTable<Word>()
  private var order = JSONKeyOrder<Key>()
  private var latest = LatestValues()

  /// Forgets the values that were read: they mean nothing in another history.
  mutating func beginHistory() {
    latest = LatestValues()
  }

  /// Reads the transaction that comes next, and adds it to a history.
  ///
  /// A product of another kind than an auto-renewable subscription is left out (P1).
  mutating func read(
    _ scanner: inout JSONScanner,
    into record: inout HistoryRecord,
    _ symbols: inout SymbolTable
  ) throws(JSONError) {
    var isAutoRenewable = true
    var transactionId: TextRange?
    var originalTransactionId: TextRange?
    var productId: Symbol?
    var subscriptionGroupIdentifier: Symbol?
    var purchaseDate: TimelineDate?
    var expiresDate: TimelineDate?
    var revocationDate: TimelineDate?
    var signedDate: TimelineDate?
    var offerIdentifier: Symbol?
    var storefront: Storefront?
    var traits = TransactionTraits.owned
    var seen = SeenKeys()
    order.restart()
    let start = try scanner.beginElementObject()
    while let member = try scanner.nextMember(&order, keys) {
      guard let key = member.key else {
        try scanner.skipSmallValue()
        continue
      }
      try seen.insert(member.bit, member.name, in: scanner)
      if try scanner.readNullIfNext() { continue }
      switch key {
      case .transactionId:
        transactionId = scanner.copy(try scanner.readString(), into: &record.text)
      case .originalTransactionId:
        originalTransactionId = try scanner.read(repeating: &latest.originalTransactionId) {
          scanner throws(JSONError) in
          scanner.copy(try scanner.readString(), into: &record.text)
        }
      case .productId:
        productId = try scanner.read(repeating: &latest.productId) {
          scanner throws(JSONError) in try scanner.readSymbol(&symbols)
        }
      case .subscriptionGroupIdentifier:
        subscriptionGroupIdentifier = try scanner.read(
          repeating: &latest.subscriptionGroupIdentifier
        ) { scanner throws(JSONError) in try scanner.readSymbol(&symbols) }
      case .purchaseDate: purchaseDate = try scanner.readDate()
      case .expiresDate: expiresDate = try scanner.readDate()
      case .revocationDate: revocationDate = try scanner.readDate()
      case .signedDate: signedDate = try scanner.readDate()
      case .type:
        let type = try readWord(&scanner, repeating: &latest.type)
        isAutoRenewable = type == .autoRenewable
      case .inAppOwnershipType:
        let ownership = try readWord(&scanner, repeating: &latest.inAppOwnershipType)
        if ownership != .purchased { traits.remove(.owned) }
      case .transactionReason:
        let reason = try readWord(&scanner, repeating: &latest.transactionReason)
        if reason == .renewal { traits.insert(.renewal) }
      case .price:
        if try scanner.readNumber().integer == 0 { traits.insert(.free) }
      case .offerDiscountType:
        if try readWord(&scanner) == .freeTrial { traits.insert(.free) }
      case .revocationType:
        if try readWord(&scanner) == .prorated { traits.insert(.prorated) }
      case .offerType:
        if try scanner.readNumber().integer == 4 { traits.insert(.winBack) }
      case .billingPlanType:
        if try readWord(&scanner) == .monthly { traits.insert(.monthlyPlan) }
      case .storefront:
        storefront = try scanner.read(repeating: &latest.storefront) {
          scanner throws(JSONError) in try scanner.readStorefront()
        }
      case .offerIdentifier: offerIdentifier = try scanner.readSymbol(&symbols)
      }
    }
    guard isAutoRenewable else { return }
    guard let productId else { throw scanner.missing(Key.productId, inObjectAt: start) }
    guard let purchaseDate else { throw scanner.missing(Key.purchaseDate, inObjectAt: start) }
    guard let expiresDate else { throw scanner.missing(Key.expiresDate, inObjectAt: start) }
    record.transactions.append(
      TransactionRecord(
        transactionId: transactionId,
        originalTransactionId: originalTransactionId,
        productId: productId,
        subscriptionGroupIdentifier: subscriptionGroupIdentifier,
        purchaseDate: purchaseDate,
        expiresDate: expiresDate,
        revocationDate: revocationDate,
        signedDate: signedDate,
        offerIdentifier: offerIdentifier,
        storefront: storefront,
        traits: traits,
        sourceOffset: start
      )
    )
  }
}

extension TransactionReader {
  @inline(__always)
  private func readWord(
    _ scanner: inout JSONScanner,
    repeating latest: inout Repeated<Word?>?
  ) throws(JSONError) -> Word? {
    try scanner.read(repeating: &latest) { scanner throws(JSONError) in try readWord(&scanner) }
  }

  private func readWord(_ scanner: inout JSONScanner) throws(JSONError) -> Word? {
    let string = try scanner.readString()
    return words.find(string, in: scanner)
  }
}
