/// Reads payloads of the App Store Server API with some keys.
///
/// A payload on a line with an index is read by a walk, which is fast if it has the usual form.
/// All others are read exactly, and only the exact reading reports errors.
struct PayloadReader<Key: PayloadKey>: Sendable {
  /// The names of the keys by their numbers; skipped keys are after the known ones.
  var names = JSONNameTable(Key.fields.map { $0.name }, room: PayloadSlot.limit)
  var slots: ContiguousArray<PayloadSlot>
  /// The number of first symbols that stay for all histories.
  let lastingSymbols: Int
  let required = Key.required.reduce(0) { $0 | $1.bit }

  /// What payloads have that are not read.
  let dropped: TransactionTraits
  /// Whether prices are kept for somebody who wants to see them.
  let keepsPrices: Bool

  /// Creates a reader of the payloads of one environment, or of any if it is nil.
  init(of environment: String? = nil, keepsPrices: Bool = false, lastingSymbols: Int) {
    self.lastingSymbols = lastingSymbols
    self.keepsPrices = keepsPrices
    dropped = environment == nil ? .otherType : [.otherType, .otherEnvironment]
    slots = ContiguousArray(
      Key.fields.enumerated().map { number, field in
        var field = field
        if let environment, field.kind == .environment { field.word = environment }
        return PayloadSlot(field, number: number)
      }
    )
    slots.append(contentsOf: repeatElement(PayloadSlot(), count: PayloadSlot.limit - slots.count))
  }

  /// Reads the next payload, and those after it in a list that have the usual form, and adds them
  /// to a history.
  mutating func read(
    _ scanner: inout JSONScanner,
    isElement: Bool,
    into history: inout HistoryRecord,
    _ symbols: inout SymbolTable
  ) throws(JSONError) {
    scanner.beginElement(at: scanner.text.endOfWhitespace(from: scanner.offset))
    if !keepsPrices, walk(&scanner, isElement: isElement, into: &history, &symbols) { return }
    let start = scanner.offset
    let draft = try readExactly(&scanner, into: &history, &symbols)
    guard draft.effects.isDisjoint(with: dropped) else { return }
    if let key = Key.required.first(where: { draft.present & $0.bit == 0 }) {
      let names = Key.fields.map { $0.name }
      throw scanner.missing(names[key.rawValue], among: names, inObjectAt: start)
    }
    Key.append(PayloadValues(draft, slots.span), at: start, of: scanner.text, to: &history)
    if draft.effects.contains(.commitment) || (keepsPrices && draft.effects.contains(.priced)) {
      try readPayment(ofTransactionAt: start, &scanner, into: &history)
    }
  }

  /// Reads a payload in any form.
  @inline(never)
  private mutating func readExactly(
    _ scanner: inout JSONScanner,
    into history: inout HistoryRecord,
    _ symbols: inout SymbolTable
  ) throws(JSONError) -> PayloadDraft {
    var draft = PayloadDraft()
    try scanner.beginObject()
    while let name = try scanner.nextKey() {
      let number = names.find(name, in: scanner.text) ?? PayloadSlot.other
      guard draft.seen & slots[number].bit == 0 else { throw scanner.repetition(of: name) }
      try slots[number].read(&scanner, into: &draft, &history, &symbols, lastingSymbols)
    }
    return draft
  }

  /// Reads a transaction again, for what no decision needs.
  @inline(never)
  private func readPayment(
    ofTransactionAt start: Int,
    _ scanner: inout JSONScanner,
    into history: inout HistoryRecord
  ) throws(JSONError) {
    var price: Int64?
    var commitmentEnd: TimelineDate?
    scanner.beginElement(at: start)
    try scanner.beginObject()
    while let key = try scanner.nextValue() {
      if key == "commitmentInfo" {
        commitmentEnd = try scanner.readCommitmentEnd()
      } else if key == "price", try scanner.peek() == .number {
        price = try scanner.readNumber().floored
      } else {
        _ = try scanner.skipValue()
      }
    }
    history.payments.append(
      TransactionPayment(of: start, price: price, commitmentEnd: commitmentEnd)
    )
  }
}

/// A key of payloads: decisions depend on it, or it is skipped and occurred before.
struct PayloadSlot: Sendable {
  /// The last spelling of the key, from the bytes before it to its value.
  var text = BytePattern.never
  /// The word of the field, or the last value, with quotes.
  var known = BytePattern.never
  /// The numbers of bytes of both.
  var textCount = 0
  var knownCount = 0
  /// The offset, in bytes from the first slot, of the key that came next in the last payload.
  var next = 0
  /// The value in the current payload.
  var value: Int64 = 0
  /// The last value as a number.
  var lastValue: UInt32 = 0
  /// The effects of the field's word or of zero, and those of all other words and numbers.
  var effects: TransactionTraits = []
  var otherEffects: TransactionTraits = []
  /// Whether the walk reads all strings, and all whole numbers of few digits.
  var takesAnyText = true
  var takesNumbers = true
  /// The bit of the key among those that decisions depend on.
  var bit: UInt32 = 0
  var kind = PayloadKind.skipped
  private var word = ""

  /// The greatest number of keys that are stored.
  static var limit: Int { 64 }
  /// The number for the start, before the first key.
  static var start: Int { limit - 1 }
  /// The number for all keys that are not stored.
  static var other: Int { limit - 2 }

  init() {}

  init(_ field: PayloadField<some Any>, number: Int) {
    text = BytePattern("\"\(field.name)\":") ?? .never
    textCount = field.name.utf8.count + 3
    if [.word, .environment].contains(field.kind), let pattern = BytePattern("\"\(field.word)\"") {
      known = pattern
      knownCount = field.word.utf8.count + 2
    }
    if field.kind == .environment { lastValue = UInt32(StoreEnvironments.code(of: field.word)) }
    next = (number + 1) * MemoryLayout<PayloadSlot>.stride
    effects = field.kind == .price ? .price(0) : field.effects
    otherEffects = field.kind == .price ? .price(1) : field.otherEffects
    takesAnyText = [.identifier, .word, .environment].contains(field.kind)
    takesNumbers = [.price, .code].contains(field.kind)
    bit = 1 << UInt32(truncatingIfNeeded: number)
    kind = field.kind
    word = field.word
  }

  private mutating func remember(
    _ range: Range<Int>,
    _ value: UInt32,
    in bytes: borrowing ByteLoads
  ) {
    guard range.count <= BytePattern.limit, let window = bytes.window(at: range.lowerBound) else {
      return
    }
    known = BytePattern(range.count, of: window)
    knownCount = range.count
    lastValue = value
  }

  /// Takes a symbol as the value, and remembers how it is written if it stays for all histories.
  mutating func take(
    _ symbol: Symbol,
    from range: Range<Int>,
    in bytes: borrowing ByteLoads,
    _ lastingSymbols: Int
  ) {
    value = Int64(symbol.index)
    guard Int(symbol.index) < lastingSymbols else { return }
    remember(range, UInt32(bitPattern: symbol.index), in: bytes)
  }

  /// Reads the value of the key in any form.
  @inline(never)
  mutating func read(
    _ scanner: inout JSONScanner,
    into draft: inout PayloadDraft,
    _ history: inout HistoryRecord,
    _ symbols: inout SymbolTable,
    _ lastingSymbols: Int
  ) throws(JSONError) {
    draft.seen |= bit
    if bit != 0, try scanner.readNullIfNext() {
      draft.nulls |= bit
      return
    }
    let start = scanner.text.endOfWhitespace(from: scanner.offset)
    switch kind {
    case .skipped: try scanner.skipSmallValue()
    case .commitment:
      try scanner.skipSmallValue()
      draft.effects.formUnion(.commitment)
    case .identifier:
      let range = history.range(of: try scanner.readString())
      value = Int64(range.start) &<< 32 | Int64(range.count)
    case .date:
      let date = try scanner.readDate()
      value = date.instant.milliseconds
      if date.isDateOnly { draft.partial |= bit }
    case .symbol:
      let symbol = try scanner.readSymbol(&symbols)
      take(symbol, from: start..<scanner.offset, in: scanner.text.loads, lastingSymbols)
    case .symbols:
      let start = history.offers.count
      try scanner.beginArray()
      while try scanner.nextElement() { history.offers.append(try scanner.readSymbol(&symbols)) }
      value = Int64(start) &<< 32 | Int64(history.offers.count &- start)
    case .storefront:
      let storefront = try scanner.readStorefront()
      value = Int64(storefront.packed)
      remember(start..<scanner.offset, storefront.packed, in: scanner.text.loads)
    case .word:
      let isKnown = scanner.matches(try scanner.readString(), word)
      draft.effects.formUnion(isKnown ? effects : otherEffects)
    case .environment:
      let name = try scanner.readString()
      draft.effects.formUnion(scanner.matches(name, word) ? effects : otherEffects)
      value = Int64(StoreEnvironments.code(of: scanner.text(of: name)))
    case .price:
      let number = try scanner.readNumber()
      guard number.floored ?? 0 >= 0 else {
        throw scanner.rejection(
          of: number,
          expected: "a price of 0 or more, and a 'revocationDate' for a refund"
        )
      }
      draft.effects.formUnion(.price(number.integer))
    case .code:
      let number = try scanner.readNumber().integer
      value = number ?? 0
      if number == nil { draft.partial |= bit }
    case .flag: value = try scanner.readBool() ? 1 : 0
    }
  }
}

/// The state of a payload besides its values.
struct PayloadDraft: Sendable {
  /// The keys that occurred, those that were null, and those whose dates have no time or whose
  /// numbers are not whole.
  var seen: UInt32 = 0
  var nulls: UInt32 = 0
  var partial: UInt32 = 0
  var effects: TransactionTraits = []

  /// The keys with a value.
  @inline(__always)
  var present: UInt32 { seen & ~nulls }
}

/// The values of a payload that was read.
struct PayloadValues<Key: PayloadKey>: ~Escapable {
  private let draft: PayloadDraft
  private let slots: Span<PayloadSlot>

  @_lifetime(copy slots)
  @inline(__always)
  init(_ draft: PayloadDraft, _ slots: Span<PayloadSlot>) {
    self.draft = draft
    self.slots = slots
  }

  @inline(__always)
  var effects: TransactionTraits { draft.effects }

  @inline(__always)
  func has(_ key: Key) -> Bool { draft.present & key.bit != 0 }

  @inline(__always)
  private func value(_ key: Key) -> Int64? { has(key) ? slots[key.rawValue].value : nil }

  @inline(__always)
  func number(_ key: Key) -> Int64? { draft.partial & key.bit == 0 ? value(key) : nil }

  @inline(__always)
  func date(_ key: Key) -> TimelineDate? {
    value(key).map {
      TimelineDate(instant: Instant(milliseconds: $0), isDateOnly: draft.partial & key.bit != 0)
    }
  }

  @inline(__always)
  func symbol(_ key: Key) -> Symbol? {
    value(key).map { Symbol(index: Int32(truncatingIfNeeded: $0)) }
  }

  /// Returns the range of an identifier in the text, or of symbols in the history's offers.
  @inline(__always)
  func range(_ key: Key) -> TextRange? {
    value(key).map {
      TextRange(start: Int($0 &>> 32), count: Int(Int32(truncatingIfNeeded: $0)))
    }
  }
}
