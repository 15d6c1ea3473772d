import Testing
import WinBackFormats

@Suite("Faults in documents of the App Store Server API")
struct ServerErrorTests {
  private func refusal(_ text: String, environment: String? = nil) -> String? {
    WinBackFormatsTests.refusal {
      try HistoryInput(
        reading: text.utf8,
        as: .appStoreServer,
        options: HistoryOptions(environment: environment)
      )
    }
  }

  @Test(
    "are told at their place",
    arguments: [
      (
        #"{"signedTransactions": ["signed_transaction_one"]}"#,
        """
        1:25: expected a JWS, three parts with '.' between them, found 'signed_transaction_one' (at \
        signedTransactions[0])
        """
      ),
      ("a.b", "1:1: expected a JWS, three parts with '.' between them, found 'a.b'"),
      ("a.b.c.d", "1:1: expected a JWS, three parts with '.' between them, found 'a.b.c.d'"),
      ("12", "1:1: expected a JWS, three parts with '.' between them, found '12'"),
      ("\n aa.!b.cc", "2:2: expected a JWS, three parts with '.' between them, found 'aa.'"),
      (
        "{\"signedPayload\":\n\"aa.b!bb.cc\"}",
        "2:6: expected Base64 in the payload of the JWS, found '!' (at signedPayload)"
      ),
      (
        "aa.bbbbb.cc",
        "1:9: expected Base64 in the payload of the JWS, found its end within a byte"
      ),
      (
        "aa.\(SignedText.encode("[1,]".utf8)).cc",
        "1:1: the payload of the JWS is not JSON: expected a value, found ']' (at [1])"
      ),
      (
        "aa.\(SignedText.encode("[1]".utf8)).cc",
        "1:1: expected an object in the payload of the JWS, found an array"
      ),
      (
        SignedText.of(#"{"transactionId":1}"#),
        "1:1: in the payload of the JWS: expected a string, found a number (at transactionId)"
      ),
      (
        #"{"signedPayload":""#
          + SignedText.of(#"{"notificationType":"X","data":{"signedTransactionInfo":"x"}}"#)
          + #""}"#,
        """
        1:18: in the payload of the JWS: expected a JWS, three parts with '.' between them, found 'x' \
        (at data.signedTransactionInfo) (at signedPayload)
        """
      ),
      (
        #"{"transactionId":"1","productId":"p","expiresDate":1}"#,
        "1:1: the key 'purchaseDate' is missing"
      ),
      (
        #"{"productId":"p","purchaseDate":1,"expiresDate":2}"#,
        """
        1:1: expected an 'originalTransactionId' or a 'transactionId' of the customer, found \
        neither
        """
      ),
      (
        #"{"autoRenewStatus":1}"#,
        "1:1: expected an 'originalTransactionId', which identifies the customer, found none"
      ),
      (
        #"{"x":1}"#,
        """
        1:1: expected a response, a notification, a transaction or renewal information of the App \
        Store Server API, found an object without any of their keys
        """
      ),
      ("[[]]", "1:2: expected an object or a JWS, found an array (at [0])"),
      ("[1]\n", "1:2: expected an object or a JWS, found a number (at [0])"),
      (#"{"data":[{"x":1}]}"#, "1:10: the key 'lastTransactions' is missing (at data[0])"),
      (
        #"{"signedTransactions":["a"],"signedTransactionsDecoded":[]}"#,
        """
        1:1: expected 'signedTransactionsDecoded' to have as many elements as 'signedTransactions', \
        found 0 and 1
        """
      ),
      (
        ServerSamples.page([ServerSamples.transactions[0]], hasMore: true),
        """
        1:1: the history of customer '1' is not complete: expected its last page, in which \
        'hasMore' is false; fetch the page after this one with '?revision=r' and give both
        """
      ),
      (
        ServerSamples.notifications(
          [ServerSamples.notification(ServerSamples.transactions[0], ServerSamples.renewal())],
          hasMore: true
        ),
        """
        1:1: the notification history is not complete: expected its last page, in which 'hasMore' \
        is false; fetch the page after this one with '?paginationToken=t' and give both
        """
      ),
      (
        #"{"signedTransaction":[],"revision":"r"}"#,
        """
        1:1: expected a response, a notification, a transaction or renewal information of the App \
        Store Server API, found an object without any of their keys; did you mean \
        'signedTransactions'?
        """
      ),
      ("{\"transactionId\":\"1\"}\n{\"a\":\n", "3:1: the file ends early: expected a value (at a)"),
    ]
  )
  func faults(text: String, message: String) {
    #expect(refusal(text) == message)
  }

  @Test("about dates that only a decision checks name the line and the path (F13e)")
  func undecidable() throws {
    let day: Int64 = 86_400_000
    let late = ServerSamples.transaction("1", purchased: 20_000 * day, expires: 20_030 * day)
    let early = ServerSamples.transaction("2", purchased: 1_000, expires: 2_000)
    let text = "\n" + #"{"hasMore":false,"signedTransactionsDecoded":[\#(late),\#(early)]}"#
    #expect(refusal(text) == nil)
    let engine = try NativeSamples.engine()
    #expect(
      WinBackFormatsTests.refusal { try engine.decisions(in: text.utf8, asOf: .maximum) }
        == """
        2:\(48 + late.utf8.count): expected dates from 2011-02-15, when the App Store began to sell \
        subscriptions, found 1970-01-01T00:00:01.000Z; are these seconds instead of milliseconds? \
        (at signedTransactionsDecoded[1])
        """
    )
  }

  @Test("that mix environments are refused, unless one is named")
  func environments() throws {
    let sandbox = ServerSamples.transaction("1", purchased: 1, expires: 2)
      .replacing("Production", with: "Sandbox")
    let production = ServerSamples.transaction("1", of: "1", purchased: 1, expires: 3)
    let text = production + "\n" + sandbox
    #expect(
      refusal(text)
        == """
        2:1: expected the environment 'Production' as before, found 'Sandbox'; '--environment' names \
        the one that is meant
        """
    )
    let input = try HistoryInput(
      reading: text.utf8,
      options: HistoryOptions(environment: "Sandbox")
    )
    #expect(input.histories.flatMap(\.transactions).map(\.expiresDate.instant.milliseconds) == [2])
    #expect(
      input.warnings.map(\.message) == [
        "1 transactions and renewals of other environments are left out",
        """
        the transactions are of the environment 'Sandbox', where a month can take minutes
        """,
        """
        customer '1' has single transactions, which tell nothing of other purchases: \
        'GET /inApps/v2/history/{transactionId}' gives all of them
        """,
      ]
    )
  }
}
