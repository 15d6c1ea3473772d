import TestSupport
import Testing
import WinBackFormats

/// Transactions are read by comparing each with what came before; that must make no difference.
@Suite("Transactions after others")
struct RepeatedTransactionTests {
  /// Members, each in several spellings; what a spelling leaves out or sets to null is not known.
  private static let members: [[String]] = [
    [#""productId":"p""#, #""productId":"product-2""#, #""product\u0049d":"\u0070""#],
    [#""purchaseDate":1720836685000"#, #""purchaseDate":17208366850001"#, #""purchaseDate":1e3"#],
    [#""expiresDate":1723515085000"#, #""expiresDate": "2024-08-01""#, #""expiresDate":-1.5"#],
    [#""signedDate":1723515085000.5"#, #""signedDate":9999999999999"#, #""signedDate":null"#, ""],
    [#""transactionId":"1""#, #""transactionId":"2000000100000001""#, ""],
    [#""originalTransactionId":"10""#, #""originalTransactionId":"100""#, ""],
    [#""subscriptionGroupIdentifier":"g""#, #""subscriptionGroupIdentifier":"gg""#, ""],
    [#""type":"Auto-Renewable Subscription""#, #""type" :"Auto-Renewable Subscription""#, ""],
    [#""inAppOwnershipType":"PURCHASED""#, #""inAppOwnershipType":"FAMILY_SHARED""#, ""],
    [#""transactionReason":"RENEWAL""#, #""transactionReason":"PURCHASE""#, ""],
    [#""storefront":"JPN""#, #""storefront":"US""#, #""storefront":null"#, ""],
    [#""price":0"#, #""price":0.0"#, #""price":4990"#, ""],
    [#""environment":"Production""#, #""environment":null"#, #""environment":"\n""#, ""],
    [#""typ":"Consumable""#, #""typo":"Consumable""#, #""type ":"Consumable""#, ""],
    [#""quantity":1"#, #""quantity":-1"#, #""quantity":{"type":1}"#, ""],
  ]

  @Test("each is read as it is read alone, whatever keys and values came before")
  func likeAlone() throws {
    for seed: UInt64 in 1...300 {
      var generator = SplitMix64(seed: seed)
      let transactions = (0..<8).map { _ in
        let members = Self.members.map { spellings in
          // The first spelling is the usual one.
          Bool.random(using: &generator) ? spellings[0] : spellings.randomElement(using: &generator)
        }
        let order = Bool.random(using: &generator) ? members : members.shuffled(using: &generator)
        return "{" + order.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ",") + "}"
      }
      let alone = try transactions.flatMap { try Self.read([$0]) }
      #expect(try Self.read(transactions) == alone, "seed \(seed)")
    }
  }

  @Test("each is read as it is read alone, however many others there were")
  func likeAloneAmongMany() throws {
    var generator = SplitMix64(seed: 1)
    let transactions = (0..<2_000).map { index in
      let price = Int.random(in: 0..<600, using: &generator)
      let storefront = ["JPN", "USA", "BRA"].randomElement(using: &generator) ?? ""
      let revocation = index % 7 == 0 ? #""revocationDate":172083668500\#(index % 10),"# : ""
      return #"{"productId":"p\#(price % 5)","purchaseDate":1710836685000,\#(revocation)"#
        + #""expiresDate":1723515085000,"type":"Auto-Renewable Subscription","#
        + #""storefront":"\#(storefront)","price":\#(price)}"#
    }
    let alone = try transactions.flatMap { try Self.read([$0]) }
    #expect(try Self.read(transactions) == alone)
  }

  @Test("a number that begins like one before it is read as it is read alone")
  func numbersAlike() throws {
    let prices = ["9", "99", "990", "9900", "9.9", "9e1", "90", "0", "0.5"]
    for (usual, other) in prices.flatMap({ usual in prices.map { (usual, $0) } }) {
      let transactions = [usual, usual, other, usual].map { price in
        #"{"productId":"p","purchaseDate":1710836685000,"expiresDate":1723515085000,"#
          + #""price":\#(price),"storefront":"USA","quantity":\#(price)}"#
      }
      let alone = try transactions.flatMap { try Self.read([$0]) }
      #expect(try Self.read(transactions) == alone, "\(usual) and \(other)")
    }
  }

  /// What may stand in the place of a value, in as many bytes.
  @Test(
    "a transaction like those before is read as it is read alone, whatever differs",
    arguments: [
      ("1723515085000", "1723601485000"),
      ("1723515085000", "1.7236014e+12"),
      ("1723515085000", "17236014850.0"),
      ("1723515085000", "-172360148500"),
      ("1723515085000", #""2024-08-01" "#),
      ("1723515085000", #"1,"price":0  "#),
      ("1720836685000", "null         "),
      (#""2000000100000001""#, #""2000000100000002""#),
      (#""2000000100000001""#, #""20000001\u003100""#),
      (#""2000000100000001""#, #""1","type":"none" "#),
      (#""2000000100000001""#, "null              "),
      ("9007199254740", #"{"price":0}  "#),
      ("9007199254740", "[90071992547]"),
      ("9007199254740", #"{"price":0,  "#),
      (#""Production""#, #""Sandbox_\\""#),
      ("}", ",\"price\":0}"),
      (#","productId":"p","purchaseDate":"#, #"{"transactionId":"#),
      (#","signedDate":"#, #","environment":"Production","webOrderLineItemId":"#),
    ]
  )
  func likeOthers(usual: String, other: String) {
    let example =
      #"{"transactionId":"2000000100000001","originalTransactionId":"2000000100000001","#
      + #""productId":"p","purchaseDate":1710836685000,"expiresDate":1723515085000,"#
      + #""environment":"Production","webOrderLineItemId":9007199254740,"#
      + #""signedDate":1720836685000}"#
    let changed = example.replacing(usual, with: other)
    let usualOnes = Array(repeating: example, count: 4)
    #expect(Self.outcome(of: changed, after: []) == Self.outcome(of: changed, after: usualOnes))
  }

  @Test("what begins a transaction is no part of one")
  func beginningInside() {
    let usual =
      #"{"webOrderLineItemId":9007199254740,"productId":"p","purchaseDate":1710836685000,"#
      + #""signedDate":1720836685000,"expiresDate":1723515085000}"#
    let broken = usual.replacing(#","signedDate":"#, with: #"{"webOrderLineItemId":"#)
    #expect(Self.outcome(of: broken, after: []).contains("expected ',' or '}'"))
    #expect(Self.outcome(of: broken, after: [usual, usual]).contains("expected ',' or '}'"))
  }

  /// What is read of a transaction after others, or why it is refused.
  private static func outcome(of transaction: String, after others: [String]) -> String {
    do {
      return "\(try read(others + [transaction]).dropFirst(others.count))"
    } catch {
      return (error as? FormatError)?.message ?? "\(error)"
    }
  }

  @Test("a key that occurs twice is refused behind transactions with the same keys, too")
  func doubledKey() {
    let usual = #"{"productId":"p","purchaseDate":1720836685000,"expiresDate":1723515085000}"#
    let doubled = #"{"productId":"p","purchaseDate":1720836685000,"purchaseDate":1}"#
    #expect(
      refusal { try Self.read([usual, usual, doubled]) }
        == "1:231: the key 'purchaseDate' occurs twice (at transactions[2].purchaseDate)"
    )
  }

  private static func read(_ transactions: [String]) throws -> [String] {
    let list = transactions.joined(separator: ",")
    // The end of a text is read more slowly than the rest, so that some more follows.
    let rest = String(repeating: " ", count: 64)
    return try ReadHistory(#"{"customerId":"c","transactions":[\#(list)]\#(rest)}"#).transactions
  }
}
