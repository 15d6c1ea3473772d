/// Payloads and responses of the App Store Server API, made up in Apple's shapes.
enum ServerSamples {
  /// A transaction payload; members that are given again replace none, so give only others.
  static func transaction(
    _ id: String,
    of chain: String = "1",
    product: String = "basic.monthly",
    purchased: Int64,
    expires: Int64,
    signed: Int64 = 1_800_000_000_000,
    _ others: String = ""
  ) -> String {
    """
    {"transactionId":"\(id)","originalTransactionId":"\(chain)","bundleId":"com.example.app",\
    "productId":"\(product)","subscriptionGroupIdentifier":"21394321","purchaseDate":\(purchased),\
    "expiresDate":\(expires),"quantity":1,"type":"Auto-Renewable Subscription",\
    "inAppOwnershipType":"PURCHASED","signedDate":\(signed),"storefront":"USA",\
    "storefrontId":"143441","currency":"USD","environment":"Production"\
    \(others.isEmpty ? "" : ",\(others)")}
    """
  }

  static func renewal(
    of chain: String = "1",
    status: Int = 0,
    signed: Int64 = 1_800_000_000_000,
    _ others: String = ""
  ) -> String {
    """
    {"originalTransactionId":"\(chain)","productId":"basic.monthly",\
    "autoRenewProductId":"basic.monthly","autoRenewStatus":\(status),"expirationIntent":1,\
    "signedDate":\(signed),"environment":"Production"\(others.isEmpty ? "" : ",\(others)")}
    """
  }

  /// Four paid months of 2024 and a redemption of the offer, in the order of a page: as modified.
  static let transactions = [
    transaction("1", purchased: january, expires: february, #""price":9990"#),
    transaction("3", purchased: march, expires: april, #""price":9990"#),
    transaction("2", purchased: february, expires: march, #""price":9990"#),
    transaction(
      "4",
      purchased: june,
      expires: july,
      #""price":0,"offerType":4,"offerIdentifier":"basic_1m_free","offerDiscountType":"FREE_TRIAL""#
    ),
  ]

  static let january: Int64 = 1_704_067_200_000
  static let february: Int64 = 1_706_745_600_000
  static let march: Int64 = 1_709_251_200_000
  static let april: Int64 = 1_711_929_600_000
  static let june: Int64 = 1_717_200_000_000
  static let july: Int64 = 1_719_792_000_000

  /// A page of a transaction history.
  static func page(_ transactions: [String], hasMore: Bool = false) -> String {
    """
    {"revision":"r","hasMore":\(hasMore),"bundleId":"com.example.app","appAppleId":1,\
    "environment":"Production","signedTransactions":[\(quoted(transactions))]}
    """
  }

  /// A page of a notification history.
  static func notifications(_ notifications: [String], hasMore: Bool = false) -> String {
    let signed = notifications.map { #"{"signedPayload":"\#(SignedText.of($0))"}"# }
    return #"{"paginationToken":"t","hasMore":\#(hasMore),"notificationHistory":["#
      + signed.joined(separator: ",") + "]}"
  }

  /// A transaction that is about no subscription, which only tells whose it is.
  static func consumable(_ keys: String) -> String {
    #"{"transactionId":"c","originalTransactionId":"c","type":"Consumable"\#(keys)}"#
  }

  /// A response to the question for the statuses of all subscriptions.
  static func statuses(_ pairs: [(transaction: String, renewal: String)]) -> String {
    let last = pairs.map { pair in
      """
      {"status":2,"originalTransactionId":"1",\
      "signedTransactionInfo":"\(SignedText.of(pair.transaction))",\
      "signedRenewalInfo":"\(SignedText.of(pair.renewal))"}
      """
    }
    return """
      {"environment":"Production","bundleId":"com.example.app","appAppleId":1,"data":[\
      {"subscriptionGroupIdentifier":"21394321","lastTransactions":[\(last.joined(separator: ","))]}]}
      """
  }

  /// A notification, decoded.
  static func notification(_ transaction: String, _ renewal: String) -> String {
    """
    {"notificationType":"DID_RENEW","notificationUUID":"u","version":"2.0","signedDate":1,\
    "data":{"environment":"Production","bundleId":"com.example.app","appAppleId":1,"status":1,\
    "signedTransactionInfo":"\(SignedText.of(transaction))",\
    "signedRenewalInfo":"\(SignedText.of(renewal))"}}
    """
  }

  /// Payloads as JSON strings with a JWS each.
  static func quoted(_ payloads: [String]) -> String {
    payloads.map { "\"\(SignedText.of($0))\"" }.joined(separator: ",")
  }
}
