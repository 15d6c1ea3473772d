import Foundation
import TestSupport
import Testing
import WinBackFormats

/// Of each column the last value is remembered, with what it means; nothing of that may show.
@Suite("Rows that are like the row before them")
struct AlikeRowsTests {
  private static let count = UInt64(TestBuild.randomCases(120))

  @Test("are read alike with any delimiter")
  func reading() throws {
    var errors = 0
    for seed in 0..<Self.count {
      let table = AlikeTable(seed: seed)
      let read = try customers(table.text(delimiter: ";"))
      for delimiter: Character in [",", "\t"] {
        let others = try customers(table.text(delimiter: delimiter))
        try #require(others == read, "seed \(seed)")
      }
      errors += read.count { $0.contains("expected") }
    }
    #expect(errors > 0)
  }

  @Test("are read in company as they are read alone")
  func company() throws {
    for seed in 0..<Self.count {
      try expectSameAlone(AlikeTable(seed: seed).text(delimiter: ","), "seed \(seed)")
    }
  }

  @Test("are read in full where a quote, a delimiter or a line end stands in only one of them")
  func separators() throws {
    let written = [
      "x", "xy", "", "é", "xé", "\"x\"", "\"xy\"", "\"\"", "\"x\"\"y\"", "\"x,y\"", "\"x\ny\"",
      "\"x\r\ny\"", "\"x\"y", "x\"y", "\"x",
    ]
    for usual in written {
      for other in written {
        let rows = [("alice", usual), ("berta", usual), ("carla", other), ("dora", usual)].map {
          $0 + ",US,basic.monthly,2024-01-01 08:27:06,2024-02-01 08:27:06,\($1),app_store,20001"
        }
        let header =
          "rc_original_app_user_id,country,product_identifier,start_time,end_time,offer,store,"
          + "store_transaction_id"
        let text = ([header] + rows).joined(separator: "\n") + "\n"
        try expectSameAlone(text, "\(usual) and \(other)")
      }
    }
  }

  @Test("are read in full where only the first bytes of a long field differ")
  func longFields() throws {
    let products = (0..<6).map {
      String(repeating: "\($0)", count: 20) + String(repeating: "x", count: 150)
    }
    // The field before it has another length in each row, so that the long one starts elsewhere.
    let rows = products.enumerated().map { number, product in
      "alice,\(number % 2 == 0 ? "US" : ""),\(product),2024-01-01 08:27:06,2024-02-01 08:27:06,2000\(number)"
    }
    let header =
      "rc_original_app_user_id,country,product_identifier,start_time,end_time,store_transaction_id"
    let bytes = ContiguousArray(([header] + rows).joined(separator: "\n").utf8)
    let table = try open(bytes)
    var reader = CustomerReader(table.plan, timeZone: .utc, attributeCount: 0)
    var scanner = RowScanner(bytes.rawBytes, table.plan.layout, from: table.start)
    var record = HistoryRecord()
    var symbols = SymbolTable()
    #expect(reader.next(&scanner, into: &record, &symbols))
    #expect(record.transactions.map { symbols.text(of: $0.productId) } == products)
  }

  @Test("are forgotten where other bytes are read")
  func restart() throws {
    let refunds = ["2024-01-09 08:27:06", "2024-01-10 08:27:06"]
    let tables = refunds.map { refund in
      let rows = ["alice", "berta", "carla"].map {
        RevenueCatSamples.row(["refunded_at": refund], of: $0)
      }
      return ContiguousArray(RevenueCatSamples.text(rows).utf8)
    }
    let table = try open(tables[0])
    var reader = CustomerReader(table.plan, timeZone: .utc, attributeCount: 0)
    var found: [TimelineDate?] = []
    for bytes in tables {
      reader.restart()
      var scanner = RowScanner(bytes.rawBytes, table.plan.layout, from: table.start)
      var record = HistoryRecord()
      var symbols = SymbolTable()
      // The second customer's row is compared with the first one's.
      #expect(reader.next(&scanner, into: &record, &symbols))
      found += record.transactions.map(\.revocationDate)
    }
    let expected = try refunds.map { try ISO8601Date(parsing: $0.replacing(" ", with: "T") + "Z") }
    #expect(found.map(\.?.instant) == expected.map(\.instant))
  }

  @Test("are read anew behind one that is not text")
  func encoding() throws {
    let rows = ["alice", "berta", "berta", "carla", "dan", "emil"].map { customer in
      RevenueCatSamples.row(
        ["refunded_at": customer == "alice" ? "" : "2024-01-09 08:27:06"],
        of: customer
      )
    }
    var bytes = ContiguousArray(RevenueCatSamples.text(rows).utf8)
    // The first byte of the second row's last column, whatever it holds.
    let lines = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }
    bytes.insert(0xFF, at: lines[2])
    let read = try readCustomers(bytes)
    let header = ContiguousArray(bytes.prefix { $0 != UInt8(ascii: "\n") } + [0x0A])
    let carla = try #require(read.first { $0.text.contains(" carla ") })
    let alone = try readCustomers(header + ContiguousArray(bytes[carla.range]))
    #expect(alone.map(\.text) == [carla.text])
  }

  @Test("end customers where they end when they are read, or as if other rows were not there")
  func boundaries() throws {
    for seed in 0..<Self.count {
      let table = AlikeTable(seed: seed)
      var generator = SplitMix64(seed: seed)
      let cut = Int.random(in: 0...200, using: &generator)
      let start = try lastStart(table.text(delimiter: ","), without: cut)
      try #require(start.found == start.read, "seed \(seed)")
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
    for customer in ["dora", "dorothea"] {
      let row = "\(customer),year,2024-01-01,2024-02-01"
      for end in ["\n", "\r\n"] {
        let text = ([header, row, row] + Array(repeating: header + end, count: 4)).joined(
          separator: "\n"
        )
        for text in [text, text.replacing("\r\n", with: "\n") + header, text + header] {
          let read = try readCustomers(ContiguousArray(text.utf8), mapping)
          #expect(read.count == 1)
          #expect(read.first?.text.contains(" \(customer) ") == true)
        }
      }
    }
  }

  // MARK: - What is read

  /// Expects of each customer what is read of that customer's rows alone.
  private func expectSameAlone(_ text: String, _ comment: Comment) throws {
    let bytes = ContiguousArray(text.utf8)
    let header = ContiguousArray(bytes.prefix { $0 != UInt8(ascii: "\n") } + [0x0A])
    for customer in try readCustomers(bytes) {
      let alone = try readCustomers(header + ContiguousArray(bytes[customer.range]))
      try #require(alone.map(\.text) == [customer.text], comment)
    }
  }

  private func open(
    _ bytes: ContiguousArray<UInt8>,
    _ mapping: Mapping? = nil
  ) throws -> OpenTable {
    let mapping = try mapping ?? HistoryFormat.revenueCat.mapping(orOwn: nil)
    return try #require(try OpenTable.open(bytes.rawBytes, mapping, isWhole: true))
  }

  /// Returns where the last customer's rows start of whom there may be more, as it is found and as it
  /// shows when rows are read.
  private func lastStart(_ text: String, without cut: Int) throws -> (found: Int, read: Int) {
    let bytes = ContiguousArray(text.utf8)
    let table = try open(bytes)
    let rows = bytes.rawBytes.extracting(table.start..<max(table.start, bytes.count - cut))
    var owners = RowOwners(table.plan)
    var reader = CustomerReader(table.plan, timeZone: .utc, attributeCount: 0)
    var scanner = RowScanner(rows, table.plan.layout, isWhole: false)
    var record = HistoryRecord()
    var symbols = SymbolTable()
    while reader.next(&scanner, into: &record, &symbols) {}
    return (owners.lastStart(in: rows), reader.rows.range.upperBound)
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
  private func readCustomers(
    _ bytes: ContiguousArray<UInt8>,
    _ mapping: Mapping? = nil
  ) throws -> [ReadRows] {
    let table = try open(bytes, mapping)
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
