import CEL
package import WinBack

/// Reads native histories into a record that is used again, without storage for each history.
package struct HistoryReader: Sendable {
  private enum Key: String, CaseIterable {
    case customerId
    case storefront
    case subscriptionGroupIdentifier
    case attributes
    case transactions
    case renewalInfo
    case unknown
    case intents
  }

  package static let transactionLimit = 10_000
  private static let intentLimit = 1_000

  private static let requiredKeys: [Key] = [.customerId, .transactions]

  private let keys = JSONKeyTable<Key>()
  private var transactionReader: PayloadReader<TransactionKey>
  private var renewalReader: PayloadReader<RenewalKey>
  private let attributeReader: AttributeReader

  /// Creates a reader; the first `lastingSymbols` symbols stay in the table for all histories.
  package init(attributes: [RuleSet.Attribute], lastingSymbols: Int = 0) {
    attributeReader = AttributeReader(attributes)
    transactionReader = PayloadReader(lastingSymbols: lastingSymbols)
    renewalReader = PayloadReader(lastingSymbols: lastingSymbols)
  }

  /// Reads the next history into a record, which is emptied first.
  package mutating func read(
    _ scanner: inout JSONScanner,
    into record: inout HistoryRecord,
    _ symbols: inout SymbolTable,
    _ text: HistoryText = .copied
  ) throws(JSONError) {
    if case .shared = text { record.text = [] }
    record.removeAll(attributeCount: attributeReader.count)
    guard try scanner.peek() != .array else {
      throw JSONError(
        .rejected("expected an object, found an array; write one object on each line"),
        at: scanner.offset
      )
    }
    let start = scanner.offset
    record.begin(text, at: start)
    try scanner.beginObject()
    var seen = SeenKeys()
    while let key = try scanner.nextKey(of: keys, &seen) {
      guard try scanner.peek() != .null else {
        let offset = scanner.offset
        try scanner.readNull()
        guard !Self.requiredKeys.contains(key) else {
          throw JSONError(.rejected("the key '\(key.rawValue)' must not be null"), at: offset)
        }
        continue
      }
      switch key {
      case .customerId: record.customerId = record.range(of: try scanner.readString())
      case .storefront: record.storefront = try scanner.readStorefront()
      case .subscriptionGroupIdentifier:
        record.subscriptionGroupIdentifier = try scanner.readSymbol(&symbols)
      case .attributes: try attributeReader.read(&scanner, into: &record.attributes)
      case .transactions: try readTransactions(&scanner, into: &record, &symbols)
      case .renewalInfo: try readRenewals(&scanner, into: &record, &symbols)
      case .unknown: record.gaps = try scanner.readGaps()
      case .intents:
        try scanner.beginArray()
        while try scanner.nextElement() {
          guard record.intents.count < Self.intentLimit else {
            throw JSONError(
              .rejected("expected at most \(Self.intentLimit) intents of one customer, found more"),
              at: scanner.text.endOfWhitespace(from: scanner.offset)
            )
          }
          record.intents.append(try scanner.readIntent().record(&symbols))
        }
      }
    }
    for key in Self.requiredKeys where !seen.contains(key.bit) {
      throw scanner.missing(
        key.rawValue,
        among: Key.allCases.map { $0.rawValue },
        inObjectAt: start
      )
    }
    record.keep(text, from: start, scanner)
  }

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
      .rejected(HistoryError.Kind.tooManyTransactions(limit: Self.transactionLimit).description),
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
        .rejected("expected an object or an array of objects, found \(kind)"),
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
    record.removeAll(attributeCount: attributeReader.count)
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
