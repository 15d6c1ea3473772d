import WinBack

/// What a transaction or renewal information says about whose it is and where it was found.
struct ServerOrigin {
  /// The first transaction of the chain.
  var chain: String?
  var appAccountToken: String?
  var appTransactionId: String?
  var environment: String?
  /// The value in the input, for messages.
  var place: JSONNode

  /// Reads the keys of a payload.
  init(_ payload: JSONObject, environment: String?, place: JSONNode) throws(FormatError) {
    chain = try payload.optional("originalTransactionId")?.string()
    appAccountToken = try payload.optional("appAccountToken")?.string()
    appTransactionId = try payload.optional("appTransactionId")?.string()
    self.environment = try payload.optional("environment")?.string() ?? environment
    self.place = place
  }
}

/// A transaction, and where it comes from.
struct ServerTransaction {
  let transaction: Transaction
  let origin: ServerOrigin
  /// The page of a transaction history that it was on.
  let page: Int?
}

/// Renewal information, and where it comes from.
struct ServerRenewal {
  let renewal: RenewalInfo
  let origin: ServerOrigin
}

/// A page of a transaction history.
struct ServerPage {
  let hasMore: Bool
  /// The value in the input, for messages.
  let place: JSONNode
}

/// Everything that documents of the App Store Server API hold about subscriptions, as it comes.
struct ServerRecords {
  var transactions: [ServerTransaction] = []
  var renewals: [ServerRenewal] = []
  var pages: [ServerPage] = []
}
