/// A field of a payload of the App Store Server API, and all that readers and writers know of it.
struct PayloadField<Payload>: Sendable {
  let name: String
  /// How records read the value.
  let kind: PayloadKind
  /// The only word with its own effects, its effects, and those of all other words.
  var word = ""
  var effects: TransactionTraits = []
  var otherEffects: TransactionTraits = []
  /// Reads the value into a payload.
  let read: @Sendable (inout Payload, inout JSONScanner) throws(JSONError) -> Void
  /// Takes the value out of a payload, and writes it as a member if there is one.
  let write: @Sendable (inout Payload, inout JSONWriter) -> Void
}

extension PayloadField {
  /// Creates a field; the closure exchanges a payload's value with another one.
  init<Value: PayloadValue>(
    _ name: String,
    _ kind: PayloadKind,
    _ word: String = "",
    _ effects: TransactionTraits = [],
    others: TransactionTraits = [],
    _ exchange: @escaping @Sendable (inout Payload, inout Value?) -> Void
  ) {
    self.init(
      name: name,
      kind: kind,
      word: word,
      effects: effects,
      otherEffects: others,
      read: { payload, scanner throws(JSONError) in
        var value = try Value.read(&scanner)
        exchange(&payload, &value)
      },
      write: { payload, writer in
        var value: Value?
        exchange(&payload, &value)
        writer.member(name, value)
      }
    )
  }
}

/// The kinds of values, as records read them.
enum PayloadKind: UInt8, Sendable {
  case skipped, identifier, date, symbol, symbols, storefront, word, price, code, flag, commitment
  case environment
}

/// What records note of the values of a payload besides the traits of transactions.
extension TransactionTraits {
  /// Another person owns the transaction.
  static var shared: Self { Self(rawValue: 1 << 12) }
  /// The product is not an auto-renewable subscription (P1).
  static var otherType: Self { Self(rawValue: 1 << 13) }
  /// There is a commitment, which is read apart.
  static var commitment: Self { Self(rawValue: 1 << 14) }
  /// The payload is of another environment than the one that is expected first, or only.
  static var otherEnvironment: Self { Self(rawValue: 1 << 15) }

  /// Returns the effects of a price, which is nil if it is not a whole number.
  static func price(_ price: Int64?) -> Self { price == 0 ? [.priced, .free] : .priced }
}

/// The keys of a payload that are read, each with its field.
protocol PayloadKey: CaseIterable, RawRepresentable, Sendable where RawValue == Int {
  associatedtype Payload

  /// The fields of all keys, in the order of their numbers.
  static var fields: [PayloadField<Payload>] { get }

  static var required: [Self] { get }

  /// Adds a payload that starts at an offset of a text to a history.
  static func append(
    _ values: PayloadValues<Self>,
    at start: Int,
    of text: borrowing JSONText,
    to history: inout HistoryRecord
  )
}

extension PayloadKey {
  @inline(__always)
  var bit: UInt32 { 1 &<< UInt32(truncatingIfNeeded: rawValue) }

  /// Reads all values of a payload, which a reader of records accepted.
  static func read(_ scanner: inout JSONScanner, into payload: inout Payload) throws(JSONError) {
    try scanner.beginObject()
    while let key = try scanner.nextKey() {
      if try scanner.readNullIfNext() { continue }
      if let field = fields.first(where: { scanner.matches(key, $0.name) }) {
        try field.read(&payload, &scanner)
      } else {
        _ = try scanner.skipValue()
      }
    }
  }

  static func write(_ payload: Payload, to writer: inout JSONWriter) {
    var payload = payload
    for field in fields { field.write(&payload, &writer) }
  }
}

// MARK: - Values

/// A value of a payload in JSON.
protocol PayloadValue: JSONWritable, SendableMetatype {
  /// Reads a value; nil if it is one that no payload can have.
  static func read(_ json: inout JSONScanner) throws(JSONError) -> Self?
}

extension String: PayloadValue {
  static func read(_ json: inout JSONScanner) throws(JSONError) -> Self? { try json.readText() }
}

extension Bool: PayloadValue {
  static func read(_ json: inout JSONScanner) throws(JSONError) -> Self? { try json.readBool() }
}

extension Array: PayloadValue where Element == String {
  static func read(_ json: inout JSONScanner) throws(JSONError) -> Self? {
    var texts: [String] = []
    try json.beginArray()
    while try json.nextElement() { texts.append(try json.readText()) }
    return texts
  }
}

extension Int: PayloadValue {
  static func read(_ json: inout JSONScanner) throws(JSONError) -> Self? {
    try json.readNumber().integer.flatMap { Int(exactly: $0) }
  }
}

/// A price in thousandths; a fraction of a thousandth is not free (P4).
extension Int64: PayloadValue {
  static func read(_ json: inout JSONScanner) throws(JSONError) -> Self? {
    let number = try json.readNumber()
    return number.integer ?? number.floored.map { $0 < 0 ? $0 : $0 &+ 1 }
  }
}

extension Storefront: PayloadValue {
  static func read(_ json: inout JSONScanner) throws(JSONError) -> Self? {
    try json.readStorefront()
  }

  package func write(to writer: inout JSONWriter) { writer.string(code) }
}

/// Milliseconds, or a date if the time is not known.
extension TimelineDate: PayloadValue {
  static func read(_ json: inout JSONScanner) throws(JSONError) -> Self? { try json.readDate() }

  package func write(to writer: inout JSONWriter) {
    if isDateOnly { writer.string("\(instant.date)") } else { writer.integer(instant.milliseconds) }
  }
}

/// Exchanges a value that is always there, unless there is no other one.
func exchange<Value>(_ value: inout Value, _ other: inout Value?) {
  let known = value
  if let other { value = other }
  other = known
}
