import CalendarTime
import WinBack

/// Reads one decoded transaction payload of the App Store Server API.
///
/// A transaction on a line with an index is read by a walk, which is fast if it has the usual form.
/// All others are read exactly, and only the exact reading reports errors.
struct TransactionReader: Sendable {
  /// A key of transactions: decisions depend on it, or it is skipped and occurred before.
  struct Key: Sendable {
    /// The last spelling of the key, from the bytes before it to its value.
    var text = BytePattern.never
    /// The word of the field, or the last value, with quotes.
    var known = BytePattern.never
    /// The numbers of bytes of both.
    var textCount = 0
    var knownCount = 0
    /// The offset, in bytes from the first key, of the key that came next in the last transaction.
    var next = 0
    /// The value in the current transaction.
    var value: Int64 = 0
    /// The meaning of the last value, or of the word, and the meaning of all other words.
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

    /// Stores a value of this key and its meaning.
    mutating func remember(_ range: Range<Int>, _ meaning: UInt32, in bytes: borrowing ByteLoads) {
      guard range.count <= BytePattern.limit, let window = bytes.window(at: range.lowerBound) else {
        return
      }
      known = BytePattern(range.count, of: window)
      knownCount = range.count
      self.meaning = meaning
    }
  }

  /// The state of a transaction besides its values.
  struct Draft {
    /// The keys that were present, those that were null, and those whose dates have no time.
    var seen: UInt32 = 0
    var nulls: UInt32 = 0
    var days: UInt32 = 0
    var effects: UInt32 = 0
  }

  /// The names of the keys by their numbers; skipped keys are after the known ones.
  var names = JSONNameTable(TransactionKey.allCases.map { $0.field.name }, room: keyLimit)
  var keys: ContiguousArray<Key>
  /// The number of first symbols that stay for all histories.
  let lastingSymbols: Int

  /// The greatest number of keys that are stored.
  static var keyLimit: Int { 64 }
  /// The number for the start, before the first key.
  static var startKey: Int { keyLimit - 1 }
  /// The number for all keys that are not stored.
  static var otherKey: Int { keyLimit - 2 }

  private static var required: [TransactionKey] { [.productId, .purchaseDate, .expiresDate] }

  /// Creates a reader.
  ///
  /// - Parameter lastingSymbols: The number of first symbols that stay for all histories.
  init(lastingSymbols: Int) {
    self.lastingSymbols = lastingSymbols
    keys = ContiguousArray(TransactionKey.allCases.map { Key($0) })
    keys.append(contentsOf: repeatElement(Key(), count: Self.keyLimit - keys.count))
  }

  /// Reads the next transaction, and those after it that have the usual form, and adds them to a
  /// history.
  ///
  /// A product that is not an auto-renewable subscription is left out (P1).
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

  /// Reads a transaction in any form.
  ///
  /// - Throws: ``JSONError`` for the first fault.
  @inline(never)
  private mutating func readExactly(
    _ scanner: inout JSONScanner,
    _ identifiers: inout IdentifierText,
    _ symbols: inout SymbolTable
  ) throws(JSONError) -> Draft {
    var draft = Draft()
    // If there is no value, the error asks for a value and not for an object.
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

  /// Reads the value of a key in any form.
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

  /// Reads a transaction again, for the commitment, which is rare and which no decision needs.
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

  /// Whether it has the required keys of a subscription's transaction, and no commitment.
  @inline(__always)
  var isPlain: Bool {
    let required =
      TransactionKey.productId.bit | TransactionKey.purchaseDate.bit
      | TransactionKey.expiresDate.bit
    return seen & ~nulls & (required | TransactionKey.commitmentInfo.bit) == required
  }

  /// Whether the product is not an auto-renewable subscription.
  var isOfOtherType: Bool { effects & TransactionKey.Effects.otherType.rawValue != 0 }

  /// Returns the transaction with the values that were read.
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
