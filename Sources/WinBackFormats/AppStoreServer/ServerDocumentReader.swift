import WinBack

/// Reads documents of the App Store Server API: responses, notifications, and what is in them.
///
/// Where the command `asc` has put the decoded form beside a JWS, under the same key with `Decoded`,
/// that is read.
struct ServerDocumentReader {
  /// What was read so far.
  private(set) var records = ServerRecords()

  /// The environment that the response or notification around a payload names.
  private var environment: String?

  /// The JWS that is being read, the outermost one; messages are about it.
  private var signed: JSONNode?

  /// The page that is being read.
  private var page: Int?

  /// Reads a document: an object, a JWS, or an array of these.
  mutating func read(_ node: JSONNode) throws(FormatError) {
    environment = nil
    page = nil
    switch node.kind {
    case .array:
      for element in try node.array() {
        guard element.kind == .object || element.kind == .string else {
          throw element.error("expected an object or a JWS, found \(element.kind)")
        }
        try read(element)
      }
    case .string: try readPayload(of: node)
    case .object: try readResponse(try node.object())
    default: throw node.error("expected an object, an array or a JWS, found \(node.kind)")
    }
  }

  private mutating func readResponse(_ object: JSONObject) throws(FormatError) {
    environment = try object.optional("environment")?.string()
    // What is a payload inside of a JWS is one outside of it, too, whatever other keys it has.
    guard try !readPayload(object) else { return }
    if object.has("signedTransactions") || object.has("signedTransactionsDecoded") {
      try readPage(object)
    } else if let history = object.optional("notificationHistory") {
      for notification in try history.array() { try readSignedNotification(notification.object()) }
    } else if object.has("signedPayload") || object.has("signedPayloadDecoded") {
      try readSignedNotification(object)
    } else if let data = object.optional("data"), data.kind == .array {
      try readStatuses(data)
    } else if object.has("signedTransactionInfo") || object.has("signedRenewalInfo")
      || object.has("signedTransactionInfoDecoded") || object.has("signedRenewalInfoDecoded")
    {
      try readInfos(object)
    } else {
      throw Self.unknown(object)
    }
  }

  /// Reads `HistoryResponse`, and the other responses that list transactions.
  private mutating func readPage(_ object: JSONObject) throws(FormatError) {
    let hasMore = try object.optional("hasMore")?.bool() ?? false
    page = records.pages.count
    records.pages.append(ServerPage(hasMore: hasMore, place: object.node))
    let signed = try object.optional("signedTransactions")?.array()
    let decoded = try object.optional("signedTransactionsDecoded")?.array()
    if let signed, let decoded, signed.count != decoded.count {
      throw object.node.error(
        "expected 'signedTransactionsDecoded' to have as many elements as 'signedTransactions', "
          + "found \(decoded.count) and \(signed.count)"
      )
    }
    for index in (signed ?? decoded ?? []).indices {
      try readTransaction(signed: signed?[index], decoded: decoded?[index])
    }
  }

  /// Reads the `data` of `StatusResponse`.
  private mutating func readStatuses(_ data: JSONNode) throws(FormatError) {
    for group in try data.array() {
      for status in try group.object().required("lastTransactions").array() {
        try readInfos(try status.object())
      }
    }
  }

  /// Reads `signedTransactionInfo` and `signedRenewalInfo`, which several responses have.
  private mutating func readInfos(_ object: JSONObject) throws(FormatError) {
    try readTransaction(
      signed: object.optional("signedTransactionInfo"),
      decoded: object.optional("signedTransactionInfoDecoded")
    )
    try read(
      signed: object.optional("signedRenewalInfo"),
      decoded: object.optional("signedRenewalInfoDecoded")
    ) { reader, payload throws(FormatError) in try reader.readRenewal(payload) }
  }

  private mutating func readSignedNotification(_ object: JSONObject) throws(FormatError) {
    try read(
      signed: object.optional("signedPayload"),
      decoded: object.optional("signedPayloadDecoded")
    ) { reader, payload throws(FormatError) in try reader.readNotification(payload) }
  }

  /// Reads a decoded notification; those that are not about a subscription hold nothing.
  private mutating func readNotification(_ object: JSONObject) throws(FormatError) {
    guard let data = try object.optional("data")?.object() else { return }
    environment = try data.optional("environment")?.string()
    try readInfos(data)
  }
}

// MARK: - Payloads

extension ServerDocumentReader {
  /// Reads the payload of a JWS of which only the payload tells what it is.
  private mutating func readPayload(of jws: JSONNode) throws(FormatError) {
    try read(signed: jws, decoded: nil) { reader, payload throws(FormatError) in
      guard try reader.readPayload(payload) else { throw Self.unknown(payload) }
    }
  }

  /// Reads what a JWS may hold.
  ///
  /// - Returns: Whether the object is any of that.
  private mutating func readPayload(_ object: JSONObject) throws(FormatError) -> Bool {
    if object.has("notificationType") {
      try readNotification(object)
    } else if object.has("transactionId") || object.has("purchaseDate") {
      try readTransaction(object)
    } else if Self.renewalKeys.contains(where: object.has) {
      try readRenewal(object)
    } else {
      return false
    }
    return true
  }

  private static func unknown(_ object: JSONObject) -> FormatError {
    object.node.error(
      "expected a response, a notification, a transaction or renewal information of the App Store "
        + "Server API, found an object without any of their keys"
    )
  }

  /// Keys that renewal information has and transactions have not.
  private static let renewalKeys = [
    "autoRenewStatus", "autoRenewProductId", "renewalDate", "recentSubscriptionStartDate",
    "isInBillingRetryPeriod", "expirationIntent", "eligibleWinBackOfferIds",
  ]

  private mutating func readTransaction(
    signed: JSONNode?,
    decoded: JSONNode?
  ) throws(FormatError) {
    try read(signed: signed, decoded: decoded) { reader, payload throws(FormatError) in
      try reader.readTransaction(payload)
    }
  }

  private mutating func readTransaction(_ payload: JSONObject) throws(FormatError) {
    guard var transaction = try Transaction(json: payload.node) else { return }
    var origin = try ServerOrigin(
      payload,
      environment: environment,
      place: signed ?? payload.node
    )
    origin.chain = origin.chain ?? transaction.transactionId
    if transaction.storefront == nil, let id = try payload.optional("storefrontId")?.string() {
      transaction.storefront = Storefront(storefrontId: id)
    }
    records.transactions.append(
      ServerTransaction(transaction: transaction, origin: origin, page: page)
    )
  }

  private mutating func readRenewal(_ payload: JSONObject) throws(FormatError) {
    let origin = try ServerOrigin(payload, environment: environment, place: signed ?? payload.node)
    records.renewals.append(
      ServerRenewal(renewal: try RenewalInfo(json: payload.node), origin: origin)
    )
  }

  /// Reads an object that is given as a JWS, or decoded beside it.
  private mutating func read(
    signed jws: JSONNode?,
    decoded: JSONNode?,
    _ read: (inout ServerDocumentReader, JSONObject) throws(FormatError) -> Void
  ) throws(FormatError) {
    if let decoded, decoded.kind != .null { return try read(&self, try decoded.object()) }
    guard let jws, jws.kind != .null else { return }
    let payload = try SignedPayload(of: jws)
    let outer = signed
    signed = signed ?? jws
    do {
      try read(&self, try payload.root.object())
    } catch {
      throw jws.error("in the payload of the JWS: \(error.messageWithPath)")
    }
    signed = outer
  }
}

extension JSONObject {
  /// Returns whether a key is there with a value other than null.
  func has(_ key: String) -> Bool { optional(key) != nil }
}
