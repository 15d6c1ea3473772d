import CEL
import Testing
import WinBackFormats

@Suite("A native history")
struct HistoryReaderTests {
  @Test("is read with all its keys")
  func everyKey() throws {
    let history = try ReadHistory(
      """
      { "customerId": "c-001", "storefront": "USA", "subscriptionGroupIdentifier": "21394321",
        "attributes": { "marketingOptIn": true },
        "transactions": [
          { "transactionId": "2", "originalTransactionId": "1", "productId": "basic.monthly",
            "subscriptionGroupIdentifier": "7", "purchaseDate": 1704067200000,
            "expiresDate": "2024-02-01T00:00:00Z", "revocationDate": "2024-01-15",
            "revocationType": "REFUND_PRORATED", "signedDate": 1704067201500,
            "type": "Auto-Renewable Subscription", "inAppOwnershipType": "PURCHASED",
            "transactionReason": "RENEWAL", "price": 0, "storefront": "JPN", "offerType": 4,
            "offerIdentifier": "basic_1m_free", "offerDiscountType": "FREE_TRIAL",
            "billingPlanType": "MONTHLY" } ],
        "renewalInfo": {
          "originalTransactionId": "1", "productId": "basic.monthly", "autoRenewStatus": 1,
          "expirationIntent": 2, "isInBillingRetryPeriod": true,
          "gracePeriodExpiresDate": "2024-02-17", "signedDate": 1706745601500 } }
      """,
      attributes: [RuleSet.Attribute(name: "marketingOptIn", type: .bool)]
    )
    #expect(history.customerId == "c-001")
    #expect(history.storefront == Storefront("USA"))
    #expect(history.group == "21394321")
    #expect(history.attributes == [.value(.bool(true))])
    #expect(
      history.transactions == [
        """
        transactionId=2 originalTransactionId=1 productId=basic.monthly group=7 \
        purchaseDate=1704067200000 expiresDate=1706745600000 revocationDate=1705276800000(day) \
        signedDate=1704067201500 storefront=JPN offerIdentifier=basic_1m_free \
        owned renewal free prorated monthlyPlan offerType=4
        """
      ]
    )
    #expect(
      history.renewals == [
        """
        originalTransactionId=1 productId=basic.monthly autoRenews=true expirationIntent=2 \
        inBillingRetry gracePeriodExpiresDate=1708128000000(day) signedDate=1706745601500
        """
      ]
    )
  }

  @Test("needs no more than a customer and transactions")
  func leastKeys() throws {
    let history = try ReadHistory(#"{"customerId":"","transactions":[]}"#)
    #expect(history.customerId == "")
    #expect(history.transactions.isEmpty)
    #expect(history.storefront == nil)
    #expect(history.group == nil)
    #expect(history.renewals.isEmpty)
    #expect(try ReadHistory.transaction("") == ReadHistory.plainTransaction)
  }

  @Test(
    "says of a transaction what its values mean (P1, P2, P4, P5, F4, F8, F9, F14)",
    arguments: [
      (#""inAppOwnershipType":"PURCHASED""#, "owned"),
      (#""inAppOwnershipType":"FAMILY_SHARED""#, ""),
      (#""inAppOwnershipType":"purchased""#, ""),
      (#""transactionReason":"RENEWAL""#, "owned renewal"),
      (#""transactionReason":"PURCHASE""#, "owned"),
      (#""price":0"#, "owned free"),
      (#""price":-0.0"#, "owned free"),
      (#""price":0.5"#, "owned"),
      (#""price":9990"#, "owned"),
      (#""price":1e300"#, "owned"),
      (#""offerDiscountType":"FREE_TRIAL""#, "owned free"),
      (#""offerDiscountType":"PAY_UP_FRONT""#, "owned"),
      (#""revocationType":"REFUND_PRORATED""#, "owned prorated"),
      (#""revocationType":"REFUND_FULL""#, "owned"),
      (#""offerType":4"#, "owned offerType=4"),
      (#""offerType":4.0"#, "owned offerType=4"),
      (#""offerType":1"#, "owned offerType=1"),
      (#""offerType":3"#, "owned offerType=3"),
      (#""offerType":0"#, "owned"),
      (#""offerType":6"#, "owned"),
      (#""billingPlanType":"MONTHLY""#, "owned monthlyPlan"),
      (#""billingPlanType":"BILLED_UPFRONT""#, "owned"),
      (#""paymentNumber":1"#, "owned"),
      (#""paymentNumber":2"#, "owned continued"),
      (#""originalPurchaseDate":-1"#, "owned continued"),
      (#""originalPurchaseDate":0"#, "owned"),
      (#""originalPurchaseDate":"1969-12-31""#, "owned"),
      (#""originalPurchaseDate":"1969-12-29""#, "owned continued"),
    ]
  )
  func traits(member: String, expected: String) throws {
    let words = ["productId=p purchaseDate=0 expiresDate=1", expected].filter { !$0.isEmpty }
    #expect(try ReadHistory.transaction(member) == words.joined(separator: " "))
  }

  @Test(
    "knows the first transaction of a chain by its identifier, whatever its dates say (F14a)",
    arguments: [
      ("20000001", "20000001", false), ("20000002", "20000001", true), ("1", "20000001", true),
    ]
  )
  func firstOfChain(id: String, original: String, isContinued: Bool) throws {
    let words = try ReadHistory.transaction(
      #""transactionId":"\#(id)","originalTransactionId":"\#(original)","originalPurchaseDate":-1"#
    )
    #expect(words?.hasSuffix("continued") == isContinued)
  }

  @Test("knows the environments of purchases and renewals, however they are written")
  func environments() throws {
    func environments(_ transaction: String, _ renewal: String, of asked: String? = nil) throws
      -> (StoreEnvironments, [Int])
    {
      let json =
        #"{"customerId":"c","transactions":[{"productId":"p","purchaseDate":0,"#
        + #""expiresDate":1,"environment":\#(transaction)}],"#
        + #""renewalInfo":{"environment":\#(renewal)}}"#
      var reader = HistoryReader(attributes: [], environment: asked)
      var (record, symbols) = (HistoryRecord(), SymbolTable())
      // A line with an index is walked, and a document is read exactly.
      var results: [StoreEnvironments] = []
      let bytes = ContiguousArray((json + "\n").utf8)
      var plain = JSONScanner(bytes.rawBytes)
      try reader.read(&plain, into: &record, &symbols)
      results.append(record.environments)
      var index = JSONIndex()
      var lines = index.scanner(ofLines: bytes.indices, of: bytes.rawBytes)
      _ = lines.nextLine()
      try reader.read(&lines, into: &record, &symbols)
      results.append(record.environments)
      #expect(results[0] == results[1])
      return (record.environments, [record.transactions.count, record.renewals.count])
    }
    #expect(try environments(#""Production""#, "null") == (.production, [1, 1]))
    #expect(try environments(#""Xcode""#, #""X\u0063ode""#) == (.xcode, [1, 1]))
    #expect(try environments(#""production""#, #""Production""#) == (.production, [1, 1]))
    let several = try environments(#""Sandbox""#, #""Stage""#).0
    #expect(several.text == ["'Sandbox'", "'another one'"])
    #expect(try environments(#""Sandbox""#, #""Production""#, of: "Sandbox").1 == [1, 0])
    #expect(try environments(#""Sandbox""#, "null", of: "Production").1 == [0, 1])
  }

  @Test(
    "leaves out other products than auto-renewable subscriptions, whatever they lack (P1)",
    arguments: [
      #"{"type":"Consumable"}"#,
      #"{"productId":"coins","type":"Consumable","purchaseDate":0}"#,
      #"{"type":"Non-Consumable","productId":null,"purchaseDate":null,"expiresDate":null}"#,
      #"{"productId":"season","purchaseDate":0,"expiresDate":1,"type":"Non-Renewing Subscription"}"#,
      #"{"type":"auto-renewable subscription"}"#,
    ]
  )
  func otherTypes(transaction: String) throws {
    let json = #"{"customerId":"c","transactions":[\#(transaction)]}"#
    #expect(try ReadHistory(json).transactions.isEmpty)
  }

  @Test(
    "takes null for absent (T5)",
    arguments: [
      "transactionId", "originalTransactionId", "subscriptionGroupIdentifier", "revocationDate",
      "revocationType", "signedDate", "type", "inAppOwnershipType", "transactionReason", "price",
      "storefront", "offerType", "offerIdentifier", "offerDiscountType", "billingPlanType",
      "originalPurchaseDate", "paymentNumber", "environment",
    ]
  )
  func nullInTransaction(key: String) throws {
    #expect(try ReadHistory.transaction(#""\#(key)":null"#) == ReadHistory.plainTransaction)
  }

  @Test("takes null for absent outside of transactions, too (T5)")
  func nullElsewhere() throws {
    let history = try ReadHistory(
      """
      {"customerId":"c","storefront":null,"subscriptionGroupIdentifier":null,"attributes":null,
       "renewalInfo":null,"transactions":[]}
      """,
      attributes: [RuleSet.Attribute(name: "a", type: .int)]
    )
    #expect(history.storefront == nil)
    #expect(history.group == nil)
    #expect(history.attributes == [.absent])
    #expect(history.renewals.isEmpty)
    let renewal = try ReadHistory(
      """
      {"customerId":"c","transactions":[],"renewalInfo":{
       "originalTransactionId":null,"productId":null,"autoRenewStatus":null,
       "expirationIntent":null,"isInBillingRetryPeriod":null,"gracePeriodExpiresDate":null,
       "signedDate":null}}
      """
    )
    #expect(renewal.renewals == [""])
  }

  @Test("passes over keys that it does not know, whatever they hold")
  func unknownKeys() throws {
    let anything = #"{"a":[1,{"b":null}],"customerId":[[]],"c":"\u00e9"}"#
    let history = try ReadHistory(
      """
      {"x":\(anything),"customerId":"c","transactions":[
        {"appAccountToken":\(anything),"productId":"p","purchaseDate":0,"expiresDate":1,
         "currency":"USD"}],
       "renewalInfo":{"eligibleWinBackOfferIds":["a"],"deviceVerification":\(anything)},"intents":7}
      """
    )
    #expect(history.customerId == "c")
    #expect(history.transactions == [ReadHistory.plainTransaction])
    #expect(history.renewals == ["offers=a"])
  }

  @Test("knows a key and a value by what they spell, not by how")
  func escapes() throws {
    let history = try ReadHistory(
      #"""
      {"\u0063ustomerId":"c\u002d1","transactions":[
        {"product\u0049d":"b\u00e4sic","purchase\u0044ate":"2024\u002d06-01",
         "expiresDate":"2024-07-01T00\u003a00:00Z","price\u0000":0,
         "transactionReason":"RENEW\u0041L","storefront":"\u0055SA"}],
       "renewal\u0049nfo":{"autoRenew\u0053tatus":1}}
      """#
    )
    #expect(history.customerId == "c-1")
    #expect(
      history.transactions == [
        """
        productId=bäsic purchaseDate=1717200000000(day) expiresDate=1719792000000 storefront=USA \
        owned renewal
        """
      ]
    )
    #expect(history.renewals == ["autoRenews=true"])
  }

  @Test("takes renewal information alone or as a list (F3)")
  func renewalForms() throws {
    func read(_ renewalInfo: String) throws -> ReadHistory {
      try ReadHistory(#"{"customerId":"c","transactions":[],"renewalInfo":\#(renewalInfo)}"#)
    }
    #expect(try read(#"{"autoRenewStatus":0}"#).renewals == ["autoRenews=false"])
    #expect(try !read(#"{"autoRenewStatus":0}"#).renewalsAreList)
    let list = try read(#"[{"productId":"a","autoRenewStatus":2},{"productId":"b"}]"#)
    #expect(list.renewals == ["productId=a autoRenews=false", "productId=b"])
    #expect(list.renewalsAreList)
    #expect(try read("[]").renewals.isEmpty)
  }

  @Test(
    "converts storefronts to their three letters (F12)",
    arguments: [("US", "USA"), ("JP", "JPN"), ("XK", "XKS"), ("DEU", "DEU"), ("ABC", "ABC")]
  )
  func storefronts(code: String, expected: String) throws {
    let json = #"{"customerId":"c","storefront":"\#(code)","transactions":[]}"#
    #expect(try ReadHistory(json).storefront?.code == expected)
    let transaction = try ReadHistory.transaction(#""storefront":"\#(code)""#)
    #expect(transaction?.contains("storefront=\(expected) ") == true)
  }

  @Test("may be behind a byte order mark and between blanks")
  func surroundings() throws {
    let history = try ReadHistory(
      "\u{FEFF} \r\n\t{ \"customerId\" : \"c\" ,\r\n \"transactions\" : [ ] } \n\n"
    )
    #expect(history.customerId == "c")
  }

  @Test("may have as many transactions as the engine takes, and no more")
  func transactionLimit() throws {
    func history(_ count: Int) -> String {
      let transaction = #"{"productId":"p","purchaseDate":0,"expiresDate":1}"#
      let others = String(repeating: #"{"type":"Consumable"},"#, count: 3)
      let list = Array(repeating: transaction, count: count).joined(separator: ",\n")
      return #"{"customerId":"c","transactions":[\#(others)\#(list)]}"#
    }
    let limit = HistoryReader.transactionLimit
    #expect(try ReadHistory(history(limit)).transactions.count == limit)
    #expect(
      refusal { try ReadHistory(history(limit + 1)) }
        == """
        10001:1: expected at most 10000 transactions of one customer, found more \
        (at transactions[10003])
        """
    )
  }

  @Test("may have 1,000 products, each of which can have a group of its own, and no more")
  func productLimit() throws {
    func history(_ count: Int) -> CustomerHistory {
      CustomerHistory(
        customerId: "c",
        transactions: (0..<count).map { number in
          Transaction(
            productId: "p\(number % 501)",
            subscriptionGroupIdentifier: number < 501 ? nil : "g",
            purchaseDate: TimelineDate(Instant(milliseconds: 1_704_067_200_000)),
            expiresDate: TimelineDate(Instant(milliseconds: 1_706_745_600_000))
          )
        }
      )
    }
    let engine = try EligibilityEngine(
      catalog: Catalog(subscriptionGroups: []),
      rules: .appStore()
    )
    _ = try engine.decisions(for: history(1_000), asOf: Instant(milliseconds: 0))
    #expect(throws: HistoryError.self) {
      try engine.decisions(for: history(1_001), asOf: Instant(milliseconds: 0))
    }
  }
}
