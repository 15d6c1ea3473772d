import Foundation
import Testing
import WinBackFiles

/// Bad input data, as the whole of what the user sees; the formats' own tests have every kind.
@Suite("Bad input data")
struct EvaluateDataErrorTests {
  private let directory = TemporaryDirectory()

  /// Runs `winback evaluate` on the samples, some of them replaced, and expects status 65.
  ///
  /// - Returns: What is said, without the folder of the files.
  private func refusal(
    catalog: [UInt8]? = nil,
    history: [UInt8]? = nil,
    rules: [UInt8]? = nil
  ) throws -> String {
    let files = try [
      ("catalog.json", catalog ?? Array(Samples.text("catalog.json").utf8)),
      ("alice.json", history ?? Array(Samples.text("alice.json").utf8)),
      ("rules.json", rules ?? []),
    ]
    for (name, bytes) in files {
      try Data(bytes).write(to: URL(filePath: directory.path(name)))
    }
    let run = CommandRun(
      [
        "evaluate", directory.path("alice.json"), "--catalog", directory.path("catalog.json"),
        "--as-of", "2025-01-15",
      ] + (rules == nil ? [] : ["--rules", directory.path("rules.json")])
    )
    #expect(run.output == "")
    #expect(run.status == .badData)
    return run.errors.replacing("\(directory.path(""))/", with: "")
  }

  private func refusal(of history: String) throws -> String {
    try refusal(history: Array(history.utf8))
  }

  @Test(
    "of a history: the message has the place, what was expected and what was found",
    arguments: [
      ("[]", "1:1: error: expected an object, found an array; write one object on each line"),
      (
        "{\"customerId\": \"a\",\n \"transactions\": [\n  {\"productId\": \"p\"",
        "3:20: error: the file ends early: expected ',' or '}' after a value (at transactions[0])"
      ),
      (
        "{\"customerId\": \"a\", \"transactions\": [{\"product\\u0049d\": 1}]}",
        "1:57: error: expected a string, found a number (at transactions[0].productId)"
      ),
      (
        "{\"customerId\": \"a\"}\n{\"customerId\": \"b\", \"transactions\": []}\n",
        "1:1: error: the key 'transactions' is missing"
      ),
      (
        "{\"customerId\": \"a\", \"transactions\": []}\r\n\r\n{\"customerId\": nil}\n",
        "3:17: error: expected 'null', found 'i' (at customerId)"
      ),
      (
        "{\"customerId\": \"\u{0}\"}",
        "1:17: error: the character U+0000 inside a string must be written as an escape (at customerId)"
      ),
      (
        "{\"customerId\": \"\\udfff\"}",
        """
        1:17: error: an escape is half of a surrogate pair without the other half (at customerId)
        """
      ),
      (
        "<!DOCTYPE html>\n<html><body>Sign in</body></html>",
        """
        1:1: error: expected histories as JSON or as a table of text, found HTML, perhaps the page of a \
        sign-in; save the file itself, not the page that shows it
        """
      ),
      (
        #"{"errorCode":4040010,"errorMessage":"Transaction id not found."}"#,
        """
        1:1: error: expected histories as JSON or as a table of text, found an error of Apple's API: \
        4040010, Transaction id not found.
        """
      ),
      (
        #"[{"customerId":"a","transactions":[]}]"#,
        """
        1:1: error: expected one history, or one on each line, found an array of histories; \
        'jq -c .[]' writes each on a line
        """
      ),
      (
        #"{"customerId":"a","transactions":[{"productId":"p","purchaseDate":"1738404000000"}]}"#,
        """
        1:67: error: expected milliseconds as a number, without quotes, found '1738404000000' \
        (at transactions[0].purchaseDate)
        """
      ),
      (
        #"{"customerId":"a","transactions":[{"productId":"p","purchaseDate":"01/02/2025"}]}"#,
        """
        1:67: error: expected a date such as 2025-01-15 or 2025-01-15T09:30:00Z, found '01/02/2025' \
        (at transactions[0].purchaseDate)
        """
      ),
    ]
  )
  func histories(history: String, message: String) throws {
    #expect(try refusal(of: history) == "alice.json:\(message)\n")
  }

  @Test(
    "says what the input is: a catalog of another kind",
    arguments: [
      (
        Array("\n<html>".utf8),
        "HTML, perhaps the page of a sign-in; save the file itself, not the page that shows it"
      ),
      (Array("<?xml version=\"1.0\"?><a/>".utf8), "XML or HTML"),
      ([0xFE, 0xFF, 0, 0x7B], "text in UTF-16; 'iconv -f UTF-16 -t UTF-8' converts it"),
      (
        Array(
          #"{"errors":[{"id":"1","status":"401","code":"NOT_AUTHORIZED","title":"t","detail":"No key."}]}"#
            .utf8
        ), "an error of Apple's API: NOT_AUTHORIZED, No key."
      ),
    ] as [([UInt8], String)]
  )
  func strangeCatalogs(catalog: [UInt8], found: String) throws {
    #expect(
      try refusal(catalog: catalog)
        == "catalog.json:1:1: error: expected a catalog as JSON, found \(found)\n"
    )
  }

  @Test("names the format of JSON given as a table, and a customer with nearly that name")
  func otherNames() throws {
    func errors(_ arguments: String...) -> String {
      Samples.evaluate("alice.json", asOf: "2025-01-15", arguments).errors
    }
    #expect(
      errors("--format", "revenuecat")
        == "alice.json:1:1: error: expected a table in the format 'revenuecat', found JSON in the format "
        + "'native'\n"
    )
    let id = try Samples.text("alice.json").contains("\"customerId\": \"alice\"") ? "alice" : ""
    for name in ["Alice", "alic", "alicee", "alixe"] {
      #expect(
        errors("--customer", name).hasPrefix(
          "alice.json: error: expected a customer with the id '\(name)', or with a transaction of that "
            + "id, found none; the nearest ids are '\(id)'"
        )
      )
    }
    // With many names, to compare each with all customers would take too long.
    let many = ["Alice"] + (1...10).map(String.init)
    #expect(
      Samples.evaluate("alice.json", asOf: "2025-01-15", many.flatMap { ["--customer", $0] }).errors
        == "alice.json: error: expected a customer with the id 'Alice', or with a transaction of that "
        + "id, found none\n"
    )
  }

  @Test("is told where bytes are no UTF-8, and where a mark of byte order is no harm")
  func encodings() throws {
    #expect(
      try refusal(history: Array("{\"customerId\": \"é".utf8) + [0xFF] + Array("\"}".utf8))
        == "alice.json:1:18: error: expected UTF-8, found the byte 0xFF (at customerId)\n"
    )
    #expect(
      try refusal(history: [0xFF, 0xFE] + Array("{".utf8).flatMap { [$0, 0] })
        == """
        alice.json:1:1: error: expected histories as JSON or as a table of text, found text in UTF-16; \
        'iconv -f UTF-16 -t UTF-8' converts it

        """
    )
    #expect(
      try refusal(history: [0xEF, 0xBB, 0xBF] + Array("{]".utf8))
        == "alice.json:1:2: error: expected a key in double quotes or '}', found ']'\n"
    )
  }

  @Test("is told at the limit: nesting, transactions")
  func limits() throws {
    let deep = String(repeating: "[", count: 10_000)
    let path = String(repeating: "[0]", count: 127)
    #expect(
      try refusal(of: "{\"customerId\": \"a\", \"x\": \(deep)")
        == """
        alice.json:1:153: error: more than 128 arrays and objects are nested \
        (at x\(path.prefix(79))…\(path.suffix(80)))

        """
    )
    let transaction = "{\"productId\": \"p\", \"purchaseDate\": 1, \"expiresDate\": 2}"
    let many = Array(repeating: transaction, count: 10_001).joined(separator: ",\n")
    #expect(
      try refusal(of: "{\"customerId\": \"a\", \"transactions\": [\(many)]}")
        == """
        alice.json:10001:1: error: expected at most 10000 transactions of one customer, found more \
        (at transactions[10000])

        """
    )
  }

  @Test("is told at the second of two transactions that contradict each other")
  func contradictions() throws {
    let history = try Samples.text("alice.json").replacing(
      #""transactionId": "7""#,
      with: #""transactionId": "6""#
    )
    #expect(
      try refusal(of: history)
        == """
        alice.json:10:5: error: transaction '6' is given twice with different contents: expected \
        equal contents, or a 'signedDate' that says which one is newer (at transactions[6])

        """
    )
  }

  @Test(
    "is told with the nearest name: a catalog",
    arguments: [
      (
        "\"offerId\"", "\"offerID\"",
        "14:15: error: unknown key 'offerID'; did you mean 'offerId'?", ".offerID"
      ),
      (
        "\"startDate\": \"2023-01-01\"", "\"startDate\": \"2023-13-01\"",
        "20:34: error: month 13 is not in 1 to 12", ".startDate"
      ),
      (
        "\"minimum\": 2", "\"minimum\": -2",
        "18:82: error: expected a whole number from 0 to 1200, found -2",
        ".customerEligibilityTimeSinceLastSubscribedInMonths.minimum"
      ),
      (
        "\"JPN\"", "\"japan\"",
        "22:38: error: expected a storefront such as 'USA', found 'japan'", ".territories[1]"
      ),
    ]
  )
  func catalogs(old: String, new: String, message: String, path: String) throws {
    let catalog = try Samples.text("catalog.json").replacing(old, with: new)
    let offer = "subscriptionGroups[0].subscriptions[1].winBackOffers[0]"
    #expect(
      try refusal(catalog: Array(catalog.utf8))
        == "catalog.json:\(message) (at \(offer)\(path))\n"
    )
  }

  @Test(
    "of a rule set: the message has the line and the column in the file",
    arguments: [
      (
        "\"require\": \"subscription.paidMonths >=",
        "\"require\": \"\\\"é\\\" == '\\u00e9' && subscription.paidMonth >=",
        "364:40: error: unknown variable 'subscription.paidMonth'; did you mean "
          + "'subscription.paidMonths'? (at rules[7].require)"
      ),
      (
        "\"require\": \"!subscription.hasSharedAccess\"", "\"require\": \"now < now\"",
        "244:25: error: 'now' is on both sides of '<'; one side must be independent of it "
          + "(at rules[1].require)"
      ),
      (
        "\"require\": \"!subscription.hasSharedAccess\"",
        "\"require\": \"subscription.hasSharedAccess && !subscription.hasSharedAccess\"",
        "244:19: error: expected a condition that somebody can meet, found one that is never true "
          + "(at rules[1].require)"
      ),
      (
        "\"order\": [", "\"ordre\": [",
        "417:3: error: unknown key 'ordre'; did you mean 'order'? (at ordre)"
      ),
    ]
  )
  func ruleSets(old: String, new: String, message: String) throws {
    let rules = CommandRun(["print", "rules", "AppStore"]).output.replacing(old, with: new)
    #expect(try refusal(rules: Array(rules.utf8)) == "rules.json:\(message)\n")
  }

  @Test("does not drive the terminal with what it holds")
  func hostileNames() throws {
    #expect(
      try refusal(of: #"{"customerId": "a", "storefront": "\u001b[31mUSA"}"#)
        == """
        alice.json:1:35: error: expected a storefront such as 'USA', found 'U+001B[31mUSA' \
        (at storefront)

        """
    )
    let history = #"""
      {"customerId": "\u001b[2J\r\n\u202e\u200ba", "subscriptionGroupIdentifier": "21394321",
       "transactions": [{"productId": "\u0007", "purchaseDate": 1700000000000, "expiresDate": 1700000000001}]}
      """#
    try directory.write(history, to: "a.json")
    let catalog = Samples.path("catalog.json")
    let run = CommandRun(["evaluate", directory.path("a.json"), "--catalog", catalog])
    #expect(run.output.contains(", \\u{1B}[2J\\u{D}\\u{A}\\u{202E}\\u{200B}a is"))
    #expect(!run.output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
  }
}
