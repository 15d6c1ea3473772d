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

    /// Whether the value is another one in nearly every transaction.
    var isNewEachTime: Bool {
      switch self {
      case .transactionId, .originalTransactionId, .purchaseDate, .expiresDate, .revocationDate,
        .signedDate:
        true
      default: false
      }
    }
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
    var productId: Repeated<Symbol>?
    var subscriptionGroupIdentifier: Repeated<Symbol>?
    var storefront: Repeated<Storefront>?
    var type: Repeated<Word?>?
    var inAppOwnershipType: Repeated<Word?>?
    var transactionReason: Repeated<Word?>?
  }

  private let keys = JSONKeyTable<Key>()
  private let words = JSONKeyTable<Word>()
  private let lastingSymbols: Int
  private var order = JSONKeyOrder<Key>()
  private var latest = LatestValues()

  private var patterns = ObjectPatterns<Key>()
  /// What was read from each pattern; what stands in the gaps is replaced.
  private var examples = ContiguousArray(
    repeating: TransactionRecord?.none,
    count: ObjectPatterns<Key>.limit
  )
  /// The patterns with symbols that mean nothing in another history.
  private var localPatterns: ContiguousArray<Int> = []
  /// The gaps of the transaction that is being read.
  private var gaps: ContiguousArray<ObjectPatterns<Key>.Gap> = []
  /// The last identifier of a chain in the history, and where it is kept.
  private var chain: (source: JSONString, text: TextRange)?

  /// Creates a reader.
  ///
  /// - Parameter lastingSymbols: How many of the first symbols stay from one history to the next.
  init(lastingSymbols: Int) {
    self.lastingSymbols = lastingSymbols
  }

  /// Forgets what means nothing in another history.
  mutating func beginHistory() {
    latest = LatestValues()
    chain = nil
    guard !localPatterns.isEmpty else { return }
    for index in localPatterns { patterns.forget(index) }
    localPatterns.removeAll(keepingCapacity: true)
  }

  /// Reads the transaction that comes next, and adds it to a history.
  ///
  /// A product of another kind than an auto-renewable subscription is left out (P1).
  mutating func read(
    _ scanner: inout JSONScanner,
    into record: inout HistoryRecord,
    _ symbols: inout SymbolTable
  ) throws(JSONError) {
    if let index = patterns.find(at: scanner.offset, in: scanner.text.loads),
      readGaps(of: index, &scanner, into: &record)
    {
      return
    }
    try readMembers(&scanner, into: &record, &symbols)
  }
}

// MARK: - Transactions like others

extension TransactionReader {
  /// Reads what is in the gaps of a pattern.
  ///
  /// - Returns: Whether it fits; where it does not, the scanner stands where it stood.
  private mutating func readGaps(
    of index: Int,
    _ scanner: inout JSONScanner,
    into record: inout HistoryRecord
  ) -> Bool {
    guard var transaction = examples[index] else { return false }
    let start = scanner.offset
    transaction.sourceOffset = start
    for position in 0..<patterns.gapCount(of: index) {
      let gap = patterns.gap(position, of: index)
      scanner.offset = start &+ gap.start
      do throws(JSONError) {
        try read(gap.key, of: &transaction, &scanner, into: &record.text)
      } catch {
        // Whatever is wrong, reading all members says so.
        scanner.offset = .min
      }
      // A value of another length or form does not fit.
      guard scanner.offset == start &+ gap.end else {
        scanner.beginElement(at: start)
        return false
      }
    }
    patterns.noteMatch()
    scanner.endValue(at: start &+ patterns.byteCount(of: index))
    record.transactions.append(transaction)
    return true
  }

  @inline(__always)
  private mutating func read(
    _ key: Key?,
    of transaction: inout TransactionRecord,
    _ scanner: inout JSONScanner,
    into text: inout ContiguousArray<UInt8>
  ) throws(JSONError) {
    switch key {
    case .transactionId:
      transaction.identifier = scanner.copy(try scanner.readString(), into: &text)
    case .originalTransactionId:
      transaction.originalIdentifier = try readChain(&scanner, into: &text)
    case .purchaseDate:
      transaction.purchase = try readDate(&scanner, like: transaction.purchaseDate)
    case .expiresDate:
      transaction.expiry = try readDate(&scanner, like: transaction.expiresDate)
    case .revocationDate:
      transaction.revocation = try readDate(&scanner, like: transaction.revocationDate)
    case .signedDate:
      transaction.signing = try readDate(&scanner, like: transaction.signedDate)
    default:
      try scanner.skipSmallValue()
    }
  }

  @inline(__always)
  private func readDate(
    _ scanner: inout JSONScanner,
    like other: TimelineDate?
  ) throws(JSONError) -> Instant {
    let date = try scanner.readDate()
    guard date.isDateOnly == other?.isDateOnly else {
      throw JSONError(.rejected("expected another form of date"), at: scanner.offset)
    }
    return date.instant
  }

  /// Reads the identifier that the transactions of a chain share.
  private mutating func readChain(
    _ scanner: inout JSONScanner,
    into text: inout ContiguousArray<UInt8>
  ) throws(JSONError) -> TextRange {
    let string = try scanner.readString()
    if let chain, scanner.text.loads.areEqual(string.range, chain.source.range) {
      return chain.text
    }
    let range = scanner.copy(string, into: &text)
    chain = string.hasEscapes ? nil : (string, range)
    return range
  }

  /// Keeps a transaction, so that others like it are read faster.
  private mutating func learn(
    _ transaction: TransactionRecord,
    from range: Range<Int>,
    _ scanner: borrowing JSONScanner
  ) {
    guard let index = patterns.learn(range, gaps: gaps, in: scanner.text.loads) else { return }
    examples[index] = transaction
    let lasting = Int32(truncatingIfNeeded: lastingSymbols)
    guard
      transaction.productId.index < lasting, transaction.group.index < lasting,
      transaction.offer.index < lasting
    else { return localPatterns.append(index) }
  }
}

// MARK: - Any transaction

extension TransactionReader {
  private mutating func readMembers(
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
    gaps.removeAll(keepingCapacity: true)
    order.restart()
    let start = try scanner.beginElementObject()
    while let member = try scanner.nextMember(&order, keys) {
      let valueStart = scanner.offset
      guard let key = member.key else {
        try scanner.skipSmallValue()
        if scanner.text.loads.hasManyDigits(in: valueStart..<scanner.offset) {
          addGap(nil, valueStart..<scanner.offset, of: start)
        }
        continue
      }
      try seen.insert(member.bit, member.name, in: scanner)
      if try scanner.readNullIfNext() { continue }
      switch key {
      case .transactionId:
        transactionId = scanner.copy(try scanner.readString(), into: &record.text)
      case .originalTransactionId:
        originalTransactionId = try readChain(&scanner, into: &record.text)
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
      if key.isNewEachTime { addGap(key, valueStart..<scanner.offset, of: start) }
    }
    guard isAutoRenewable else { return }
    guard let productId else { throw scanner.missing(Key.productId, inObjectAt: start) }
    guard let purchaseDate else { throw scanner.missing(Key.purchaseDate, inObjectAt: start) }
    guard let expiresDate else { throw scanner.missing(Key.expiresDate, inObjectAt: start) }
    let transaction = TransactionRecord(
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
    record.transactions.append(transaction)
    learn(transaction, from: start..<scanner.offset, scanner)
  }

  private mutating func addGap(_ key: Key?, _ range: Range<Int>, of start: Int) {
    gaps.append(
      ObjectPatterns.Gap(
        key: key,
        start: range.lowerBound &- start,
        end: range.upperBound &- start
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
