import TestSupport
import Testing
import WinBackFormats

/// A row without a time of day can be newer in one time zone and older in another (P1, T4).
@Suite("Rows of a table at a time zone")
struct RowsAtTimeZoneTests {
  private static let columns = [
    "customerId", "transactionId", "productId", "purchaseDate", "expiresDate", "signedDate",
    "revocationDate", "autoRenewStatus", "expirationIntent", "gracePeriodExpiresDate", "offerType",
    "offerIdentifier", "price", "inAppOwnershipType",
  ]

  /// Dates of which some are a day, and change places with others from one time zone to the next.
  private static let dates = [
    "2024-03-15", "2024-03-15 04:00:00", "2024-03-14 20:00:00", "2024-03-16", "2024-03-15 23:00:00",
  ]

  private static func table(seed: UInt64) -> String {
    var generator = SplitMix64(seed: seed)
    func one(_ values: [String]) -> String { values.randomElement(using: &generator) ?? "" }
    let rows = (0..<Int.random(in: 1...5, using: &generator)).map { _ in
      [
        "alice", one(["1", "1", "2", ""]), one(["basic", "premium"]), one(dates), "2024-06-01",
        one(dates + ["", ""]), one(["", "", "", "2024-04-01"]), one(["", "0", "1"]),
        one(["", "", "2"]), one(["", "", "2024-06-17"]), one(["", "4", "1", "unknown"]),
        one(["", "o"]), one(["", "9.99"]), one(["", "PURCHASED", "FAMILY_SHARED"]),
      ].joined(separator: ",")
    }
    return ([columns.joined(separator: ",")] + rows).joined(separator: "\n")
  }

  /// What is read of the only customer at a time zone, and what that says at another one; nil if the
  /// rows contradict each other.
  private static func history(
    _ table: String,
    _ meaning: Mapping.RowMeaning,
    readAt reading: UTCOffset,
    mergedAt offset: UTCOffset
  ) throws -> String? {
    let fields = columns.map { "\"\($0)\": \"\($0)\"" }.joined(separator: ", ")
    let mapping = try Mapping(json: "{\"rows\": \"\(meaning)\", \"fields\": {\(fields)}}".utf8)
    let bytes = ContiguousArray(table.utf8)
    let open = try #require(try OpenTable.open(bytes.rawBytes, mapping, isWhole: true))
    var reader = CustomerReader(open.plan, timeZone: reading, attributeCount: 0)
    var scanner = RowScanner(bytes.rawBytes, open.plan.layout, from: open.start)
    var record = HistoryRecord()
    var symbols = SymbolTable()
    guard reader.next(&scanner, into: &record, &symbols), reader.rows.error == nil,
      (try? record.mergeDuplicates(at: offset)) != nil
    else { return nil }
    let transactions = record.transactions.map { transaction in
      var others = transaction
      others.transactionId = nil
      return "\(transaction.transactionId.map(record.string) ?? "none") \(others)"
    }
    return "\(transactions.sorted()) \(record.renewals) \(record.gaps)"
  }

  @Test("say what they say if they are read at it", arguments: Mapping.RowMeaning.allCases)
  func timeZones(rowsAre meaning: Mapping.RowMeaning) throws {
    let zones = try ["Z", "-08:00", "-12:00", "+14:00"].map { try #require(UTCOffset($0)) }
    var differences = 0
    for seed in 0..<UInt64(TestBuild.randomCases(150)) {
      let table = Self.table(seed: seed)
      let found = try zones.map { try Self.history(table, meaning, readAt: $0, mergedAt: $0) }
      guard !found.contains(nil) else { continue }
      differences += Set(found).count - 1
      for (zone, expected) in zip(zones, found) {
        let merged = try Self.history(table, meaning, readAt: .utc, mergedAt: zone)
        try #require(merged == expected, "seed \(seed) at \(zone):\n\(table)")
      }
    }
    #expect(differences > 0)
  }
}
