import Testing
import WinBackFormats

@Suite("Two double quotes by mistake in a table")
struct StrayQuoteTests {
  private static let message =
    "expected the double quote that closes this field on the same line, found it on a later one"

  private static func mapping() throws -> Mapping {
    try Mapping(
      json: #"""
        { "optional": ["note", "kind"],
          "fields": { "customerId": "user", "productId": "sku", "purchaseDate": "begin",
            "expiresDate": "end", "transactionId": "id",
            "offerType": { "value": "4", "where": { "kind": ["w"] } } } }
        """#.utf8
    )
  }

  private static let header = "user,id,sku,begin,end,kind,note\n"

  private static func line(_ number: Int, id: String? = nil, note: String = "x y") -> String {
    "c\(number),\(id ?? "i\(number)"),b,2024-01-01,2024-02-01,k,\(note)\n"
  }

  /// Reads a table as `score` does: the customers that are read, and the errors.
  private func read(_ rows: String, isWhole: Bool = true) throws -> [String] {
    let bytes = ContiguousArray((Self.header + rows).utf8)
    let table = try #require(try OpenTable.open(bytes.rawBytes, Self.mapping(), isWhole: true))
    var reader = CustomerReader(table.plan, timeZone: .utc, attributeCount: 0)
    var scanner = RowScanner(bytes.rawBytes, table.plan.layout, from: table.start)
    var record = HistoryRecord()
    var symbols = SymbolTable()
    var results: [String] = []
    while reader.next(&scanner, into: &record, &symbols) {
      if let error = reader.rows.error {
        results.append("\(reader.rows.count) rows: \(FormatError(error, in: bytes.rawBytes))")
      } else {
        results.append(record.string(record.customerId))
      }
    }
    return results
  }

  @Test("never make rows vanish: the lines between them are read")
  func between() throws {
    let rows = (1...9).map { number in
      switch number {
      case 3: Self.line(3, id: "\"i3")
      case 7: Self.line(7, id: "i7\"")
      default: Self.line(number)
      }
    }
    #expect(
      try read(rows.joined()) == [
        "c1", "3 rows: 4:4: \(Self.message)", "c5",
        "3 rows: 8:6: a double quote inside a field needs double quotes around the field", "c9",
      ]
    )
  }

  @Test("are found in columns that are not read, too, where a line between them is a row")
  func unread() throws {
    let rows = [
      Self.line(1), Self.line(2, note: "\"x"), Self.line(3), Self.line(4),
      Self.line(5, note: "y\""),
      Self.line(6),
    ]
    let results = try read(rows.joined())
    #expect(results.contains { $0.contains("3:33: \(Self.message)") }, "\(results)")
    #expect(
      results.last
        == "3 rows: 6:34: a double quote inside a field needs double quotes around the field"
    )
    let next = [Self.line(1), Self.line(2, note: "\"x"), Self.line(3, note: "y\""), Self.line(4)]
    #expect(try read(next.joined()).contains { $0.contains("3:33: \(Self.message)") })
  }

  @Test("are not meant by a note of several lines")
  func notes() throws {
    for note in ["x\ny", "a,b\nc,d,e,f,g,h,i\n\nj", "\n", "1,2,3,4,5,6,7\n1,2,3,fourth,5,6,7\n"] {
      let rows = [Self.line(1), Self.line(2, note: "\"\(note)\""), Self.line(3)]
      #expect(try read(rows.joined()) == ["c1", "c2", "c3"], "\(note)")
    }
  }

  @Test("are an error in what is read, also where the field could be meant")
  func meant() throws {
    let results = try read(
      Self.line(1) + Self.line(2, id: "\"i\n2\"") + Self.line(3) + Self.line(4)
    )
    #expect(results == ["4 rows: 3:4: \(Self.message)", "c4"])
  }

  @Test("are found wherever the bytes are cut")
  func cuts() throws {
    let rows = [
      Self.line(1), Self.line(2, note: "\"x"), Self.line(3), Self.line(4, note: "y\""),
      Self.line(5, id: "\"i"), Self.line(6), Self.line(7, id: "j\""), Self.line(8),
      Self.line(9, note: "\"a\nb\""),
    ].joined()
    let bytes = ContiguousArray(rows.utf8)
    let head = ContiguousArray(Self.header.utf8)
    let table = try #require(try OpenTable.open(head.rawBytes, Self.mapping(), isWhole: true))
    func errors(_ range: Range<Int>, isWhole: Bool) -> (places: [Int], end: Int) {
      let piece = ContiguousArray(bytes[range])
      var scanner = RowScanner(piece.rawBytes, table.plan.layout, isWhole: isWhole)
      var places: [Int] = []
      while true {
        do throws(RowError) {
          guard try scanner.next() else {
            return (places, range.lowerBound + scanner.offset)
          }
        } catch {
          places.append(range.lowerBound + error.offset)
        }
      }
    }
    let expected = errors(0..<bytes.count, isWhole: true).places
    #expect(expected.count == 4)
    for cut in bytes.indices {
      let first = errors(0..<cut, isWhole: false)
      let rest = errors(first.end..<bytes.count, isWhole: true)
      try #require(first.places + rest.places == expected, "cut at \(cut)")
    }
  }
}
