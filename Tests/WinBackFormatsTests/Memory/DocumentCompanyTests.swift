import TestSupport
import Testing
import WinBackFormats

/// Documents of several customers say of each what that customer's documents say alone.
@Suite("Documents among others")
struct DocumentCompanyTests {
  @Test("of the App Store Server API are read as they are read alone, signed or decoded")
  func serverDocuments() throws {
    try expectSame(as: .appStoreServer) { number, generator in
      Self.documents(ofChain: "\(number)", using: &generator)
    }
  }

  @Test("of events are read as they are read alone, in any order")
  func events() throws {
    try expectSame(as: .revenueCatEvents) { number, generator in
      Self.events(of: "user\(number)", using: &generator)
    }
  }

  /// Reads the documents of random customers alone and shuffled among each other.
  private func expectSame(
    as format: HistoryFormat,
    _ documents: (Int, inout SplitMix64) -> [String]
  ) throws {
    for seed: UInt64 in 0..<60 {
      var generator = SplitMix64(seed: seed)
      let customers = (1...Int.random(in: 2...5, using: &generator)).map {
        documents($0, &generator)
      }
      let alone = try customers.flatMap { try Self.read($0, as: format) }
      let order = customers.flatMap { $0 }.shuffled(using: &generator)
      let together = try Self.read(order, as: format)
      try #require(Self.sorted(together) == Self.sorted(alone), "seed \(seed)")
    }
  }

  private static func read(
    _ documents: [String],
    as format: HistoryFormat
  ) throws -> [CustomerHistory] {
    try HistoryInput(reading: documents.joined(separator: "\n").utf8, as: format).histories
  }

  /// Histories in an order of their own; that of transactions follows the documents.
  private static func sorted(_ histories: [CustomerHistory]) -> [CustomerHistory] {
    histories.map { history in
      var history = history
      history.transactions.sort { ($0.transactionId ?? "") < ($1.transactionId ?? "") }
      return history
    }.sorted { $0.customerId < $1.customerId }
  }

  /// Documents of one chain of transactions, whose values begin like those of other chains.
  private static func documents(
    ofChain chain: String,
    using generator: inout SplitMix64
  ) -> [String] {
    let price = ["999", "9990", "99.9", "1e0", "1", "10"].randomElement(using: &generator) ?? "0"
    let count = Int.random(in: 1...4, using: &generator)
    let transactions = (0..<count).map { number in
      let purchased = ServerSamples.january + Int64(number) * 2_678_400_000
      return ServerSamples.transaction(
        number == 0 ? chain : "\(chain)0\(number)",
        of: chain,
        purchased: purchased,
        expires: purchased + 2_678_400_000,
        #""price":\#(price)"#
      )
    }
    let renewal = ServerSamples.renewal(of: chain, status: Int.random(in: 0...1, using: &generator))
    let signed = (transactions + [renewal]).map { SignedText.of($0) }
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: return [ServerSamples.page(transactions), signed.last ?? renewal]
    case 1: return transactions + [renewal]
    default: return signed
    }
  }

  private static func events(of user: String, using generator: inout SplitMix64) -> [String] {
    (1...Int.random(in: 1...4, using: &generator)).map { number in
      let start = ServerSamples.january + Int64(number) * 2_678_400_000
      let price = ["9.99", "99.9", "9.9", "0.99", "0"].randomElement(using: &generator) ?? "0"
      return #"{"api_version":"1.0","event":{"event_timestamp_ms":\#(start),"#
        + #""original_app_user_id":"\#(user)","store":"APP_STORE","environment":"PRODUCTION","#
        + #""product_id":"basic.monthly","transaction_id":"\#(user)\#(number)","#
        + #""original_transaction_id":"\#(user)1","purchased_at_ms":\#(start),"#
        + #""expiration_at_ms":\#(start + 2_678_400_000),"country_code":"JP","#
        + #""is_family_share":false,"type":"RENEWAL","period_type":"NORMAL","price":\#(price),"#
        + #""offer_code":null}}"#
    }
  }
}
