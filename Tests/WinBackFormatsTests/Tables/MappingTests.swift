import Testing
import WinBackFormats

@Suite("A mapping of columns")
struct MappingTests {
  static let mapping = #"""
    { "dates": "seconds", "optional": ["env", "begin", "start", "length", "end", "offer", "kind", "paid"],
      "only": [ { "column": "env", "values": ["prod"], "others": "of the sandbox" } ],
      "fields": {
        "customerId": "user", "productId": "sku", "purchaseDate": ["begin", "start"],
        "expiresDate": { "column": "end" }, "duration": "length",
        "offerIdentifier": "offer",
        "offerType": [ { "value": "4", "where": { "kind": ["wb"] } },
                       { "value": "unknown", "where": { "kind": ["*"] } } ],
        "offerDiscountType": { "value": "FREE_TRIAL", "where": { "kind": ["wb"], "paid": ["", "no"] } } },
      "products": { "B1": "basic.monthly" }, "groups": { "basic.monthly": "21394321" } }
    """#

  func mapping(_ text: String = mapping) throws -> Mapping {
    try Mapping(json: text.utf8)
  }

  @Test("says what columns are, whatever they are called")
  func reading() throws {
    let text = """
      user;sku;begin;start;end;length;offer;kind;paid;env
      a;B1;;1704067200;1706745600;;o1;WB;;prod
      a;B1;1706745600;0;;1 Month;;;no;prod
      a;B1;1706745600;0;;1 Month;;;no;test
      b;other;1706745600;;;P7D;o2;xy;yes;PROD

      """
    let input = try histories(text, mapping: try mapping())
    #expect(input.format == .table)
    #expect(input.warnings.map(\.message) == ["1 row of the sandbox skipped"])
    #expect(input.histories.map(\.customerId) == ["a", "b"])
    #expect(input.histories.map(\.gaps) == [[], .redemptions])
    let transactions = input.histories.flatMap(\.transactions)
    #expect(transactions.map(\.productId) == ["basic.monthly", "basic.monthly", "other"])
    #expect(transactions.map(\.subscriptionGroupIdentifier) == ["21394321", "21394321", nil])
    #expect(transactions.map(\.offerType) == [4, nil, nil])
    #expect(transactions.map(\.offerDiscountType) == ["FREE_TRIAL", nil, nil])
    #expect(
      transactions.map(\.expiresDate.instant.description) == [
        "2024-02-01T00:00:00.000Z", "2024-03-01T00:00:00.000Z", "2024-02-08T00:00:00.000Z",
      ]
    )
  }

  private func dates(_ texts: [String], as form: String) throws -> [String] {
    let mapping = try Mapping(
      json: """
        { "dates": "\(form)", "fields": { "customerId": "c", "productId": "p",
          "purchaseDate": "from", "expiresDate": "to" } }
        """.utf8
    )
    return try texts.map { text in
      let input = try histories("c,p,from,to\na,b,\(text),\(text)\n", mapping: mapping)
      let date = try #require(input.histories.first?.transactions.first?.purchaseDate)
      return date.instant.description + (date.isDateOnly ? " (day)" : "")
    }
  }

  @Test("reads dates as warehouses write them (T1, T4)")
  func warehouseDates() throws {
    let snowflake = [
      "2024-01-31 12:00:00.000 +0000", "2024-01-31 04:00:00.000 -0800", "2024-01-31T17:30:00+05:30",
    ]
    #expect(
      try dates(snowflake, as: "iso8601")
        == Array(repeating: "2024-01-31T12:00:00.000Z", count: 3)
    )
    #expect(
      try dates(["2024-01-31 12:00:00.123456 UTC", "2024-01-31 UTC", "2024-01-31"], as: "iso8601")
        == [
          "2024-01-31T12:00:00.123Z", "2024-01-31T00:00:00.000Z", "2024-01-31T00:00:00.000Z (day)",
        ]
    )
    #expect(
      try dates(["1706702400123456", "1706702399999999"], as: "microseconds")
        == ["2024-01-31T12:00:00.123Z", "2024-01-31T11:59:59.999Z"]
    )
    #expect(
      try dates(["31/01/2024", "2024-01-31"], as: "DD/MM/YYYY")
        == Array(repeating: "2024-01-31T00:00:00.000Z (day)", count: 2)
    )
    for text in [
      "2024-01-31 12:00:00 +2500", "2024-01-31 12:00:00 +0060", "2024-01-31 12:00:00 PST",
    ] {
      #expect(throws: FormatError.self) { try dates([text], as: "iso8601") }
    }
    #expect(throws: FormatError.self) { try dates(["01/31/2024"], as: "DD/MM/YYYY") }
  }

  @Test("takes words for no value, a vertical bar between fields, and retention offers")
  func nulls() throws {
    let mapping = try Mapping(
      json: #"""
        { "nulls": ["NULL", "\\N"], "fields": { "customerId": "c", "productId": "p",
          "purchaseDate": "from", "expiresDate": "to", "revocationDate": "refunded",
          "offerType": "offer" } }
        """#.utf8
    )
    let text = #"""
      c|p|from|to|refunded|offer
      anna|b|2024-01-01|2024-02-01|NULL|5
      anna|b|2024-02-01|2024-03-01|\N|NULL
      NULX|b|2024-02-01|2024-03-01|2024-02-05|4

      """#
    let transactions = try histories(text, mapping: mapping).histories.flatMap(\.transactions)
    #expect(transactions.map { $0.revocationDate == nil } == [true, true, false])
    #expect(transactions.map(\.offerType) == [5, nil, 4])
    // A customer of no name is refused, also where the row is written like the one before.
    for delimiter in [",", "|"] {
      let unnamed = text.replacing("NULX", with: "NULL").replacing("|", with: delimiter)
      #expect(throws: FormatError.self) { try histories(unnamed, mapping: mapping) }
    }
  }

  @Test("names columns that a table must have, unless they are optional")
  func missingColumns() throws {
    let text = "user,sku,start,end,refundet\na,b,2024-01-01,2024-02-01,\n"
    let fields =
      #""customerId":"user","productId":"sku","purchaseDate":"start","expiresDate":"end""#
    let mapping = #"{ "fields": { \#(fields), "revocationDate": "refunded" } }"#
    #expect(
      refusal { _ = try histories(text, mapping: try Mapping(json: mapping.utf8)) }
        == "1:1: the mapping names the column 'refunded', which the table lacks; did you mean "
        + "'refundet'?"
    )
    let optional =
      #"{ "optional": ["refunded"], "fields": { \#(fields), "revocationDate": "refunded" } }"#
    #expect(try histories(text, mapping: try Mapping(json: optional.utf8)).histories.count == 1)
  }

  @Test("counts what rows say of the renewal among what their versions agree on (P1, R6)")
  func renewalsOfVersions() throws {
    let mapping = try mapping(
      #"""
      {"fields":{"customerId":"c","transactionId":"t","productId":"p","purchaseDate":"from",
        "expiresDate":"to","autoRenewStatus":"renews"}}
      """#
    )
    let rows = ["0", "1"].map { "a,7,b,2024-01-01,2024-02-01,\($0)\n" }
    for order in [rows, rows.reversed()] {
      let text = "c,t,p,from,to,renews\n" + order.joined()
      #expect(
        refusal { _ = try histories(text, mapping: mapping) } == """
          3:1: transaction '7' is given twice with different contents: expected equal contents, or a \
          'signedDate' that says which one is newer
          """
      )
    }
    let equal = "c,t,p,from,to,renews\n" + rows[0] + rows[0]
    #expect(try histories(equal, mapping: mapping).histories.map(\.renewalInfo.count) == [1])
  }

  @Test(
    "knows dates in many forms",
    arguments: [
      ("iso8601", "2024-01-01 08:27:06"), ("iso8601", "2024-01-01T08:27:06Z"),
      ("iso8601", "2024-01-01T17:27:06.000000+0900"), ("iso8601", "2024-01-01 08:27:06 UTC"),
      ("seconds", "1704097626"), ("seconds", "1.704097626e9"), ("seconds", "1704097626.0009"),
      ("milliseconds", "1704097626000"), ("milliseconds", "1704097626000.9"),
      ("microseconds", "1704097626000999.9"),
    ]
  )
  func dates(form: String, text: String) throws {
    let mapping = try mapping(
      Self.mapping.replacing(#""dates": "seconds""#, with: "\"dates\": \"\(form)\"")
    )
    let table = "user,sku,begin,length,offer,env\na,b,\(text),P1M,,prod\n"
    let history = try #require(try histories(table, mapping: mapping).histories.first)
    #expect(
      history.transactions.first?.purchaseDate
        == (try TimelineDate(iso8601: "2024-01-01T08:27:06Z"))
    )
  }

  @Test(
    "keeps the milliseconds of seconds with a fraction (T1)",
    arguments: [
      ("1704067200.999", 1_704_067_200_999), ("1704067200.9999", 1_704_067_200_999),
      ("1704067200.5", 1_704_067_200_500), ("170406720050e-2", 1_704_067_200_500),
    ] as [(String, Int64)]
  )
  func fractions(text: String, milliseconds: Int64) throws {
    let table = "user,sku,begin,length,offer,env\na,b,\(text),P1M,,prod\n"
    let history = try histories(table, mapping: try mapping()).histories.first
    #expect(history?.transactions.first?.purchaseDate.instant.milliseconds == milliseconds)
  }

  @Test("knows nothing of the renewal where all its cells are blank (F13a)")
  func blankRenewal() throws {
    let fields = #"""
      "autoRenewStatus": "renews", "expirationIntent": "intent",
      "isInBillingRetryPeriod": { "value": "1", "where": { "retry": ["yes"] } },
      "gracePeriodExpiresDate": "grace", "customerId"
      """#
    let mapping = try mapping(Self.mapping.replacing(#""customerId""#, with: fields))
    let header = "user,sku,begin,length,offer,env,renews,intent,retry,grace\n"
    func renewals(_ cells: String...) throws -> [RenewalInfo] {
      let rows = cells.enumerated().map {
        "a,b,\(1_704_067_200 + $0 * 86_400 * 40),P1M,,prod,\($1)\n"
      }
      let input = try histories(header + rows.joined(), mapping: mapping)
      return try #require(input.histories.first).renewalInfo
    }
    #expect(try renewals(",,,") == [])
    #expect(try renewals(",,no,") == [])
    #expect(try renewals("0,1,,", ",,,") == [])
    #expect(try renewals(",,yes,").map(\.isInBillingRetryPeriod) == [true])
    #expect(try renewals("0,,,") == [RenewalInfo(productId: "b", autoRenewStatus: 0)])
  }

  @Test("knows days by month first, too", arguments: ["02/29/2024", "2024-02-29"])
  func days(text: String) throws {
    let mapping = try mapping(Self.mapping.replacing("\"seconds\"", with: "\"MM/DD/YYYY\""))
    let table = "user,sku,begin,length,offer,env\na,b,\(text),P1Y,,prod\n"
    let transaction = try histories(table, mapping: mapping).histories.first?.transactions.first
    #expect(transaction?.purchaseDate == (try TimelineDate(iso8601: "2024-02-29")))
    #expect(transaction?.expiresDate == (try TimelineDate(iso8601: "2025-02-28")))
  }

  @Test(
    "reads prices, and takes nothing for 0 that is not",
    arguments: [
      ("9.99", 9990), ("0", 0), ("0.00", 0), ("0.0001", 1), ("-0", 0),
      ("12345678", 12_345_678_000),
      (".5", 500), ("5.", 5000),
    ] as [(String, Int64)]
  )
  func prices(text: String, expected: Int64) throws {
    let mapping = try mapping(
      Self.mapping.replacing("\"offerIdentifier\"", with: "\"price\": \"p\", \"offerIdentifier\"")
    )
    let table = "user,sku,begin,length,offer,env,p\na,b,1704067200,P1M,,prod,\(text)\n"
    let transaction = try histories(table, mapping: mapping).histories.first?.transactions.first
    #expect(transaction?.price == expected)
  }

  @Test(
    "that is wrong is told with its place",
    arguments: [
      (
        "\"seconds\"", "\"second\"",
        "1:12: unknown value 'second'; did you mean 'seconds'? (at dates)"
      ),
      ("\"sku\"", "1", "4:40: expected an object, found a number (at fields.productId)"),
      ("\"sku\"", "\"\"", "4:40: expected a name, found an empty string (at fields.productId)"),
      (
        "customerId", "customerID",
        "4:5: unknown key 'customerID'; did you mean 'customerId'? (at fields.customerID)"
      ),
      (
        "\"4\"", "\"6\"",
        "7:31: unknown value '6'; expected one of '1', '2', '3', '4', '5', 'unknown', 'none' "
          + "(at fields.offerType[0].value)"
      ),
      (
        "\"user\"", "{ \"column\": \"user\", \"where\": { \"x\": [\"y\"] } }",
        "4:19: the customer must come from a column, without conditions "
          + "(at fields.customerId)"
      ),
      (
        "\"column\": \"end\"", "\"value\": \"end\"",
        "5:31: expected a date as seconds since 1970, found 'end' (at fields.expiresDate.value)"
      ),
      (
        "\"column\": \"end\"", "\"value\": \"none\", \"column\": \"end\"",
        "5:49: expected either 'column' or 'value', found both (at fields.expiresDate.column)"
      ),
    ]
  )
  func wrongMappings(part: String, replacement: String, message: String) throws {
    #expect(refusal { _ = try mapping(Self.mapping.replacing(part, with: replacement)) } == message)
  }

  @Test("without what every history needs is an error")
  func incomplete() {
    #expect(
      refusal { _ = try mapping(#"{"fields":{"customerId":"a","productId":"b"}}"#) }
        == "1:11: the key 'purchaseDate' is missing (at fields)"
    )
    #expect(
      refusal {
        _ = try mapping(#"{"fields":{"customerId":"a","productId":"b","purchaseDate":"c"}}"#)
      } == "1:11: the key 'expiresDate' or 'duration' is missing (at fields)"
    )
  }

  @Test(
    "for other columns than a table has is an error",
    arguments: [
      (
        "usr,sku,begin,end", "expected a column 'user' for 'customerId', found 'usr' as the nearest"
      ),
      ("user,x,begin,end", "expected a column 'sku' for 'productId', found none among 4 columns"),
      (
        "user,sku,starts,end",
        "expected a column 'begin' or 'start' for 'purchaseDate', found 'starts' as the nearest"
      ),
      ("user,sku,sku,begin,end", "expected one column 'sku', found several"),
    ]
  )
  func wrongTables(header: String, message: String) throws {
    let mapping = try mapping()
    #expect(refusal { _ = try histories(header + "\n", mapping: mapping) } == "1:1: " + message)
  }

  @Test("is needed for a table of no known format")
  func needed() {
    #expect(
      refusal { _ = try histories("a,b\n", as: .table) }
        == "1:1: the format 'table' needs a mapping that says what the columns mean"
    )
  }

  @Test("that is shipped is a format of its name, says what it is for, and is recognised")
  func shipped() throws {
    let formats = HistoryFormat.allCases.filter { $0.mappingText != nil }
    #expect(
      formats.map(\.rawValue) == [
        "revenuecat", "revenuecat-events", "adapty", "subscriber-report",
      ]
    )
    for format in formats {
      let mapping = try format.mapping(orOwn: nil)
      #expect(mapping.name == format.rawValue)
      #expect(!mapping.title.isEmpty)
      let header = mapping.signs.map { "\"\($0)\"" }.joined(separator: ",")
      #expect(try HistoryFormat(detecting: ContiguousArray(header.utf8).rawBytes) == format)
    }
  }
}
