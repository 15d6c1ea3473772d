import Testing
import WinBackFormats

@Suite("Known keys")
struct JSONKeyTableTests {
  enum Key: String, CaseIterable, Sendable {
    case a
    case id
    case price
    case currency
    case productId
    case purchaseDate
    case expiresDate
    case offerType
    case offerIdentifier
    case offerDiscountType
    case customerEligibilityPaidSubscriptionDurationInMonths
    case customerEligibilityTimeSinceLastSubscribedInMonths
    case customerEligibilityWaitBetweenOffersInMonths
  }

  /// Returns what the table finds for a key of an object.
  private func find(_ spelling: String) throws -> Key? {
    try JSONKeyTableTests.find(spelling, in: JSONKeyTable<Key>())
  }

  private static func find<Known: Equatable>(
    _ spelling: String,
    in table: JSONKeyTable<Known>
  ) throws -> Known? {
    let found = try (0..<20).map { padding in
      try scan("{\"\":1,\"\(spelling)\":1}", padding: padding) { scanner in
        try scanner.beginObject()
        _ = try scanner.nextKey()
        _ = try scanner.skipValue()
        let key = try #require(try scanner.nextKey())
        return table.find(key, in: scanner)
      }
    }
    #expect(found.allSatisfy { $0 == found[0] })
    return found[0]
  }

  @Test("are found by their names", arguments: Key.allCases)
  func finds(key: Key) throws {
    #expect(try find(key.rawValue) == key)
  }

  @Test("are found when spelt with escapes", arguments: Key.allCases)
  func findsEscaped(key: Key) throws {
    for index in key.rawValue.unicodeScalars.indices {
      let scalar = key.rawValue.unicodeScalars[index]
      let escape = "\\u00" + String(scalar.value, radix: 16)
      let start = String(key.rawValue.unicodeScalars[..<index])
      let end = String(key.rawValue.unicodeScalars[index...].dropFirst())
      #expect(try find(start + escape + end) == key)
    }
  }

  @Test("are not found by any other spelling", arguments: Key.allCases)
  func findsNothingElse(key: Key) throws {
    let name = Array(key.rawValue.utf8)
    for index in name.indices {
      var changed = name
      changed[index] ^= 1
      #expect(try find(String(decoding: changed, as: UTF8.self)) == nil)
      let shortened = String(decoding: name[..<index], as: UTF8.self)
      #expect(try find(shortened) == Key(rawValue: shortened))
    }
    #expect(try find(key.rawValue + "s") == nil)
    #expect(try find(key.rawValue + "\\u0000") == nil)
    #expect(try find(key.rawValue.uppercased() + "é") == nil)
  }

  @Test("are not found by characters that are only canonically equal")
  func kelvin() throws {
    enum Unit: String, CaseIterable, Sendable { case kelvin = "K" }
    #expect(try Self.find("K", in: JSONKeyTable<Unit>()) == .kelvin)
    #expect(try Self.find("\u{212A}", in: JSONKeyTable<Unit>()) == nil)
  }
}
