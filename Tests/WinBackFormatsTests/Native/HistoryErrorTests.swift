import CEL
import Testing
import WinBackFormats

@Suite("A native history that is wrong")
struct HistoryErrorTests {
  /// `^` marks the place that the error must point at.
  @Test(
    "is refused with what was expected and found, where it stands",
    arguments: [
      ("^[]", "expected an object, found an array; write one object on each line", ""),
      ("^null", "expected an object, found null", ""),
      ("^nonsense", "expected an object, found 'n'", ""),
      ("^tru", "expected an object, found 't'", ""),
      ("^7", "expected an object, found a number", ""),
      (#"^{"transactions":[]}"#, "the key 'customerId' is missing", ""),
      (
        #"^{"customerID":"c","transactions":[]}"#,
        "the key 'customerId' is missing, found 'customerID'", ""
      ),
      (#"^{"customerId":"c"}"#, "the key 'transactions' is missing", ""),
      (
        #"^{"customerId":"c","transaction":[]}"#,
        "the key 'transactions' is missing, found 'transaction'", ""
      ),
      (#"{"customerId":^null}"#, "the key 'customerId' must not be null", "customerId"),
      (
        #"{"customerId":"c","transactions":^null}"#, "the key 'transactions' must not be null",
        "transactions"
      ),
      (#"{"customerId":^1}"#, "expected a string, found a number", "customerId"),
      (
        #"{"customerId":"c","transactions":^{}}"#, "expected an array, found an object",
        "transactions"
      ),
      (
        #"{"customerId":"c","transactions":[^null]}"#, "expected an object, found null",
        "transactions[0]"
      ),
      (
        #"{"customerId":"c","transactions":[{"type":"Consumable"},^{"productId":"p","expiresDate":1}]}"#,
        "the key 'purchaseDate' is missing", "transactions[1]"
      ),
      (
        #"{"customerId":"c","transactions":[^{"productId":"p","purchaseDate":1,"expiryDate":1}]}"#,
        "the key 'expiresDate' is missing, found 'expiryDate'", "transactions[0]"
      ),
      (
        #"{"customerId":"c","transactions":[^{"purchaseDate":1,"product_id":"p"}]}"#,
        "the key 'productId' is missing, found 'product_id'", "transactions[0]"
      ),
      (
        #"{"customerId":"c","transactions":[^{"productId":null,"purchaseDate":1,"expiresDate":1}]}"#,
        "the key 'productId' is missing", "transactions[0]"
      ),
      (
        #"{"customerId":"c","storefront":^"ZZ"}"#,
        "expected a storefront such as 'USA', found 'ZZ'", "storefront"
      ),
      (
        #"{"customerId":"c","storefront":^"us"}"#,
        "expected a storefront such as 'USA', found 'us'; did you mean 'USA'?", "storefront"
      ),
      (
        #"{"customerId":"c","storefront":^""}"#, "expected a storefront such as 'USA', found ''",
        "storefront"
      ),
      (
        #"{"customerId":"c","renewalInfo":^"on"}"#,
        "expected an object or an array of objects, found a string", "renewalInfo"
      ),
      (
        #"{"customerId":"c","renewalInfo":[{},^1]}"#, "expected an object, found a number",
        "renewalInfo[1]"
      ),
      (
        #"{"customerId":"c","renewalInfo":{"autoRenewStatus":^true}}"#,
        "expected a number, found true or false", "renewalInfo.autoRenewStatus"
      ),
      (
        #"{"customerId":"c","renewalInfo":{"isInBillingRetryPeriod":^1}}"#,
        "expected true or false, found a number", "renewalInfo.isInBillingRetryPeriod"
      ),
      (#"{"customerId":"c","attributes":^[]}"#, "expected an object, found an array", "attributes"),
      (
        #"{"customerId":"c","transactions":[]} ^{}"#,
        "expected the end of the file after the value, found '{'", ""
      ),
      (
        #"{"customerId":"^\#u{0}","transactions":[]}"#,
        "the character U+0000 inside a string must be written as an escape", "customerId"
      ),
      (
        #"{"customerId":"c","x":{"y":"^\ud800"}}"#,
        "an escape is half of a surrogate pair without the other half", "x.y"
      ),
    ]
  )
  func refuses(marked: String, message: String, path: String) {
    let text = MarkedText(marked)
    let json = String(decoding: text.bytes, as: UTF8.self)
    #expect(refusal { try ReadHistory(json) } == text.error(message, at: path))
  }

  @Test(
    "has a value of another type than the key asks for",
    arguments: [
      ("transactionId", "1", "a string, found a number"),
      ("originalTransactionId", "{}", "a string, found an object"),
      ("subscriptionGroupIdentifier", "21394321", "a string, found a number"),
      ("revocationType", "1", "a string, found a number"),
      ("inAppOwnershipType", "true", "a string, found true or false"),
      ("transactionReason", "[]", "a string, found an array"),
      ("price", #""9990""#, "a number, found a string"),
      ("storefront", "143441", "a string, found a number"),
      ("offerType", #""4""#, "a number, found a string"),
      ("offerIdentifier", "4", "a string, found a number"),
      ("offerDiscountType", "0", "a string, found a number"),
      ("billingPlanType", "false", "a string, found true or false"),
      ("type", "1", "a string, found a number"),
    ]
  )
  func wrongType(key: String, value: String, expected: String) {
    #expect(
      refusal { try ReadHistory.transaction(#""\#(key)":\#(value)"#) }?.hasSuffix(
        "expected \(expected) (at transactions[0].\(key))"
      ) == true
    )
  }

  @Test("gives a key twice, also where one of the values is null")
  func repeatedKeys() {
    let objects = [
      (#"{"customerId":"c","customerId":"c"}"#, 19, "customerId", ""),
      (#"{"storefront":null,"storefront":"USA"}"#, 20, "storefront", ""),
      (#"{"renewalInfo":{},"renewalInfo":{}}"#, 19, "renewalInfo", ""),
      (#"{"transactions":[{"price":1,"price":1}]}"#, 29, "price", "transactions[0]."),
      (#"{"transactions":[{"price":null,"pr\u0069ce":1}]}"#, 32, "price", "transactions[0]."),
      (#"{"renewalInfo":{"productId":"a","productId":"a"}}"#, 33, "productId", "renewalInfo."),
      (#"{"attributes":{"a":1,"a":1}}"#, 22, "a", "attributes."),
      (#"{"attributes":{"a":null,"a":null}}"#, 25, "a", "attributes."),
    ]
    for (json, column, key, path) in objects {
      #expect(
        refusal {
          try ReadHistory(json, attributes: [RuleSet.Attribute(name: "a", type: .int)])
        } == "1:\(column): the key '\(key)' occurs twice (at \(path)\(key))"
      )
    }
  }

  @Test("goes on over several lines after one that is on its own, whichever way it is read")
  func openLine() throws {
    let lines = """
      {"customerId":"a","transactions":[]}
      {"customerId":"b",
      "transactions":[]}
      """
    let engine = try NativeSamples.engine()
    let message = "2:19: expected a key in double quotes after ',', found the end of the line"
    #expect(refusal { try engine.decisions(json: lines.utf8, asOf: .maximum) } == message)
    #expect(refusal { try HistoryInput(reading: lines.utf8, as: .native) } == message)
  }

  @Test("has two versions of a transaction that contradict each other (P1)")
  func conflictingVersions() throws {
    func json(_ second: String) -> String {
      """
      {"customerId":"c","transactions":[
       {"transactionId":"t","productId":"basic.monthly","purchaseDate":1700000000000,"expiresDate":1700000000001,"signedDate":5},
       {"transactionId":"t","productId":"basic.monthly","purchaseDate":1700000000000,\(second)}]}
      """
    }
    let engine = try NativeSamples.engine()
    func refused(_ second: String) -> String? {
      refusal { try engine.decisions(json: json(second).utf8, asOf: .maximum) }
    }
    #expect(
      refused(#""expiresDate":1700000000002,"signedDate":5"#)
        == """
        3:2: transaction 't' is given twice with different contents: expected equal contents, or a \
        'signedDate' that says which one is newer (at transactions[1])
        """
    )
    #expect(refused(#""expiresDate":1700000000001,"signedDate":5"#) == nil)
    #expect(refused(#""expiresDate":1700000000002,"signedDate":6"#) == nil)
    #expect(refused(#""expiresDate":1700000000002"#) == nil)
  }

  @Test("is nested without end, and is refused at the limit")
  func nesting() {
    let depth = 10_000
    let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    #expect(
      refusal { try ReadHistory(#"{"customerId":"c","x":\#(deep)}"#) }?.hasPrefix(
        "1:150: more than 128 arrays and objects are nested (at x[0][0]"
      ) == true
    )
    #expect(
      refusal { try ReadHistory(deep) }
        == "1:1: expected an object, found an array; write one object on each line"
    )
  }
}
