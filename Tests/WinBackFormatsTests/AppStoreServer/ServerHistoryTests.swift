import Testing
import WinBackFormats

@Suite("Documents of the App Store Server API")
struct ServerHistoryTests {
  private func read(
    _ text: String,
    _ options: HistoryOptions = HistoryOptions()
  ) throws -> HistoryInput {
    let input = try HistoryInput(reading: text.utf8, options: options)
    #expect(input.format == .appStoreServer)
    return input
  }

  private static let transactions = ServerSamples.transactions
  private static let renewal = ServerSamples.renewal()

  /// The same customer in every kind of document; each names the transactions that it has.
  static let documents: [(name: String, text: String, ids: [String], hasRenewal: Bool)] = [
    ("a page", ServerSamples.page(transactions), ["1", "3", "2", "4"], false),
    (
      "pages one after the other",
      ServerSamples.page(Array(transactions[...1]), hasMore: true)
        + ServerSamples.page(Array(transactions[2...])),
      ["1", "3", "2", "4"], false
    ),
    (
      "a page and the statuses, as JSON Lines",
      ServerSamples.page(transactions) + "\n"
        + ServerSamples.statuses([(transactions[3], renewal)]) + "\n",
      ["1", "3", "2", "4"], true
    ),
    (
      "decoded beside signed",
      #"{"signedTransactions":["placeholder","x"],"signedTransactionsDecoded":["#
        + transactions[0...1].joined(separator: ",") + "]}",
      ["1", "3"], false
    ),
    (
      "decoded statuses beside placeholders",
      #"{"data":[{"lastTransactions":[{"signedTransactionInfo":"x","signedTransactionInfoDecoded":"#
        + transactions[0] + #","signedRenewalInfo":"y","signedRenewalInfoDecoded":"# + renewal
        + "}]}]}",
      ["1"], true
    ),
    (
      "JWS on lines", transactions.map { SignedText.of($0) }.joined(separator: "\n"),
      ["1", "3", "2", "4"], false
    ),
    (
      "JWS in quotes",
      transactions[...1].map { "\"\(SignedText.of($0))\"" }.joined(separator: "\n"),
      ["1", "3"], false
    ),
    ("an array of JWS", "[\(ServerSamples.quoted(transactions))]", ["1", "3", "2", "4"], false),
    (
      "decoded payloads on lines", transactions.joined(separator: "\n") + "\n" + renewal,
      ["1", "3", "2", "4"], true
    ),
    (
      "an array of decoded payloads", "[\(transactions.joined(separator: ","))]",
      ["1", "3", "2", "4"], false
    ),
    (
      "a signed notification",
      #"{"signedPayload":""#
        + SignedText.of(ServerSamples.notification(transactions[0], renewal)) + #""}"#,
      ["1"], true
    ),
    ("a decoded notification", ServerSamples.notification(transactions[0], renewal), ["1"], true),
    (
      "a notification decoded beside signed",
      #"{"signedPayload":"x","signedPayloadDecoded":"#
        + ServerSamples.notification(transactions[0], renewal) + "}",
      ["1"], true
    ),
    (
      "a history of notifications",
      ServerSamples.notifications([ServerSamples.notification(transactions[0], renewal)]),
      ["1"], true
    ),
    (
      "everything mixed",
      ServerSamples.page(transactions) + "\n" + SignedText.of(renewal) + "\n" + transactions[0]
        + "\n\"\(SignedText.of(transactions[1]))\"\n"
        + ServerSamples.notification(transactions[0], renewal),
      ["1", "3", "2", "4"], true
    ),
  ]

  @Test("are read, whatever kind they are of", arguments: documents)
  func kinds(document: (name: String, text: String, ids: [String], hasRenewal: Bool)) throws {
    let input = try read(document.text)
    let history = try #require(input.histories.first)
    #expect(input.histories.count == 1)
    #expect(input.warnings == [])
    #expect(history.customerId == "1")
    #expect(history.transactions.map(\.transactionId) == document.ids)
    #expect(history.renewalInfo.count == (document.hasRenewal ? 1 : 0))
    #expect(history.gaps == [])
  }

  @Test("give every value that decisions and audits look at")
  func values() throws {
    let transaction = ServerSamples.transaction(
      "1",
      purchased: 0,
      expires: 1,
      signed: 2,
      """
      "revocationDate":3,"revocationType":"REFUND_FULL","transactionReason":"RENEWAL","price":10990,\
      "offerType":4,"offerIdentifier":"o","offerDiscountType":"PAY_UP_FRONT",\
      "billingPlanType":"MONTHLY","newIn2030":{"deep":[1]}
      """
    )
    let renewal = ServerSamples.renewal(
      signed: 5,
      """
      "isInBillingRetryPeriod":true,"gracePeriodExpiresDate":4,\
      "eligibleWinBackOfferIds":["best","second"]
      """
    )
    let history = try #require(try read(transaction + "\n" + renewal).histories.first)
    #expect(
      history.transactions == [
        Transaction(
          transactionId: "1",
          originalTransactionId: "1",
          productId: "basic.monthly",
          subscriptionGroupIdentifier: "21394321",
          purchaseDate: date(0),
          expiresDate: date(1),
          revocationDate: date(3),
          revocationType: "REFUND_FULL",
          signedDate: date(2),
          type: "Auto-Renewable Subscription",
          inAppOwnershipType: "PURCHASED",
          transactionReason: "RENEWAL",
          price: 10_990,
          storefront: Storefront("USA"),
          offerType: 4,
          offerIdentifier: "o",
          offerDiscountType: "PAY_UP_FRONT",
          billingPlanType: "MONTHLY",
          environment: "Production"
        )
      ]
    )
    #expect(
      history.renewalInfo == [
        RenewalInfo(
          originalTransactionId: "1",
          productId: "basic.monthly",
          autoRenewStatus: 0,
          expirationIntent: 1,
          isInBillingRetryPeriod: true,
          gracePeriodExpiresDate: date(4),
          signedDate: date(5),
          eligibleWinBackOfferIds: ["best", "second"],
          environment: "Production"
        )
      ]
    )
  }

  private func date(_ milliseconds: Int64) -> TimelineDate {
    TimelineDate(.init(milliseconds: milliseconds))
  }

  @Test(
    "take values that are not known yet, and fractions of milliseconds, which are floored (T1)",
    arguments: [
      (#""offerType":99,"revocationType":"NEW""#, nil as String?),
      (#""purchaseDate":1.9"#, "1"),
      (#""purchaseDate":-0.5"#, "-1"),
      (#""purchaseDate":1697679936049.7297"#, "1697679936049"),
    ]
  )
  func unusualValues(members: String, purchaseDate: String?) throws {
    let text =
      #"{"transactionId":"0","originalTransactionId":"0","productId":"p","# + members
      + (purchaseDate == nil ? #","purchaseDate":7"# : "") + #","expiresDate":9e12}"#
    let transaction = try #require(try read(text).histories.first?.transactions.first)
    #expect("\(transaction.purchaseDate.instant.milliseconds)" == purchaseDate ?? "7")
    #expect(transaction.expiresDate.instant.milliseconds == 9_000_000_000_000)
  }

  @Test("tell the storefront by its number where the code is missing")
  func storefronts() throws {
    for (id, code) in [("143441", "USA"), ("143624", "XKS"), ("143625", nil), ("-1", nil)] {
      let text = """
        {"transactionId":"0","productId":"p","purchaseDate":1,"expiresDate":2,"storefrontId":"\(id)"}
        """
      #expect(try read(text).histories.first?.transactions.first?.storefront?.code == code)
      let null = text.dropLast() + #","storefront":null}"#
      #expect(try read(String(null)).histories.first?.transactions.first?.storefront?.code == code)
    }
  }

  @Test("leave out what does not renew by itself (P1)")
  func otherProducts() throws {
    let text =
      #"{"transactionId":"9","originalTransactionId":"9","productId":"coins","type":"Consumable"}"#
    #expect(try read(text).histories == [])
  }

  @Test("hold no histories where notifications are about something else")
  func otherNotifications() throws {
    let text = """
      {"signedPayload":"\(SignedText.of(#"{"notificationType":"TEST","data":{"bundleId":"b"}}"#))"}
      {"signedPayload":"\(SignedText.of(#"{"notificationType":"RENEWAL_EXTENSION","summary":{}}"#))"}
      """
    #expect(try read(text).histories == [])
  }

  // MARK: - Versions

  @Test("keep the newest version of a transaction and of renewal information (P1)")
  func versions() throws {
    let old = ServerSamples.transaction("1", purchased: 1, expires: 2, signed: 10)
    let new = ServerSamples.transaction("1", purchased: 1, expires: 2, signed: 11, #""price":5"#)
    let oldRenewal = ServerSamples.renewal(status: 1, signed: 10)
    let newRenewal = ServerSamples.renewal(status: 0, signed: 11)
    for lines in [
      [old, new, oldRenewal, newRenewal, new], [new, newRenewal, old, oldRenewal, new],
    ] {
      let history = try #require(try read(lines.joined(separator: "\n")).histories.first)
      #expect(history.transactions.map(\.price) == [5])
      #expect(history.renewalInfo.map(\.autoRenewStatus) == [0])
    }
  }

  @Test("that contradict each other are an error at the later one (P1)")
  func contradictions() {
    // From before there were subscriptions, the dates would be the fault.
    let january = ServerSamples.january
    let one = ServerSamples.transaction("1", purchased: january, expires: january + 1)
    let other = ServerSamples.transaction("1", purchased: january, expires: january + 2)
    #expect(
      refusal { try read(one + "\n" + other) }
        == """
        2:1: transaction '1' is given twice with different contents: expected equal contents, or a \
        'signedDate' that says which one is newer
        """
    )
    #expect(
      refusal {
        try read(
          [one, ServerSamples.renewal(status: 0), ServerSamples.renewal(status: 1)]
            .joined(separator: "\n")
        )
      }
        == """
        3:1: renewal information of '1' is given twice and differs: expected a 'signedDate' that \
        says which one is newer
        """
    )
  }

  // MARK: - Customers

  private static let token = #""appAccountToken":"7e3fb20b-4cdb-47cc-936d-99d65f608138""#

  /// A transaction of a chain, with the members that tell whose it is.
  private func transaction(_ id: Int64, of chain: Int64, _ members: String...) -> String {
    ServerSamples.transaction(
      "\(id)",
      of: "\(chain)",
      purchased: id,
      expires: id + 1,
      members.joined(separator: ",")
    )
  }

  @Test(
    "group the chains of a customer by the first key that they have, or by the one that is asked"
  )
  func customers() throws {
    let account = #""appTransactionId":"a""#
    let lines = [
      transaction(1, of: 1), transaction(2, of: 1, Self.token, account),
      transaction(5, of: 5, Self.token, account), transaction(6, of: 6, account),
      transaction(7, of: 7, #""appAccountToken":"","appTransactionId":"""#),
    ].joined(separator: "\n")
    func customers(_ key: CustomerKey?) throws -> [String: [String?]] {
      let histories = try read(lines, HistoryOptions(customerKey: key)).histories
      return Dictionary(
        uniqueKeysWithValues: histories.map {
          ($0.customerId, $0.transactions.map(\.transactionId))
        }
      )
    }
    let byToken: [String: [String?]] = [
      "7e3fb20b-4cdb-47cc-936d-99d65f608138": ["1", "2", "5"], "a": ["6"], "7": ["7"],
    ]
    #expect(try customers(nil) == byToken)
    #expect(try customers(.appAccountToken) == byToken)
    #expect(try customers(.appTransactionId) == ["a": ["1", "2", "5", "6"], "7": ["7"]])
    #expect(
      try customers(.originalTransactionId) == [
        "1": ["1", "2"], "5": ["5"], "6": ["6"], "7": ["7"],
      ]
    )
  }

  @Test("warn of a customer who has several Apple Accounts")
  func severalAccounts() throws {
    let input = try read(
      transaction(1, of: 1, Self.token, #""appTransactionId":"a""#)
        + transaction(2, of: 2, Self.token, #""appTransactionId":"b""#)
    )
    #expect(input.histories.count == 1)
    #expect(
      input.warnings.map(\.message) == [
        """
        customer '7e3fb20b-4cdb-47cc-936d-99d65f608138' has purchases of several Apple Accounts, and \
        the App Store decides for each of them: 'customerKey' of winback.json, 'appTransactionId', separates them
        """
      ]
    )
  }

  @Test("that lack the first purchase leave redemptions and paid months unknown, and say so (F12)")
  func lackingBeginning() throws {
    let later = ["8", "9"].map { ServerSamples.transaction($0, of: "1", purchased: 1, expires: 2) }
    let input = try read(later.joined(separator: "\n"))
    #expect(input.histories.map(\.gaps) == [[.redemptions, .paidMonths]])
    #expect(
      input.warnings.map(\.message) == [
        """
        the history of customer '1' does not reach back to the first purchase, so neither \
        paid months nor redeemed offers are known
        """
      ]
    )
  }

  @Test("say the same of many customers once")
  func manyCustomers() throws {
    let lines = (1...3).flatMap { chain in
      ["1", "2"].map {
        ServerSamples.transaction("\($0)\(chain)", of: "\(chain)", purchased: 1, expires: 2)
      }
    }
    #expect(
      try read(lines.joined(separator: "\n")).warnings.map(\.message) == [
        """
        the history of customer '1' (and 2 more) does not reach back to the first purchase, so neither \
        paid months nor redeemed offers are known
        """
      ]
    )
  }

  @Test("tell the places of the first hundred warnings only, so that many take no long time")
  func manyWarnings() throws {
    let lines = (1...150).map { ServerSamples.renewal(of: "\($0)") }
    let warnings = try read(lines.joined(separator: "\n")).warnings
    #expect(warnings.count == 150)
    #expect(warnings.map(\.line) == (1...100).map(Optional.some) + Array(repeating: nil, count: 50))
  }

  @Test("with renewal information of nobody leave it out, and say so at its place")
  func renewalOfNobody() throws {
    let input = try read(
      ServerSamples.page([ServerSamples.transactions[0]]) + "\n" + ServerSamples.renewal(of: "77")
    )
    #expect(input.histories.map(\.renewalInfo) == [[]])
    #expect(
      input.warnings.map { "\($0.line ?? 0):\($0.column ?? 0): \($0.message)" } == [
        "2:1: the renewal information is left out: the input has no transactions of '77'"
      ]
    )
  }

  @Test(
    "say the same decoded and as a JWS, whatever other keys they have",
    arguments: [
      (
        #"""
        {"notificationType":"EXPIRED","signedTransactionInfoDecoded":{"transactionId":1},\#
        "signedTransactions":[]}
        """#, []
      ),
      (
        ServerSamples.transaction("1", purchased: 0, expires: 1, #""signedRenewalInfo":"x""#),
        ["1"]
      ),
      (ServerSamples.renewal(#""signedTransactions":[],"signedPayload":"x""#), []),
    ]
  )
  func otherKeys(payload: String, customers: [String]) throws {
    let input = try read(payload)
    #expect(input.histories.map(\.customerId) == customers)
    #expect(try read(SignedText.of(payload)).histories == input.histories)
  }
}
