import WinBack

/// Reads one decoded transaction payload of the App Store Server API.
///
/// A transaction is read as passages with values between them that are new in each transaction. A
/// passage that was there before is only compared; any other is read key by key. Where most are others,
/// because keys have no order or values never repeat, transactions are read key by key, and only single
/// values are passages.
struct TransactionReader: Sendable {
  /// What a passage means.
  private struct Passage: Sendable {
    var features = TransactionFeatures()
    var end = End.object
  }

  /// What comes after a passage.
  private enum End: Sendable {
    /// Nothing: the brace that closes the object was its last byte.
    case object
    /// Another passage.
    case passage
    /// The value of a key, with the key's bit; no key for a value that is skipped.
    case value(of: TransactionKey?, bit: UInt32)
  }

  private typealias Place = JSONKeyOrder<TransactionKey>.Place
  private typealias Contents = (record: TransactionRecord, features: TransactionFeatures)

  private let keys = JSONKeyTable<TransactionKey>()
  private let values = TransactionValues()
  /// The keys that every transaction must have.
  private let required: SeenKeys
  private let lastingSymbols: Int
  private var order = JSONKeyOrder<TransactionKey>()
  private var passages = ObjectPassages(nothing: Passage())
  /// Where keys are expected behind each passage.
  private var places = ContiguousArray(repeating: Place(), count: ObjectPassages<Passage>.limit)
  /// The passage before the place that the reader has come to; nil if that was not learnt.
  private var previous: Int?
  /// The passages with symbols that mean nothing in another history.
  private var localPassages: ContiguousArray<Int> = []
  /// Whether the passages were learnt in JSON Lines.
  private var readsLines = false
  /// Whether there are passages that repeat.
  private var repetition = PassageRepetition()

  private static let requiredKeys = [TransactionKey.productId, .purchaseDate, .expiresDate]

  /// Creates a reader.
  ///
  /// - Parameter lastingSymbols: How many of the first symbols stay from one history to the next.
  init(lastingSymbols: Int) {
    self.lastingSymbols = lastingSymbols
    var required = SeenKeys()
    for key in Self.requiredKeys { required.insert(key.bit) }
    self.required = required
  }

  /// Forgets what means something else in the history that comes next.
  ///
  /// - Parameter isLines: Whether the history is one of JSON Lines.
  mutating func beginHistory(isLines: Bool) {
    if isLines != readsLines { passages.forgetAll() }
    readsLines = isLines
    guard !localPassages.isEmpty else { return }
    for index in localPassages { passages.forget(index) }
    localPassages.removeAll(keepingCapacity: true)
  }

  /// Reads the transaction that comes next, and adds it to a history.
  ///
  /// A product of another kind than an auto-renewable subscription is left out (P1).
  mutating func read(
    _ scanner: inout JSONScanner,
    into history: inout HistoryRecord,
    _ identifiers: inout IdentifierText,
    _ symbols: inout SymbolTable
  ) throws(JSONError) {
    let start = scanner.text.endOfWhitespace(from: scanner.offset)
    scanner.beginElement(at: start)
    var (record, features) =
      repetition.beginTransaction()
      ? try readPassages(&scanner, &identifiers, &symbols)
      : try readKeys(&scanner, &identifiers, &symbols)
    guard !features.marks.contains(.otherType) else { return }
    guard features.given.isSuperset(of: required) else {
      throw missingKey(of: features, scanner, start)
    }
    features.complete(&record)
    record.sourceOffset = start
    history.transactions.append(record)
    guard features.given.contains(TransactionKey.commitmentInfo.bit) else { return }
    try readCommitment(ofTransactionAt: start, &scanner, into: &history)
  }

  /// Reads a transaction once more, for what few of them have and no decision needs.
  @inline(never)
  private func readCommitment(
    ofTransactionAt start: Int,
    _ scanner: inout JSONScanner,
    into history: inout HistoryRecord
  ) throws(JSONError) {
    scanner.beginElement(at: start)
    try scanner.beginObject()
    while let key = try scanner.nextValue() {
      if key != "commitmentInfo" {
        _ = try scanner.skipValue()
      } else if let date = try scanner.readCommitmentEnd() {
        history.commitments.append((start, date))
      }
    }
  }

  /// Reads a transaction as passages and the values between them.
  ///
  /// What it reads is returned, and not written into variables of the caller: so it stays in registers.
  @inline(__always)
  private mutating func readPassages(
    _ scanner: inout JSONScanner,
    _ identifiers: inout IdentifierText,
    _ symbols: inout SymbolTable
  ) throws(JSONError) -> Contents {
    var record = TransactionRecord()
    var features = TransactionFeatures()
    var given: UInt32 = 0
    var ordinal = 0
    previous = nil
    while true {
      let end: End
      if let index = passages.find(.behind(ordinal), at: scanner.offset, in: scanner.text.loads),
        // A key that is there twice is an error, which reading the keys tells.
        passages[index].features.seen.isDisjoint(with: features.seen)
      {
        features.formUnion(passages[index].features)
        end = passages[index].end
        scanner.offset &+= passages.byteCount(of: index)
        previous = index
      } else {
        let passage = try readPassage(ordinal, &scanner, after: features.seen, &symbols)
        features.formUnion(passage.features)
        end = passage.end
      }
      if case .value(let key, let bit) = end {
        if try readNew(key, &scanner, into: &record, &identifiers) { given |= bit }
      } else {
        scanner.endValue(at: scanner.offset)
        guard case .passage = end else { break }
      }
      ordinal &+= 1
    }
    features.give(given)
    return (record, features)
  }

  /// Reads a value that is new in each transaction, and skips that of any other key.
  ///
  /// It is called for each of five values a transaction: as a call, scoring a file takes a tenth longer.
  ///
  /// - Returns: Whether it is something else than null.
  @inline(always)
  private func readNew(
    _ key: TransactionKey?,
    _ scanner: inout JSONScanner,
    into record: inout TransactionRecord,
    _ identifiers: inout IdentifierText
  ) throws(JSONError) -> Bool {
    // Dates have one place and identifiers another, so that what reads them is inlined just twice.
    switch key {
    case .transactionId, .originalTransactionId:
      guard let identifier = try scanner.readIdentifier() else { return false }
      let range = identifiers.range(of: identifier)
      if case .transactionId = key {
        record.transactionId = range
      } else {
        record.originalTransactionId = range
      }
    case .purchaseDate, .expiresDate, .revocationDate, .signedDate:
      guard let date = try scanner.readDateUnlessNull() else { return false }
      switch key {
      case .purchaseDate: record.purchaseDate = date
      case .expiresDate: record.expiresDate = date
      case .revocationDate: record.revocationDate = date
      default: record.signedDate = date
      }
    default:
      // Between passages the brace of the transaction is not counted.
      scanner.depth &+= 1
      try scanner.skipSmallValue()
      scanner.depth &-= 1
    }
    return true
  }
}

// MARK: - Key by key

extension TransactionReader {
  /// Reads a transaction key by key; of the values, those that were there before are only compared.
  @inline(never)
  private mutating func readKeys(
    _ scanner: inout JSONScanner,
    _ identifiers: inout IdentifierText,
    _ symbols: inout SymbolTable
  ) throws(JSONError) -> Contents {
    var record = TransactionRecord()
    var features = TransactionFeatures()
    order.restart()
    _ = try scanner.beginElementObject()
    var seen = SeenKeys()
    while let member = try scanner.nextMember(&order, keys) {
      guard let key = member.key else {
        try scanner.skipSmallValue()
        continue
      }
      try seen.insert(member.bit, member.name, in: scanner)
      if key.isNewEachTime {
        if try readNew(key, &scanner, into: &record, &identifiers) { features.give(member.bit) }
      } else if let index = passages.find(
        .value(of: member.bit),
        at: scanner.offset,
        in: scanner.text.loads
      ) {
        features.formUnion(passages[index].features)
        scanner.endValue(at: scanner.offset &+ passages.byteCount(of: index))
      } else {
        try readValue(key, member.bit, &scanner, into: &features, &symbols)
      }
    }
    return (record, features)
  }

  /// Reads a value that was not there before, and learns it as a passage.
  @inline(never)
  private mutating func readValue(
    _ key: TransactionKey,
    _ bit: UInt32,
    _ scanner: inout JSONScanner,
    into features: inout TransactionFeatures,
    _ symbols: inout SymbolTable
  ) throws(JSONError) {
    guard try !scanner.readNullIfNext() else { return }
    let start = scanner.offset
    var passage = Passage()
    passage.features.give(bit)
    try values.read(key, &scanner, into: &passage.features, &symbols)
    features.formUnion(passage.features)
    // A number is read as fast as it is compared, and may never be there again.
    if !key.isNumber { learn(passage, start..<scanner.offset, .value(of: bit), scanner) }
  }
}

// MARK: - Passages that were not there before

extension TransactionReader {
  /// Reads a passage key by key, and learns it.
  ///
  /// Its ordinal is the number of passages of the transaction before it, which had the keys `seen`.
  @inline(never)
  private mutating func readPassage(
    _ ordinal: Int,
    _ scanner: inout JSONScanner,
    after seen: SeenKeys,
    _ symbols: inout SymbolTable
  ) throws(JSONError) -> Passage {
    repetition.countPassage()
    let start = scanner.offset
    if ordinal == 0 {
      order.restart()
      _ = try scanner.beginElementObject()
    } else {
      if let previous { order.resume(at: places[previous]) }
      // The brace of the transaction counts among those that are open.
      scanner.depth &+= 1
    }
    var passage = Passage()
    var seen = seen
    while true {
      let memberStart = scanner.offset
      let place = order.place
      guard let member = try scanner.nextMember(&order, keys) else { break }
      if let key = member.key, key.startsPassage, memberStart > start, ordinal > 0 {
        scanner.endValue(at: memberStart)
        order.resume(at: place)
        passage.end = .passage
      } else {
        try read(member, &passage, &seen, &scanner, &symbols)
      }
      guard case .object = passage.end else {
        scanner.depth &-= 1
        break
      }
    }
    learn(passage, start..<scanner.offset, .behind(ordinal), scanner)
    return passage
  }

  /// Reads the value of a key, or leaves it to come after the passage.
  private func read(
    _ member: JSONScanner.Member<TransactionKey>,
    _ passage: inout Passage,
    _ seen: inout SeenKeys,
    _ scanner: inout JSONScanner,
    _ symbols: inout SymbolTable
  ) throws(JSONError) {
    let start = scanner.text.endOfWhitespace(from: scanner.offset)
    guard let key = member.key else {
      try scanner.skipSmallValue()
      guard scanner.text.loads.hasManyDigits(in: start..<scanner.offset) else { return }
      scanner.beginElement(at: start)
      passage.end = .value(of: nil, bit: 0)
      return
    }
    try seen.insert(member.bit, member.name, in: scanner)
    passage.features.see(member.bit)
    if key.isNewEachTime {
      scanner.beginElement(at: start)
      passage.end = .value(of: key, bit: member.bit)
    } else if try !scanner.readNullIfNext() {
      passage.features.give(member.bit)
      try values.read(key, &scanner, into: &passage.features, &symbols)
    }
  }

  private mutating func learn(
    _ passage: Passage,
    _ range: Range<Int>,
    _ place: PassagePlace,
    _ scanner: borrowing JSONScanner
  ) {
    previous = passages.learn(range, place, passage, in: scanner.text.loads)
    guard let previous else { return }
    places[previous] = order.place
    if passage.features.hasSymbol(from: lastingSymbols) { localPassages.append(previous) }
  }

  private func missingKey(
    of features: TransactionFeatures,
    _ scanner: borrowing JSONScanner,
    _ start: Int
  ) -> JSONError {
    let key = Self.requiredKeys.first { !features.given.contains($0.bit) }
    return scanner.missing(key ?? .productId, inObjectAt: start)
  }
}
