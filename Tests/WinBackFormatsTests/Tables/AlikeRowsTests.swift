import CalendarTime
import Foundation
import TestSupport
import Testing
import WinBack
import WinBackFormats

/// Rows are compared with the row before them, or read in full where the delimiter is a semicolon.
///
/// Both must be the same.
@Suite("Rows that are like the row before them")
struct AlikeRowsTests {
  private static let count = UInt64(TestBuild.randomCases(120))

  @Test("are read as if there were no other rows")
  func reading() throws {
    var errors = 0
    for seed in 0..<Self.count {
      let table = AlikeTable(seed: seed)
      let read = try customers(table.text(delimiter: ";"))
      for delimiter: Character in [",", "\t"] {
        let compared = try customers(table.text(delimiter: delimiter))
        try #require(compared == read, "seed \(seed)")
      }
      errors += read.count { $0.contains("expected") }
    }
    #expect(errors > 0)
  }

  @Test("are read in company as they are read alone")
  func company() throws {
    for seed in 0..<Self.count {
      let text = AlikeTable(seed: seed).text(delimiter: ",")
      let bytes = ContiguousArray(text.utf8)
      let header = ContiguousArray(bytes.prefix { $0 != UInt8(ascii: "\n") } + [0x0A])
      let all = try readCustomers(bytes)
      for customer in all {
        let alone = try readCustomers(header + ContiguousArray(bytes[customer.range]))
        try #require(alone.map { $0.text } == [customer.text], "seed \(seed), \(customer.range)")
      }
    }
  }

  @Test("end customers where they end when they are read, or as if other rows were not there")
  func boundaries() throws {
    for seed in 0..<Self.count {
      let table = AlikeTable(seed: seed)
      var generator = SplitMix64(seed: seed)
      let cut = Int.random(in: 0...200, using: &generator)
      let compared = try lastStart(table.text(delimiter: ","), without: cut)
      let full = try lastStart(table.text(delimiter: ";"), without: cut)
      try #require(compared.found == full.found, "seed \(seed)")
      try #require(compared.found == compared.read, "seed \(seed)")
    }
  }

  @Test("are not taken for the header that is there once more")
  func header() throws {
    let mapping = try Mapping(
      json: """
        { "fields": { "customerId": "user", "productId": "item", "purchaseDate": "2023-01-01",
          "expiresDate": "2023-02-01" } }
        """.utf8
    )
    let header = "user,item,2023-01-01,2023-02-01"
    let rows = [header, "dora,year,2024-01-01,2024-02-01", header, header]
    let input = try histories(rows.joined(separator: "\n"), mapping: mapping)
    #expect(input.histories.map(\.customerId) == ["dora"])
  }

  // MARK: - What is read

  private func open(_ bytes: ContiguousArray<UInt8>) throws -> OpenTable {
    let mapping = try HistoryFormat.revenueCat.mapping(orOwn: nil)
    return try #require(try OpenTable.open(bytes.rawBytes, mapping, isWhole: true))
  }

  /// Returns where the last customer's rows start of whom there may be more, as it is found and as it
  /// shows when rows are read.
  private func lastStart(_ text: String, without cut: Int) throws -> (found: Int, read: Int) {
    let bytes = ContiguousArray(text.utf8)
    let table = try open(bytes)
    let rows = bytes.rawBytes.extracting(table.start..<max(table.start, bytes.count - cut))
    var boundaries = CustomerBoundaries(table.plan)
    var reader = CustomerReader(table.plan, timeZone: .utc, attributeCount: 0)
    var scanner = RowScanner(rows, table.plan.layout, isWhole: false)
    var record = HistoryRecord()
    var symbols = SymbolTable()
    while reader.next(&scanner, into: &record, &symbols) {}
    return (boundaries.lastStart(in: rows), reader.rows.range.upperBound)
  }

  /// What is read of a customer, and of which bytes; errors have their place in these.
  private struct ReadRows {
    let range: Range<Int>
    let text: String
  }

  /// Returns all that is read of each customer, with its place.
  private func customers(_ text: String) throws -> [String] {
    try readCustomers(ContiguousArray(text.utf8)).map { "\($0.range) \($0.text)" }
  }

  /// Returns all that is read of each customer.
  private func readCustomers(_ bytes: ContiguousArray<UInt8>) throws -> [ReadRows] {
    let table = try open(bytes)
    var reader = CustomerReader(table.plan, timeZone: .utc, attributeCount: 0)
    var scanner = RowScanner(bytes.rawBytes, table.plan.layout, from: table.start)
    var record = HistoryRecord()
    var symbols = SymbolTable()
    var customers: [ReadRows] = []
    while reader.next(&scanner, into: &record, &symbols) {
      let rows = reader.rows
      var text = "\(rows.count) \(rows.customers) \(rows.skipped)"
      if let error = rows.error {
        let fault = FormatError(error, in: bytes.rawBytes)
        text += " \(fault.offset - rows.range.lowerBound): \(fault.message)"
      } else {
        text += " \(record.string(record.customerId)) \(record.gaps) \(record.renewals)"
        for transaction in record.transactions { text += "\n" + description(transaction, record) }
      }
      customers.append(ReadRows(range: rows.range, text: text))
      symbols.removeAll(beyond: 0)
    }
    return customers
  }

  private func description(_ transaction: TransactionRecord, _ record: HistoryRecord) -> String {
    var others = transaction
    others.transactionId = nil
    others.originalTransactionId = nil
    others.identifier = TextRange(start: 0, count: 0)
    others.originalIdentifier = TextRange(start: 0, count: 0)
    let identifiers = [transaction.transactionId, transaction.originalTransactionId]
      .map { $0.map(record.string) ?? "none" }
    return "\(identifiers) \(others)"
  }
}
