import Testing
import WinBackFormats

@Suite("Values as programs spell them in tables")
struct ColumnSpellingTests {
  /// Reads the transaction of a table with a single row.
  private func history(
    date: String = "2024-01-01",
    form: String = "iso8601",
    offer: String = "4",
    renews: String = "0",
    country: String = "USA"
  ) throws -> CustomerHistory {
    let mapping = try Mapping(
      json: """
        { "dates": "\(form)",
          "fields": { "customerId": "u", "productId": "p", "purchaseDate": "b", "duration": "l",
            "storefront": "c", "offerType": "o", "autoRenewStatus": "r",
            "billingPlanType": { "value": "MONTHLY", "where": { "o": ["4"] } } } }
        """.utf8
    )
    let text = "u,p,b,l,c,o,r\na,p,\(date),P1M,\(country),\(offer),\(renews)\n"
    return try #require(try histories(text, mapping: mapping).histories.first)
  }

  @Test(
    "dates are read with one digit, and with a time zone behind a space",
    arguments: [
      ("MM/DD/YYYY", "1/5/2024", "2024-01-05"), ("MM/DD/YYYY", "12/5/2024", "2024-12-05"),
      ("MM/DD/YYYY", "1/15/2024", "2024-01-15"), ("DD/MM/YYYY", "1/5/2024", "2024-05-01"),
      ("DD/MM/YYYY", "15/1/2024", "2024-01-15"), ("DD/MM/YYYY", "05/01/2024", "2024-01-05"),
      ("iso8601", "2024-01-05 08:27:06 Z", "2024-01-05T08:27:06Z"),
      ("iso8601", "2024-01-05 08:27:06 +00:00", "2024-01-05T08:27:06Z"),
      ("iso8601", "2024-01-05 08:27:06.5 -08:30", "2024-01-05T16:57:06.5Z"),
      ("iso8601", "2024-01-05 08:27:06 +0900", "2024-01-04T23:27:06Z"),
    ]
  )
  func dates(form: String, text: String, expected: String) throws {
    let date = try history(date: text, form: form).transactions.first?.purchaseDate
    #expect(date == (try TimelineDate(iso8601: expected)))
  }

  @Test(
    "dates of no form are refused",
    arguments: [
      ("MM/DD/YYYY", "13/5/2024"), ("DD/MM/YYYY", "1/13/2024"), ("MM/DD/YYYY", "1//2024"),
      ("MM/DD/YYYY", "/1/2024"), ("MM/DD/YYYY", "1/5/24"), ("MM/DD/YYYY", "001/5/2024"),
      ("iso8601", "2024-01-05 08:27:06 +00:0"), ("iso8601", "2024-01-05 08:27:06  Z"),
      ("iso8601", " Z"), ("iso8601", "2024-01-05 08:27:06 +24:00"),
    ]
  )
  func noDates(form: String, text: String) {
    #expect(throws: FormatError.self) { try history(date: text, form: form) }
  }

  @Test("whole numbers can have a fraction of zero, as pandas writes them")
  func zeroFractions() throws {
    for offer in ["4", "4.0", "4.00"] {
      let history = try history(offer: offer, renews: "1.0")
      #expect(history.transactions.map(\.offerType) == [4])
      #expect(history.transactions.map(\.billingPlanType) == ["MONTHLY"])
      #expect(history.renewalInfo.map(\.autoRenewStatus) == [1])
    }
    #expect(
      refusal { _ = try history(offer: "4.5") }
        == "2:24: expected '1', '2', '3', '4', '5' or 'unknown' in column 'o', found '4.5'"
    )
  }

  @Test(
    "words for true and false are read",
    arguments: [("yes", 1), ("YES", 1), ("no", 0), ("t", 1), ("False", 0)]
  )
  func words(text: String, status: Int) throws {
    #expect(try history(renews: text).renewalInfo.map(\.autoRenewStatus) == [status])
  }

  @Test("storefronts are read in small letters, and currencies are refused")
  func storefronts() throws {
    for country in ["us", "usa", "US", "Usa"] {
      #expect(try history(country: country).transactions.map(\.storefront) == [Storefront("USA")])
    }
    #expect(
      refusal { _ = try history(country: "USD") }
        == "2:20: expected a storefront such as 'USA' or 'US', not a currency, in column 'c', found 'USD'"
    )
    #expect(
      refusal { _ = try history(country: String(repeating: "A", count: 1 << 22)) }?.count ?? 0 < 200
    )
  }
}
