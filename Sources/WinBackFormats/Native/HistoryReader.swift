import CEL

/// Reads native histories into a record that is used again, without storage for each history.
package struct HistoryReader: Sendable {
  private enum Key: String, CaseIterable {
    case customerId, storefront, subscriptionGroupIdentifier, attributes, transactions, renewalInfo,
      unknown
  }

  package static let transactionLimit = 10_000

  private static let requiredKeys: [Key] = [.customerId, .transactions]

  /// The required keys, each with its bit among the keys that an object had.
  private let required = Key.allCases.enumerated().filter { requiredKeys.contains($0.element) }
    .map { (key: $0.element, bit: bit(at: $0.offset)) }

  private let keys = JSONKeyTable<Key>()
  private var transactionReader: PayloadReader<TransactionKey>
  private var renewalReader: PayloadReader<RenewalKey>
  /// The attributes of customers, whose types the rule set declares.
  let attributes: [RuleSet.Attribute]
  /// The environment that is read; nil for any.
  let environment: String?

  /// Returns the columns of rows that are read as histories: all, unless they have the keys of one.
  ///
  /// The names of members of structures have dots in them.
  package static func columnsRead(of columns: [String]) -> Set<String> {
    guard requiredKeys.allSatisfy({ columns.contains($0.rawValue) }) else { return Set(columns) }
    return Set(columns.filter { Key(rawValue: String($0.prefix { $0 != "." })) != nil })
  }

  /// Creates a reader; the first `lastingSymbols` symbols stay in the table for all histories.
  package init(
    attributes: [RuleSet.Attribute],
    environment: String? = nil,
    keepsPrices: Bool = false,
    lastingSymbols: Int = 0
  ) {
    self.attributes = attributes
    self.environment = environment
    transactionReader = PayloadReader(
      of: environment,
      keepsPrices: keepsPrices,
      lastingSymbols: lastingSymbols
    )
    renewalReader = PayloadReader(of: environment, lastingSymbols: lastingSymbols)
  }

  /// Reads the next history into a record, which is emptied first.
  package mutating func read(
    _ scanner: inout JSONScanner,
    into record: inout HistoryRecord,
    _ symbols: inout SymbolTable,
    _ text: HistoryText = .copied
  ) throws(JSONError) {
    if case .shared = text { record.text = [] }
    record.removeAll(attributeCount: attributes.count)
    guard try scanner.peek() != .array else {
      throw JSONError(
        "expected an object, found an array; write one object on each line",
        at: scanner.offset
      )
    }
    let start = scanner.offset
    record.begin(text, at: start)
    try scanner.beginObject()
    var seen: UInt32 = 0
    while let name = try scanner.nextKey() {
      guard let position = keys.position(of: name, in: scanner) else {
        try scanner.skipSmallValue()
        continue
      }
      let key = keys[position]
      // It is not known which of two values counts.
      let bit = Self.bit(at: position)
      guard seen & bit == 0 else { throw scanner.repetition(of: name) }
      seen |= bit
      guard try scanner.peek() != .null else {
        let offset = scanner.offset
        try scanner.readNull()
        guard !Self.requiredKeys.contains(key) else {
          throw JSONError("the key '\(key.rawValue)' must not be null", at: offset)
        }
        continue
      }
      switch key {
      case .customerId: record.customerId = record.range(of: try scanner.readString())
      case .storefront: record.storefront = try scanner.readStorefront()
      case .subscriptionGroupIdentifier:
        record.subscriptionGroupIdentifier = try scanner.readSymbol(&symbols)
      case .attributes: try readAttributes(&scanner, into: &record.attributes)
      case .transactions: try readTransactions(&scanner, into: &record, &symbols)
      case .renewalInfo: try readRenewals(&scanner, into: &record, &symbols)
      case .unknown: record.gaps = try scanner.readGaps()
      }
    }
    for (key, bit) in required where seen & bit == 0 {
      throw scanner.missing(
        key.rawValue,
        among: Key.allCases.map { $0.rawValue },
        inObjectAt: start
      )
    }
    record.keep(text, from: start, scanner)
  }

  private static func bit(at position: Int) -> UInt32 { 1 &<< UInt32(truncatingIfNeeded: position) }

  private mutating func readTransactions(
    _ scanner: inout JSONScanner,
    into record: inout HistoryRecord,
    _ symbols: inout SymbolTable
  ) throws(JSONError) {
    try scanner.beginArray()
    while try scanner.nextElement() {
      // If there is no value, the error asks for a value and not for an object.
      _ = try scanner.peek()
      try readTransaction(&scanner, isElement: true, into: &record, &symbols)
    }
  }

  private mutating func readTransaction(
    _ scanner: inout JSONScanner,
    isElement: Bool,
    into record: inout HistoryRecord,
    _ symbols: inout SymbolTable
  ) throws(JSONError) {
    try transactionReader.read(&scanner, isElement: isElement, into: &record, &symbols)
    guard record.transactions.count > Self.transactionLimit else { return }
    throw JSONError(
      HistoryError.Kind.tooManyTransactions(limit: Self.transactionLimit).description,
      at: record.transactions.last?.sourceOffset ?? scanner.offset
    )
  }

  private mutating func readRenewals(
    _ scanner: inout JSONScanner,
    into record: inout HistoryRecord,
    _ symbols: inout SymbolTable
  ) throws(JSONError) {
    switch try scanner.peek() {
    case .array:
      record.renewalsAreList = true
      try scanner.beginArray()
      while try scanner.nextElement() {
        try renewalReader.read(&scanner, isElement: true, into: &record, &symbols)
      }
    case .object: try renewalReader.read(&scanner, isElement: false, into: &record, &symbols)
    case let kind:
      throw JSONError(
        "expected an object or an array of objects, found \(kind)",
        at: scanner.offset
      )
    }
  }
}

extension HistoryReader {
  /// Reads the payloads of a customer of the App Store Server API as one history.
  ///
  /// `text` is that of the payloads; errors and the transactions have their offsets in it.
  mutating func read(
    _ customer: ServerCustomer,
    of text: RawSpan,
    into record: inout HistoryRecord,
    _ symbols: inout SymbolTable
  ) throws(JSONError) {
    record.removeAll(attributeCount: attributes.count)
    record.hasEscapes = false
    for payload in customer.payloads {
      var scanner = JSONScanner(text, at: payload.text.lowerBound)
      record.textStart = payload.text.lowerBound - record.text.count
      if payload.isRenewal {
        try renewalReader.read(&scanner, isElement: false, into: &record, &symbols)
      } else {
        try readTransaction(&scanner, isElement: false, into: &record, &symbols)
        if let storefront = payload.keys.storefront, !record.transactions.isEmpty {
          record.transactions[record.transactions.count - 1].storefront = storefront
        }
      }
      record.text.append(contentsOf: text, in: payload.text)
    }
    if record.hasEscapes { record.decodeIdentifiers() }
    record.customerId = record.append(text: customer.id.utf8)
    record.renewalsAreList = customer.renewalsAreList
    record.gaps = customer.gaps
  }
}

/// The text that contains the identifiers of a history.
///
/// Copying all of a history at once, or nothing, is faster than copying each identifier.
package enum HistoryText: Sendable {
  /// The record copies the text of the history.
  case copied
  /// The record shares the bytes that are read; the offset is that of the scanner's first byte.
  ///
  /// Remove the bytes from the record before they are changed; otherwise they are copied.
  case shared(ContiguousArray<UInt8>, offset: Int)
}

extension HistoryRecord {
  mutating func begin(_ text: HistoryText, at start: Int) {
    hasEscapes = false
    switch text {
    case .copied: textStart = start
    case .shared(_, let offset): textStart = 0 &- offset
    }
  }

  @inline(__always)
  mutating func range(of string: JSONString) -> TextRange {
    if string.hasEscapes { hasEscapes = true }
    return TextRange(start: string.start &- textStart, count: string.byteCount)
  }

  /// Stores the text of a history, from its start to the scanner's offset.
  mutating func keep(_ text: HistoryText, from start: Int, _ scanner: borrowing JSONScanner) {
    switch text {
    case .copied: self.text.append(contentsOf: scanner.text.bytes, in: start..<scanner.offset)
    case .shared(let bytes, offset: _): self.text = bytes
    }
    if hasEscapes { decodeIdentifiers() }
  }

  /// Replaces the escapes of identifiers by what they stand for.
  mutating func decodeIdentifiers() {
    let source = text
    text = []
    customerId = decode(customerId, in: source)
    for index in transactions.indices {
      let transaction = transactions[index]
      transactions[index].transactionId = transaction.transactionId.map { decode($0, in: source) }
      transactions[index].originalTransactionId =
        transaction.originalTransactionId.map { decode($0, in: source) }
    }
    for index in renewals.indices {
      renewals[index].originalTransactionId =
        renewals[index].originalTransactionId.map { decode($0, in: source) }
    }
  }

  /// Appends the contents of an identifier to the text.
  private mutating func decode(_ range: TextRange, in source: ContiguousArray<UInt8>) -> TextRange {
    let start = text.count
    let string = JSONString(
      start: range.indices.lowerBound,
      end: range.indices.upperBound,
      hasEscapes: true
    )
    JSONText(source.rawBytes).decode(string, into: &text)
    return TextRange(start: start, count: text.count - start)
  }
}

// The attributes of customers.

extension HistoryReader {
  private func readAttributes(
    _ scanner: inout JSONScanner,
    into bindings: inout ContiguousArray<Binding>
  ) throws(JSONError) {
    try scanner.beginObject()
    while let name = try scanner.nextKey() {
      guard let index = attributes.firstIndex(where: { scanner.matches(name, $0.name) }) else {
        _ = try scanner.skipValue()
        continue
      }
      guard bindings[index] == .absent else { throw scanner.repetition(of: name) }
      if try scanner.peek() == .null {
        try scanner.readNull()
        // This marks the key as read, so that a second value is found.
        bindings[index] = .unknown
      } else {
        bindings[index] = .value(try scanner.readValue(of: attributes[index].type))
      }
    }
    for index in bindings.indices where bindings[index] == .unknown { bindings[index] = .absent }
  }
}

extension JSONScanner {
  /// Reads a value of a type that attributes can have.
  mutating func readValue(of type: ValueType) throws(JSONError) -> Value {
    switch type {
    case .bool: return .bool(try readBool())
    case .string: return .string(try readText())
    case .timestamp: return .timestamp(try readDate().instant)
    case .int:
      let number = try readNumber()
      guard let integer = number.integer else {
        throw rejection(of: number, expected: "a whole number of at most 64 bits")
      }
      return .int(integer)
    case .double:
      let number = try readNumber()
      guard let double = double(of: number) else {
        throw rejection(of: number, expected: "a number that a double can hold")
      }
      return .double(double)
    case .list(let element):
      var elements: [Value] = []
      try beginArray()
      while try nextElement() { elements.append(try readValue(of: element)) }
      return .list(elements)
    default: throw JSONError("attributes cannot be of type \(type)", at: offset)
    }
  }
}
