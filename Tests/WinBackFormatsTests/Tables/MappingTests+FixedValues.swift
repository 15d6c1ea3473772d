import Testing
import WinBackFormats

// Values that stand in a mapping, and values of rows that need a mapping of another kind.

extension MappingTests {
  @Test("has values that all rows share, of any field that is not an identifier of a row")
  func fixedValues() throws {
    let mapping = try mapping(
      """
      { "fields": { "customerId": "c", "productId": { "value": "basic.monthly" },
        "subscriptionGroupIdentifier": { "value": "g" }, "purchaseDate": "from",
        "duration": { "value": "P1M" }, "storefront": { "value": "us" },
        "price": [ { "value": "0", "where": { "trial": ["yes"] } }, { "value": "9.99" } ],
        "offerIdentifier": { "value": "o", "where": { "trial": ["yes"] } },
        "revocationDate": { "value": "2024-03-05", "where": { "trial": ["taken back"] } } } }
      """
    )
    let text = "c,from,trial\na,2024-01-31,yes\na,2024-02-29,no\nb,2024-03-01,taken back\n"
    let transactions = try histories(text, mapping: mapping).histories.flatMap(\.transactions)
    #expect(transactions.map(\.productId) == Array(repeating: "basic.monthly", count: 3))
    #expect(transactions.map(\.subscriptionGroupIdentifier) == ["g", "g", "g"])
    #expect(transactions.map(\.storefront) == Array(repeating: Storefront("USA"), count: 3))
    #expect(transactions.map(\.price) == [0, 9990, 9990])
    #expect(transactions.map(\.offerIdentifier) == ["o", nil, nil])
    #expect(
      transactions.map { $0.expiresDate.instant.date.description } == [
        "2024-02-29", "2024-03-29", "2024-04-01",
      ]
    )
    #expect(transactions.map { $0.revocationDate?.instant.date.day } == [nil, nil, 5])
    #expect(
      refusal { _ = try histories("c,from,trial\na,9999-12-31,\n", mapping: mapping) }
        == "2:3: expected a date whose period ends by the year 9999 in column 'from', "
        + "found '9999-12-31'"
    )
  }

  @Test(
    "refuses a value that no column of the field could hold",
    arguments: [
      (
        "purchaseDate", "soon",
        "1:69: expected a date such as 2025-01-15 or 2025-01-15 09:30:00,"
          + " found 'soon' (at fields.purchaseDate.value)"
      ),
      ("price", "-1", "1:62: expected a price such as 9.99, found '-1' (at fields.price.value)"),
      (
        "storefront", "USD",
        "1:67: expected a storefront such as 'USA' or 'US',"
          + " found 'USD' (at fields.storefront.value)"
      ),
      (
        "duration", "long",
        "1:65: expected a length such as 'P1M' or '1 Month',"
          + " found 'long' (at fields.duration.value)"
      ),
      (
        "transactionId", "1",
        "1:70: expected 'none', or 'column' instead of 'value' (at fields.transactionId.value)"
      ),
    ]
  )
  func wrongFixedValues(field: String, value: String, message: String) {
    #expect(
      refusal {
        _ = try mapping(
          #"{"fields":{"customerId":"c","productId":"p","\#(field)":{"value":"\#(value)"}}}"#
        )
      } == message
    )
  }

  @Test("refuses a price below zero, and says how refunds are mapped")
  func refunds() throws {
    let mapping = try mapping(
      #"""
      { "fields": { "customerId": "c", "productId": "p", "purchaseDate": "from",
        "expiresDate": "to", "price": "amount" } }
      """#
    )
    let text = "c,p,from,to,amount\na,b,2024-01-01,2024-02-01,-9.99\n"
    #expect(
      refusal { _ = try histories(text, mapping: mapping) } == """
        2:27: expected a price of 0 or more in column 'amount', found '-9.99'; if the row is a refund, \
        its date is the 'revocationDate' of the transaction, and a condition ('where') keeps 'price' \
        to the other rows
        """
    )
  }

  @Test("knows the first transaction of a chain by its identifier, and by its date (F14a)")
  func originalPurchases() throws {
    let mapping = try mapping(
      #"""
      { "fields": { "customerId": "c", "transactionId": "t", "originalTransactionId": "o",
        "productId": "p", "purchaseDate": "from", "expiresDate": "to",
        "originalPurchaseDate": "first" } }
      """#
    )
    let rows = [
      "1,1,p,2024-01-01,2024-02-01,2023-01-01", "12.0,1.0,p,2024-02-01,2024-03-01,2023-01-01",
      "13,1,p,2024-03-01,2024-04-01,2024-03-01", "14,1,p,2024-04-01,2024-05-01,",
    ]
    let text = "c,t,o,p,from,to,first\n" + rows.map { "a," + $0 + "\n" }.joined()
    let history = try #require(try histories(text, mapping: mapping).histories.first)
    var symbols = SymbolTable()
    let record = HistoryRecord(history, attributes: [], &symbols)
    #expect(
      record.transactions.map { $0.traits.contains(.continued) } == [false, true, false, false]
    )
    // A program has made numbers of identifiers.
    #expect(history.transactions.map(\.transactionId) == ["1", "12", "13", "14"])
    #expect(history.transactions.map(\.originalTransactionId) == ["1", "1", "1", "1"])
  }
}
