import CEL

extension JSONScanner {
  mutating func readSymbol(_ symbols: inout SymbolTable) throws(JSONError) -> Symbol {
    let string = try readString()
    return string.hasEscapes
      ? symbols.intern(text(of: string)) : symbols.intern(bytes(of: string))
  }

  /// Reads a country code, alpha-3 or alpha-2 (F12).
  mutating func readStorefront() throws(JSONError) -> Storefront {
    let string = try readString()
    if !string.hasEscapes, let storefront = Storefront(bytes(of: string)) { return storefront }
    guard let storefront = Storefront(text(of: string)) else {
      throw JSONError(Storefront.refusal(of: text(of: string)), at: string.start &- 1)
    }
    return storefront
  }

  /// Reads the names of gaps of a history (F12).
  @inline(never)
  mutating func readGaps() throws(JSONError) -> HistoryGaps {
    var gaps: HistoryGaps = []
    try beginArray()
    while try nextElement() {
      let string = try readString()
      guard let known = HistoryGaps.names.first(where: { matches(string, $0.name) }) else {
        let names = HistoryGaps.names.map { $0.name }
        throw JSONError(names.refusal(of: text(of: string)), at: string.start &- 1)
      }
      gaps.insert(known.gap)
    }
    return gaps
  }

  /// Reads a date: milliseconds since 1970, which are rounded down, or an ISO 8601 string (T1, T5).
  mutating func readDate() throws(JSONError) -> TimelineDate {
    guard let (instant, end) = text.plainInstant(at: offset) else { return try readDateExactly() }
    endValue(at: end)
    return TimelineDate(instant)
  }

  @inline(never)
  private mutating func readDateExactly() throws(JSONError) -> TimelineDate {
    switch try peek() {
    case .number:
      let number = try readNumber()
      let instant = number.floored.map { Instant(milliseconds: $0) }
      guard let instant, instant.isValid else {
        throw rejection(of: number, expected: "milliseconds in the years 0001 to 9999")
      }
      return TimelineDate(instant)
    case .string:
      let string = try readString()
      do throws(ISO8601Error) {
        let date =
          try string.hasEscapes
          ? ISO8601Date(parsing: text(of: string)) : ISO8601Date(parsing: bytes(of: string))
        return TimelineDate(instant: date.instant, isDateOnly: date.isDateOnly)
      } catch {
        if string.byteCount <= 40, let refusal = ISO8601Date.refusal(of: text(of: string)) {
          throw JSONError(refusal, at: string.start &- 1)
        }
        throw JSONError(
          error.description,
          at: text.offset(ofDecoded: error.offset, in: string)
        )
      }
    case let kind:
      throw JSONError(
        "expected a date, as milliseconds or as an ISO 8601 string, found \(kind)",
        at: offset
      )
    }
  }
}

extension JSONText {
  /// Returns the date with a time in UTC in a string at an offset, and the end of the string; nil
  /// for all others, and for some near the end of the bytes.
  @inline(__always)
  func plainInstant(at quote: Int) -> (instant: Instant, end: Int)? {
    guard byte(at: quote) == UInt8(ascii: "\""), quote &+ 32 <= bytes.byteCount,
      let (instant, count) = ISO8601Date.plainInstant(in: bytes, at: quote &+ 1),
      byte(at: quote &+ 1 &+ count) == UInt8(ascii: "\"")
    else { return nil }
    return (instant, quote &+ 2 &+ count)
  }
}

extension ISO8601Date {
  /// Returns the message about a date in a common form of other programs; nil for all others.
  static func refusal(of written: String) -> String? {
    let expected: String
    if written.utf8.count > 8, written.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
      expected = "milliseconds as a number, without quotes"
    } else if written.utf8.contains(where: { !"0123456789-+:.,TZtz ".utf8.contains($0) }) {
      expected = "a date such as 2025-01-15 or 2025-01-15T09:30:00Z"
    } else {
      return nil
    }
    return "expected \(expected), found '\(written.shownInMessage)'"
  }
}

// MARK: - Errors

extension JSONScanner {
  /// Returns the error about a number of a wrong kind.
  func rejection(of number: JSONNumber, expected: String) -> JSONError {
    let found = text.bytes.text(in: number.range).shownInMessage
    return JSONError("expected \(expected), found \(found)", at: number.start)
  }

  /// Returns the error about a duplicate key: it is not known which value counts.
  func repetition(of key: JSONString) -> JSONError {
    JSONError(
      "the key '\(text(of: key).shownInMessage)' occurs twice",
      at: key.start &- 1
    )
  }

  /// Returns the error about a missing key of an object, with the key that is most similar.
  ///
  /// Histories can have unknown keys, so a misspelt key is found only here.
  func missing(_ key: String, among known: [String], inObjectAt start: Int) -> JSONError {
    var scanner = JSONScanner(text.bytes)
    scanner.offset = start
    let unknown = scanner.keysOfObject().filter { !known.contains($0) }
    let found = nearestName(to: key, among: unknown)
    return JSONError(
      "the key '\(key)' is missing" + (found.map { ", found '\($0.shownInMessage)'" } ?? ""),
      at: start
    )
  }

  /// Returns the keys of the object that comes next, as far as it is whole.
  mutating func keysOfObject() -> [String] {
    var keys: [String] = []
    guard (try? beginObject()) != nil else { return keys }
    while let name = try? nextKey(), (try? skipValue()) != nil { keys.append(text(of: name)) }
    return keys
  }
}

extension HistoryGaps {
  /// The names of gaps, which the key `unknown` of a history lists (F12).
  static let names: [(name: String, gap: HistoryGaps)] = [
    ("redemptions", .redemptions), ("paidMonths", .paidMonths), ("otherPurchases", .otherPurchases),
  ]
}

extension Storefront {
  /// Returns the message about a code that is not a storefront, with the nearest storefront.
  package static func refusal(of code: String) -> String {
    "expected a storefront such as 'USA', found '\(code.shownInMessage)'"
      .suggesting(Storefront.nearest(to: code)?.code)
  }

  /// The currencies of the App Store, none of which is a storefront.
  private static let currencies: Set<Storefront> = Set(
    [
      "AED", "AUD", "BGN", "BRL", "CAD", "CHF", "CLP", "CNY", "COP", "CZK", "DKK", "EGP", "EUR",
      "GBP", "HKD", "HUF", "IDR", "ILS", "INR", "JPY", "KRW", "KZT", "MXN", "MYR", "NGN", "NOK",
      "NZD", "PEN", "PHP", "PKR", "PLN", "QAR", "RON", "RUB", "SAR", "SEK", "SGD", "THB", "TRY",
      "TWD", "TZS", "UAH", "USD", "VND", "ZAR",
    ].compactMap { Storefront($0) }
  )

  var isCurrency: Bool { Self.currencies.contains(self) }
}
