import CalendarTime
import WinBack

/// Reads one decoded transaction payload of the App Store Server API.
///
/// A transaction on a line with an index is walked through, which is fast where it is written as most
/// are. Every other one is read exactly, and only that says what is wrong with it.
struct TransactionReader: Sendable {
  /// A key of transactions: one that decisions depend on, or one that is skipped and was there before.
  struct Key: Sendable {
    /// The key as it was written last, from what stands before it to its value.
    var text = BytePattern.never
    /// The word of the field, or the last value, with its quotes.
    var known = BytePattern.never
    /// The number of bytes of both.
    var textCount = 0
    var knownCount = 0
    /// Where the key is that came next in the last transaction, in bytes from the first one.
    var next = 0
    /// The value in the transaction that is read.
    var value: Int64 = 0
    /// What the last value means, or the word, and what every other word means.
    var meaning: UInt32 = 0
    var otherMeaning: UInt32 = 0
    /// The bit of the key among those that decisions depend on.
    var bit: UInt32 = 0
    var kind = TransactionField.Kind.skipped

    init() {}

    init(_ key: TransactionKey) {
      let field = key.field
      text = BytePattern("\"\(field.name)\":") ?? .never
      textCount = field.name.utf8.count + 3
      if field.kind == .word, let word = BytePattern("\"\(field.word)\"") {
        known = word
        knownCount = field.word.utf8.count + 2
      }
      next = (key.rawValue + 1) * MemoryLayout<Key>.stride
      meaning = field.meaning.rawValue
      otherMeaning = field.otherMeaning.rawValue
      bit = key.bit
      kind = field.kind
    }

    /// Remembers a value of this key and what it means.
    mutating func remember(_ range: Range<Int>, _ meaning: UInt32, in bytes: borrowing ByteLoads) {
      guard range.count <= BytePattern.limit, let window = bytes.window(at: range.lowerBound) else {
        return
      }
      known = BytePattern(range.count, of: window)
      knownCount = range.count
      self.meaning = meaning
    }
  }

  /// What is known of a transaction besides its values.
  struct Draft {
    /// The keys that were there, those that were null, and those whose dates are known to the day only.
    var seen: UInt32 = 0
    var nulls: UInt32 = 0
    var days: UInt32 = 0
    var effects: UInt32 = 0
  }

  /// The names of the keys by their number, those that are skipped behind those that are known.
  var names = JSONNameTable(TransactionKey.allCases.map { $0.field.name }, room: keyLimit)
  var keys: ContiguousArray<Key>
  /// How many of the first symbols stay from one history to the next.
  let lastingSymbols: Int

  /// The most keys that are remembered.
  static var keyLimit: Int { 64 }
  /// The number of what stands before the first key.
  static var startKey: Int { keyLimit - 1 }
  /// The number of all keys that are not remembered.
  static var otherKey: Int { keyLimit - 2 }

  private static var required: [TransactionKey] { [.productId, .purchaseDate, .expiresDate] }

  /// Creates a reader.
  ///
  /// - Parameter lastingSymbols: How many of the first symbols stay from one history to the next.
  init(lastingSymbols: Int) {
    self.lastingSymbols = lastingSymbols
    keys = ContiguousArray(TransactionKey.allCases.map { Key($0) })
    keys.append(contentsOf: repeatElement(Key(), count: Self.keyLimit - keys.count))
  }

  /// Reads the transaction that comes next and, where they are written as most are, those behind it, and
  /// adds them to a history.
  ///
  /// A product of another kind than an auto-renewable subscription is left out (P1).
  mutating func read(
    _ scanner: inout JSONScanner,
    into history: inout HistoryRecord,
    _ identifiers: inout IdentifierText,
    _ symbols: inout SymbolTable
  ) throws(JSONError) {
    scanner.beginElement(at: scanner.text.endOfWhitespace(from: scanner.offset))
    guard !walk(&scanner, into: &history, &identifiers, &symbols) else { return }
    let start = scanner.offset
    let draft = try readExactly(&scanner, &identifiers, &symbols)
    guard !draft.isOfOtherType else { return }
    if let key = Self.required.first(where: { !draft.has($0) }) {
      throw scanner.missing(
        key.field.name,
        among: TransactionKey.allCases.map { $0.field.name },
        inObjectAt: start
      )
    }
    history.transactions.append(draft.record(of: keys.span, at: start))
    guard draft.has(.commitmentInfo) else { return }
    try readCommitment(ofTransactionAt: start, &scanner, into: &history)
  }

  /// Reads a transaction that is written in whatever way.
  ///
  /// - Throws: ``JSONError`` for the first fault.
  @inline(never)
  private mutating func readExactly(
    _ scanner: inout JSONScanner,
    _ identifiers: inout IdentifierText,
    _ symbols: inout SymbolTable
  ) throws(JSONError) -> Draft {
    var draft = Draft()
    // Where there is no value at all, the error says so and does not ask for an object.
    _ = try scanner.peek()
    try scanner.beginObject()
    while let name = try scanner.nextKey() {
      let number = names.find(name, in: scanner.text) ?? Self.otherKey
      guard draft.seen & keys[number].bit == 0 else { throw scanner.repetition(of: name) }
      try Self.readValue(
        &keys[number],
        &scanner,
        into: &draft,
        &identifiers,
        &symbols,
        lastingSymbols
      )
    }
    return draft
  }

  /// Reads the value of a key, written in whatever way.
  @inline(never)
  static func readValue(
    _ key: inout Key,
    _ scanner: inout JSONScanner,
    into draft: inout Draft,
    _ identifiers: inout IdentifierText,
    _ symbols: inout SymbolTable,
    _ lastingSymbols: Int
  ) throws(JSONError) {
    draft.seen |= key.bit
    if key.bit != 0, try scanner.readNullIfNext() {
      draft.nulls |= key.bit
      return
    }
    let start = scanner.text.endOfWhitespace(from: scanner.offset)
    switch key.kind {
    case .skipped: try scanner.skipSmallValue()
    case .identifier:
      let range = identifiers.range(of: try scanner.readString())
      key.value = Int64(range.start) &<< 32 | Int64(range.count)
    case .date:
      let date = try scanner.readDate()
      key.value = date.instant.milliseconds
      if date.isDateOnly { draft.days |= key.bit }
    case .symbol:
      let symbol = try scanner.readSymbol(&symbols)
      key.value = Int64(symbol.index)
      if Int(symbol.index) < lastingSymbols {
        key.remember(
          start..<scanner.offset,
          UInt32(bitPattern: symbol.index),
          in: scanner.text.loads
        )
      }
    case .storefront:
      let storefront = try scanner.readStorefront()
      key.value = Int64(storefront.packed)
      key.remember(start..<scanner.offset, storefront.packed, in: scanner.text.loads)
    case .word:
      let field = TransactionKey(rawValue: key.bit.trailingZeroBitCount)?.field
      let isKnown = scanner.matches(try scanner.readString(), field?.word ?? "")
      draft.effects |= isKnown ? key.meaning : key.otherMeaning
    case .price:
      draft.effects |= TransactionKey.Effects.price(try scanner.readNumber().integer).rawValue
    case .offerType:
      draft.effects |= TransactionKey.Effects.offerType(try scanner.readNumber().integer).rawValue
    }
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
}

// MARK: - The record

extension TransactionReader.Draft {
  func has(_ key: TransactionKey) -> Bool { seen & ~nulls & key.bit != 0 }

  /// Whether it has what a transaction of a subscription must have, and nothing that is read apart.
  @inline(__always)
  var isPlain: Bool {
    let required =
      TransactionKey.productId.bit | TransactionKey.purchaseDate.bit
      | TransactionKey.expiresDate.bit
    return seen & ~nulls & (required | TransactionKey.commitmentInfo.bit) == required
  }

  /// Whether it is a product of another kind than an auto-renewable subscription.
  var isOfOtherType: Bool { effects & TransactionKey.Effects.otherType.rawValue != 0 }

  /// Returns the transaction, with the values that were read.
  @inline(__always)
  func record(of keys: Span<TransactionReader.Key>, at start: Int) -> TransactionRecord {
    func date(_ key: TransactionKey) -> TimelineDate {
      TimelineDate(
        instant: Instant(milliseconds: keys[key.rawValue].value),
        isDateOnly: days & key.bit != 0
      )
    }
    func symbol(_ key: TransactionKey) -> Symbol {
      Symbol(index: Int32(truncatingIfNeeded: keys[key.rawValue].value))
    }
    func text(_ key: TransactionKey) -> TextRange {
      let value = keys[key.rawValue].value
      return TextRange(start: Int(value &>> 32), count: Int(Int32(truncatingIfNeeded: value)))
    }
    var record = TransactionRecord()
    record.sourceOffset = start
    if has(.transactionId) { record.identifier = text(.transactionId) }
    if has(.originalTransactionId) { record.originalIdentifier = text(.originalTransactionId) }
    record.purchaseDate = date(.purchaseDate)
    record.expiresDate = date(.expiresDate)
    if has(.revocationDate) { record.revocationDate = date(.revocationDate) }
    if has(.signedDate) { record.signedDate = date(.signedDate) }
    record.productId = symbol(.productId)
    if has(.subscriptionGroupIdentifier) { record.group = symbol(.subscriptionGroupIdentifier) }
    if has(.offerIdentifier) { record.offer = symbol(.offerIdentifier) }
    if has(.storefront) {
      record.country = Storefront(
        packed: UInt32(truncatingIfNeeded: keys[TransactionKey.storefront.rawValue].value)
      )
    }
    let effects = TransactionKey.Effects(rawValue: effects)
    record.traits = effects.contains(.shared) ? effects.traits : effects.traits.union(.owned)
    return record
  }
}
