import TestSupport
import WinBackFormats

/// Random customers of the example's catalog, a line each.
struct RandomCustomer {
  private static let day: Int64 = 86_400_000
  private static let products = [
    "basic.monthly", "premium.monthly", "premium.yearly", "no.such.product",
  ]
  private static let offers = [
    "basic_1m_free", "basic_3m_loyal", "premium_2w_free", "premium_3m_half_price",
    "premium_year_reduced",
  ]

  /// The customer as a native history.
  let json: String

  init(named name: String, using generator: inout SplitMix64) {
    var members = [#""customerId":"\#(name)""#]
    if generator.chance(3, in: 4) {
      members.append(#""storefront":"\#(generator.pick(["USA", "FRA", "JPN", "BRA"]))""#)
    }
    if generator.chance(1, in: 4) {
      members.append(#""attributes":{"marketingOptIn":true}"#)
    }
    var date = 1_672_531_200_000 + Self.day * Int64.random(in: 0...400, using: &generator)
    var transactions: [String] = []
    for number in 0..<Int.random(in: 0...12, using: &generator) {
      let end = date + Self.day * Int64.random(in: 7...62, using: &generator)
      var transaction = [
        #""transactionId":"\#(number)""#, #""originalTransactionId":"1""#,
        #""productId":"\#(generator.pick(Self.products))""#, #""purchaseDate":\#(date)"#,
        #""expiresDate":\#(end)"#,
      ]
      if generator.chance(9, in: 10) { transaction.append(#""price":9990"#) }
      if generator.chance(1, in: 6) {
        transaction.append(#""offerType":4"#)
        transaction.append(#""offerIdentifier":"\#(generator.pick(Self.offers))""#)
      }
      if generator.chance(1, in: 12) {
        transaction.append(#""revocationDate":\#(date + Self.day)"#)
      }
      if generator.chance(1, in: 12) {
        transaction.append(#""inAppOwnershipType":"FAMILY_SHARED""#)
      }
      transactions.append("{\(transaction.joined(separator: ","))}")
      date = end + Self.day * Int64.random(in: 0...2, using: &generator) * 40
    }
    members.append(#""transactions":[\#(transactions.joined(separator: ","))]"#)
    if generator.chance(3, in: 4) {
      members.append(#""renewalInfo":{"autoRenewStatus":0,"expirationIntent":1}"#)
    }
    json = "{\(members.joined(separator: ","))}"
  }
}
