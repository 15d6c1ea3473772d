/// A transaction or renewal information of the App Store Server API: its text and its keys.
struct ServerPayload: Sendable {
  let isRenewal: Bool

  /// The range of the payload in the text of its records.
  var text: Range<Int>

  /// The offset in the input of the payload, or of the JWS around it.
  let offset: Int

  let isSigned: Bool
  var origin: Origin

  /// The offset in the input of the document that it was in.
  let document: Int

  /// The index of the page that it was in.
  var page: Int?

  let keys: Keys

  /// The kind of document that a payload was in, which says what else exists.
  enum Origin: Sendable {
    /// A page of a transaction history.
    case page
    /// The response with the statuses of all subscriptions.
    case statuses
    /// A response or a notification about one transaction.
    case single
    /// No document around it.
    case bare
  }

  /// The keys of a payload that identify its customer and its version.
  struct Keys: Sendable {
    var transactionId: String?
    var originalTransactionId: String?
    var appAccountToken: String?
    var appTransactionId: String?
    var environment: String?
    var signedDate: Instant?
    var purchaseDate: Instant?
    /// The storefront, if the payload has only its number.
    var storefront: Storefront?
    var isAutoRenewable = true
  }

  /// The identifier of the first transaction of the chain.
  var chain: String? { keys.originalTransactionId ?? (isRenewal ? nil : keys.transactionId) }

  /// All keys that link it to other payloads of the same customer; what is not about a subscription is
  /// in no chain.
  var ties: [String] {
    [
      keys.isAutoRenewable ? chain.map { "chain " + $0 } : nil,
      keys.appAccountToken.map { "token " + $0 },
      keys.appTransactionId.map { "account " + $0 },
    ].compactMap { $0 }
  }
}

/// The records about subscriptions in some documents of the App Store Server API, in their order.
struct ServerRecords: Sendable {
  /// A page of a list.
  struct Page: Sendable {
    enum Kind: Sendable {
      /// The transactions of one Apple Account.
      case history
      /// The transactions of one order, or refunds, which are never a history.
      case order
      /// Notifications about any customers.
      case notifications
    }

    var kind: Kind
    let hasMore: Bool
    /// What the request for the next page must contain: a revision or a pagination token.
    let token: String?
    /// The environment that the page names.
    let environment: String?
    let offset: Int
    /// The offset in the input of the document that it was in.
    let document: Int
    /// Whether it has no subscription, and nothing that tells whose it is.
    var isAnonymous = true
    /// Whether it continues the page before it.
    var continues = false

    /// Whether it continues a page if that comes directly before it.
    ///
    /// A page that says whose it is can be in any place.
    func canContinue(_ page: Page) -> Bool {
      guard page.hasMore, kind == page.kind, environment == page.environment else { return false }
      return kind == .notifications || kind == .history && isAnonymous
    }
  }

  /// The range in the input from the first document to the last one.
  var range: Range<Int>
  /// Why a document cannot be read; nil if all can.
  var fault: ServerFault?
  var payloads: [ServerPayload] = []
  /// The transactions of histories that are not about subscriptions; their text is not kept.
  var others: [ServerPayload] = []
  var pages: [Page] = []
  var text: ContiguousArray<UInt8> = []

  /// Adds the records of later documents.
  mutating func append(_ more: ServerRecords) {
    range = range.lowerBound..<more.range.upperBound
    fault = fault ?? more.fault
    for payload in more.payloads { payloads.append(moved(payload)) }
    for payload in more.others { others.append(moved(payload)) }
    pages += more.pages
    text += more.text
  }

  /// Returns a payload of later records as one of these.
  private func moved(_ payload: ServerPayload) -> ServerPayload {
    var payload = payload
    payload.text = payload.text.lowerBound + text.count..<payload.text.upperBound + text.count
    payload.page = payload.page.map { $0 + pages.count }
    return payload
  }

  /// All keys that link these documents to others of the same customer.
  var ties: [String] { payloads.flatMap { $0.ties } + others.flatMap { $0.ties } }
}

/// What is wrong with a document of the App Store Server API, and where.
struct ServerFault: Error {
  let message: String
  /// The offset in the input.
  let offset: Int
  /// The offset of the document.
  let document: Int

  /// Returns the fault with its line and column; `lines` has counted up to an earlier one.
  func error(in bytes: RawSpan, _ lines: inout LineCounter) -> FormatError {
    let start = bytes.startOfLine(before: document)
    let known = (start, lines.count(before: start, in: bytes))
    return FormatError(message, at: offset, in: bytes, ofValueAt: document, afterLines: known)
  }

  func error(in bytes: RawSpan) -> FormatError {
    var lines = LineCounter()
    return error(in: bytes, &lines)
  }
}

extension ServerFault {
  /// Creates a fault of a whole payload.
  init(_ message: String, at payload: ServerPayload) {
    self.init(message: message, offset: payload.offset, document: payload.document)
  }
}

/// A customer of the App Store Server API, whose history the payloads are.
struct ServerCustomer: Sendable {
  let id: String
  /// The identifiers of the customer's chains.
  let chains: [String]
  /// The transactions, and behind them the renewal information of each chain that has some.
  let payloads: [ServerPayload]
  /// The text of the records, which contains that of the payloads.
  let text: ContiguousArray<UInt8>
  let gaps: HistoryGaps

  /// Whether each renewal information has to say which chain it describes (F3).
  var renewalsAreList: Bool { chains.count > 1 && payloads.last?.isRenewal == true }

  /// The offset in the input of the first document with the customer.
  var start: Int { payloads.map { $0.document }.min() ?? 0 }

  /// Returns all values of the history, which a reader of records accepted, each transaction once
  /// (P1).
  func values() throws(JSONError) -> CustomerHistory {
    var history = CustomerHistory(customerId: id, transactions: [], gaps: gaps)
    var seen: Set<Transaction> = []
    for payload in payloads {
      var scanner = JSONScanner(text.rawBytes, at: payload.text.lowerBound)
      if payload.isRenewal {
        history.renewalInfo.append(try RenewalInfo(reading: &scanner))
        continue
      }
      guard var transaction = try Transaction(reading: &scanner) else { continue }
      transaction.storefront = payload.keys.storefront ?? transaction.storefront
      if transaction.transactionId == nil || seen.insert(transaction).inserted {
        history.transactions.append(transaction)
      }
    }
    history.renewalInfoIsList = renewalsAreList
    return history
  }

  /// Converts an error in the text of the payloads to a fault at the location in the input.
  func fault(_ error: JSONError) -> ServerFault {
    let message = error.description
    let found = payloads.first { $0.text.contains(error.offset) } ?? payloads.first
    guard let payload = found else { return ServerFault(message: message, offset: 0, document: 0) }
    let offset = error.offset - payload.text.lowerBound
    if payload.isSigned {
      let place = FormatError(message, at: offset, in: text.rawBytes.extracting(payload.text))
      return ServerFault("in the payload of the JWS: " + place.messageWithPath, at: payload)
    }
    return ServerFault(
      message: message,
      offset: payload.offset + offset,
      document: payload.document
    )
  }
}
