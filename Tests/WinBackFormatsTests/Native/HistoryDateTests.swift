import Testing
import WinBackFormats

@Suite("A date of a native history")
struct HistoryDateTests {
  @Test(
    "is milliseconds, of which a fraction is cut off, or ISO 8601 (T1, T4)",
    arguments: [
      ("1704067200000", "1704067200000"),
      ("1704067200000.9", "1704067200000"),
      ("1704067200000.999", "1704067200000"),
      ("1.7040672e12", "1704067200000"),
      ("0", "0"),
      ("-0.5", "-1"),
      ("-62135596800000", "-62135596800000"),
      ("253402300799999.9", "253402300799999"),
      (#""2024-01-01""#, "1704067200000(day)"),
      (#""2024-01-01T00:00:00Z""#, "1704067200000"),
      (#""2024-01-01t00:00:00.0019z""#, "1704067200001"),
      (#""2024-01-01 09:30""#, "1704101400000"),
      (#""2024-01-01T09:00:00+09:00""#, "1704067200000"),
      (#""2023-12-31T19:00-0500""#, "1704067200000"),
      (#""0001-01-01""#, "-62135596800000(day)"),
      (#""9999-12-31""#, "253402214400000(day)"),
    ]
  )
  func reads(json: String, expected: String) throws {
    let transaction = try ReadHistory.transaction(#""signedDate":\#(json)"#)
    #expect(transaction == "productId=p purchaseDate=0 expiresDate=1 signedDate=\(expected) owned")
  }

  @Test(
    "that is none is refused at the place that is wrong (T5)",
    arguments: [
      ("^1e30", "expected milliseconds in the years 0001 to 9999, found 1e30"),
      (
        "^-62135596800001",
        "expected milliseconds in the years 0001 to 9999, found -62135596800001"
      ),
      (
        "^253402300800000", "expected milliseconds in the years 0001 to 9999, found 253402300800000"
      ),
      (#""^0000-01-01""#, "year 0 is not in 1 to 9999"),
      (#""1000^0-01-01""#, "expected '-' after the year, found '0'"),
      (#""2024-^13-01""#, "month 13 is not in 1 to 12"),
      (#""2023-02-^29""#, "2023-02-29 does not exist: February 2023 has 28 days"),
      (#""2023\u002d02-^30""#, "2023-02-30 does not exist: February 2023 has 28 days"),
      (#""2024-01-01T^24:00:00Z""#, "hour 24 is not in 0 to 23"),
      (
        #"^"March 3, 2024""#,
        "expected a date such as 2025-01-15 or 2025-01-15T09:30:00Z, found 'March 3, 2024'"
      ),
      (#""^""#, "expected a digit of the year, found the end"),
      ("^true", "expected a date, as milliseconds or as an ISO 8601 string, found true or false"),
      ("^[]", "expected a date, as milliseconds or as an ISO 8601 string, found an array"),
    ]
  )
  func refuses(marked: String, message: String) {
    let prefix = #"{"customerId":"c","transactions":[{"expiresDate":"#
    let text = MarkedText(prefix + marked + "}]}")
    let json = String(decoding: text.bytes, as: UTF8.self)
    let error = text.error(message, at: "transactions[0].expiresDate")
    #expect(refusal { try ReadHistory(json) } == error)
  }

  @Test(
    "without a time starts in the time zone of the policy (T4)",
    arguments: [
      ("UTC", "2024-02-01T00:00:00.000Z"),
      ("-08:00", "2024-02-01T08:00:00.000Z"),
      ("+14:00", "2024-01-31T10:00:00.000Z"),
    ]
  )
  func timeZone(offset: String, expected: String) throws {
    let engine = try NativeSamples.engine(policies: ["timeZone": offset])
    func lapsedAt(_ expiresDate: String) throws -> String? {
      let json = """
        {"customerId":"c","transactions":[{"productId":"basic.monthly",
         "purchaseDate":"2024-01-01","expiresDate":"\(expiresDate)"}]}
        """
      let customers = try engine.decisions(json: json.utf8, asOf: .maximum)
      return customers[0][0].facts.lapsedAt?.description
    }
    #expect(try lapsedAt("2024-02-01") == expected)
    #expect(try lapsedAt("2024-02-01T00:00:00") == "2024-02-01T00:00:00.000Z")
  }
}
