import Testing
import WinBackFormats

extension MappingTests {
  @Test("reads rows of JSON by the same names")
  func jsonLines() throws {
    let text = #"""
      {"user":"a","sku":"B1","begin":1704067200,"end":"1706745600","env":"prod","kind":null}

      {"env":"test"}
      {"user":"\u0061","sku":"B1","begin":1706745600,"length":"ONE_MONTH","env":"prod","x":[{"y":1}]}
      """#
    let input = try histories(text, mapping: try mapping())
    #expect(input.histories.map(\.customerId) == ["a"])
    #expect(input.histories.first?.transactions.count == 2)
    #expect(input.warnings.map(\.message) == ["1 row of the sandbox skipped"])
  }

  private static let rowsOfJSON = """
    {"fields":{"customerId":"c.id","productId":"p","purchaseDate":"from","expiresDate":"to",\
    "offerType":"kind","offerIdentifier":"offer"},"optional":["offer"]}
    """
  private static let row =
    #"{"c":{"id":"a","age":1},"p":"b","from":"2024-01-01","to":"2024-02-01""#

  @Test(
    "names columns that no row of JSON has",
    arguments: [
      (
        #","knd":4"#,
        "the mapping names the column 'kind', which the table lacks; did you mean 'knd'?"
      ),
      (
        "",
        "the mapping names the column 'kind', which the table lacks; 'optional' lists the columns that it "
          + "may lack"
      ),
    ]
  )
  func missingMembers(more: String, message: String) throws {
    let mapping = try mapping(Self.rowsOfJSON)
    let text = Self.row + more + "}\n" + Self.row + "}\n"
    #expect(refusal { _ = try histories(text, mapping: mapping) } == "1:1: " + message)
    // One row is enough, even if it has no value.
    let whole = text + Self.row + #","kind":null}"#
    #expect(try histories(whole, mapping: mapping).histories.map(\.gaps) == [[]])
  }

  @Test("knows of no redemption where no row of JSON has a column of them (F12)")
  func missingRedemptions() throws {
    let mapping = try mapping(
      Self.rowsOfJSON.replacing(#"["offer"]"#, with: #"["offer","kind"]"#)
    )
    let input = try histories(Self.row + #","ofer":1}"#, mapping: mapping)
    #expect(input.histories.map(\.gaps) == [.redemptions])
    #expect(
      input.warnings.map(\.message) == [
        "the mapping reads the column 'offer', which the table lacks, and not 'ofer'",
        "no column says which offers were redeemed, so no wait between offers can be decided",
      ]
    )
  }

  @Test("asks for more rows of JSON until one of them has each column")
  func moreRows() throws {
    let mapping = try mapping(Self.rowsOfJSON)
    func plan(_ text: String) throws -> ColumnPlan? {
      let bytes = ContiguousArray(text.utf8)
      return try OpenTable.open(bytes.rawBytes, mapping, isWhole: false)?.plan
    }
    #expect(try plan(Self.row + "}\n") == nil)
    let found = try #require(
      try plan(Self.row + "}\n" + Self.row + #","kind":4,"x":{"y":1}}"# + "\n")
    )
    #expect(!found.hidesRedemptions)
    #expect(found.usedColumns == ["c.id", "p", "from", "to", "kind"])
    #expect(found.unusedColumns == ["c.age", "x"])
  }

  @Test("reads rows of JSON that have several lines each, and says where one is broken")
  func severalLines() throws {
    let rows = [1, 2].map { number in
      """
      {
        "c": {
          "id": "a\(number)"
        },
        "p": "b", "from": "2024-01-01", "to": "2024-02-01", "kind": null
      }

      """
    }
    let mapping = try mapping(Self.rowsOfJSON)
    let input = try histories(rows.joined(), mapping: mapping)
    #expect(input.histories.map(\.customerId) == ["a1", "a2"])
    #expect(
      refusal {
        _ = try histories(rows[0] + rows[1].replacing("2024-01", with: "soon"), mapping: mapping)
      } == """
        11:22: expected a date such as 2025-01-15 or 2025-01-15 09:30:00 in column 'from', found \
        'soon-01'
        """
    )
  }
}
