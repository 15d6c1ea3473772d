import Testing
import WinBackFormats

/// What documents say together, whatever their order.
@Suite("Documents of one customer of the App Store Server API")
struct ServerDocumentsTests {
  private func read(_ text: String) throws -> HistoryInput {
    try HistoryInput(reading: text.utf8, as: .appStoreServer)
  }

  private static let revoked = ServerSamples.transaction(
    "1",
    purchased: ServerSamples.january,
    expires: ServerSamples.february,
    #""revocationDate":\#(ServerSamples.february)"#
  )

  private static let first = [
    ServerSamples.transaction(
      "1",
      purchased: ServerSamples.january,
      expires: ServerSamples.february,
      #""appTransactionId":"a","appAccountToken":"t""#
    )
  ]

  @Test(
    "are complete where a page without subscriptions is the last one, if it can be the customer's",
    arguments: [
      ([ServerSamples.consumable(#","appTransactionId":"a""#)], true, true),
      ([ServerSamples.consumable(#","appAccountToken":"t""#)], true, true),
      ([ServerSamples.consumable("")], true, false),
      ([], true, false),
      ([ServerSamples.consumable(#","appTransactionId":"b","appAccountToken":"t""#)], false, false),
      ([ServerSamples.consumable(#","appAccountToken":"u""#)], false, false),
      ([ServerSamples.transaction("9", of: "9", purchased: 1, expires: 2)], false, false),
    ]
  )
  func lastPage(transactions: [String], follows: Bool, precedes: Bool) {
    let pages = [ServerSamples.page(Self.first, hasMore: true), ServerSamples.page(transactions)]
    #expect(isComplete(pages.joined(separator: "\n")) == follows)
    #expect(isComplete("[\(pages.joined(separator: ","))]") == follows)
    #expect(isComplete(pages.reversed().joined(separator: "\n")) == precedes)
    let other = ServerSamples.transaction("8", of: "8", purchased: 1, expires: 2)
    #expect(isComplete(pages[0] + ServerSamples.page([other]) + pages[1]) == precedes)
    let order = #"{"status":0,"signedTransactions":[\#(ServerSamples.quoted(Self.first))]}"#
    #expect(!isComplete(pages[0] + order))
    let refunds =
      #"{"hasMore":false,"revision":"r","signedTransactionsDecoded":[\#(Self.revoked)]}"#
    #expect(!isComplete(pages[0] + refunds))
  }

  private func isComplete(_ text: String) -> Bool { (try? read(text)) != nil }

  @Test(
    "with single transactions tell nothing of other purchases, and say so (F13g)",
    arguments: [
      SignedText.of(ServerSamples.transactions[0]),
      "\"\(SignedText.of(ServerSamples.transactions[0]))\"", ServerSamples.transactions[0],
      "[\(ServerSamples.transactions[0])]",
      ServerSamples.transactions[0] + "\n" + SignedText.of(ServerSamples.transactions[0]),
      #"{"signedTransactionInfo":"\#(SignedText.of(ServerSamples.transactions[0]))"}"#,
      ServerSamples.transactions[...1].map { #"{"signedTransactionInfo":"\#(SignedText.of($0))"}"# }
        .joined(separator: "\n"),
      #"{"notificationType":"SUBSCRIBED","data":{"signedTransactionInfoDecoded":\#(ServerSamples.transactions[0])}}"#,
      #"{"status":0,"signedTransactions":[\#(ServerSamples.quoted(ServerSamples.transactions))]}"#,
      #"{"hasMore":false,"revision":"r","signedTransactionsDecoded":[\#(revoked)]}"#,
    ]
  )
  func single(text: String) throws {
    let input = try read(text)
    #expect(input.histories.map(\.gaps) == [.otherPurchases])
    #expect(
      input.warnings.map(\.message) == [
        """
        customer '1' has single transactions, which tell nothing of other purchases: \
        'GET /inApps/v2/history/{transactionId}' gives all of them
        """
      ]
    )
  }

  @Test("with a single transaction on a page, in statuses or with its renewal are as they were")
  func notSingle() throws {
    let transaction = ServerSamples.transactions[0]
    let notification = ServerSamples.notification(transaction, ServerSamples.renewal())
    for text in [
      ServerSamples.page([transaction]), ServerSamples.page([transaction]) + transaction,
      ServerSamples.page([transaction]).replacing(
        "{\"revision\"",
        with: "{\"status\":200,\"revision\""
      ),
      transaction + ServerSamples.statuses([(transaction, ServerSamples.renewal())]),
      transaction + "\n" + ServerSamples.renewal(),
      notification,
      """
      [\(ServerSamples.notifications([], hasMore: true)),\
      \(ServerSamples.notifications([notification]))]
      """,
    ] {
      #expect(try read(text).histories.map(\.gaps) == [[]], "\(text)")
    }
  }

  @Test("that say nothing take no memory each, and can be cut")
  func nothing() {
    let bytes = ContiguousArray(String(repeating: "{}\n", count: 20).utf8)
    var reader = ServerReader(HistoryOptions())
    let entries = reader.entries(in: bytes.rawBytes)
    #expect(entries.map(\.range) == [0..<bytes.count - 1])
    #expect(
      entries.map { "\($0.fault.map { "\($0)" } ?? "")" } == [
        """
        1:1: expected a response, a notification, a transaction or renewal information of the App \
        Store Server API, found an object without any of their keys
        """
      ]
    )
    #expect(reader.lastStart(in: bytes.rawBytes) == 3 * 16)
  }

  @Test("that are broken are errors at their lines, which name the error of Apple's API")
  func places() {
    let lines = (1...3).map { "{\"transactionId\":\($0)}\n{\"notificationType\":\"TEST\"}\n" }
    let error = #"{"errorCode":4040010,"errorMessage":"Transaction id not found."}"#
    let bytes = ContiguousArray((lines.joined() + "\n" + error).utf8)
    var reader = ServerReader(HistoryOptions())
    let faults = reader.entries(in: bytes.rawBytes).compactMap(\.fault)
    #expect(faults.map(\.line) == [1, 3, 5, 8])
    #expect(faults.map(\.path) == Array(repeating: "transactionId", count: 3) + [""])
    #expect(
      faults.last?.message == """
        expected a response, a notification, a transaction or renewal information of the App Store \
        Server API, found an error of Apple's API: 4040010, Transaction id not found.
        """
    )
  }

  @Test("come in any order, also where a page has only what statuses gave before")
  func anyOrder() throws {
    let documents = [
      ServerSamples.page(Array(ServerSamples.transactions[...2]), hasMore: true),
      ServerSamples.page([ServerSamples.transactions[3]]),
      ServerSamples.statuses([(ServerSamples.transactions[3], ServerSamples.renewal())]),
    ]
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      let input = try read(order.map { documents[$0] }.joined(separator: "\n"))
      #expect(Set(input.histories[0].transactions.map(\.transactionId)) == ["1", "2", "3", "4"])
      #expect(input.histories.map(\.gaps) == [[]] && input.warnings.isEmpty, "\(order)")
    }
  }
}
